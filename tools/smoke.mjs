// Starts the built service as a process of its own, drives it with the demonstration, and stops it: each must end well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const directory = await mkdtemp(join(tmpdir(), 'smoke-'));
const env = { PATH: process.env.PATH, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn' };
const started = performance.now();
const service = spawn(process.execPath, ['dist/apps/api/src/main.js'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'exit');

const listening = new Promise((resolve) => {
  let output = '';
  service.stdout.on('data', (chunk) => {
    output += chunk;
    if (/listening on http:\S+\n/.test(output)) resolve(true);
  });
});
const isUp = await Promise.race([listening, ended.then(() => false)]);
let failed = !isUp;
if (isUp) {
  console.log(`the service listens after ${Math.round(performance.now() - started)} ms`);
  const demo = spawn(process.execPath, ['dist/apps/ops/src/demo.js'], { env, stdio: 'inherit' });
  const [demoCode] = await once(demo, 'exit');
  service.kill('SIGTERM');
  const [code] = await ended;
  failed = demoCode !== 0 || code !== 0;
}
await rm(directory, { recursive: true, force: true });
console.log(failed ? 'smoke test failed' : 'smoke test passed');
process.exit(failed ? 1 : 0);
