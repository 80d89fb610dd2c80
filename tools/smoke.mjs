// Starts the built service as a separate process, runs the demonstration against it, and stops it; all must succeed. Uses its own
// embedded stores, or the servers named by EVENTSTORE_URL and MONGODB_URL, with keys in DATA_DIR.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { PATH, EVENTSTORE_URL, MONGODB_URL, MASTER_KEY, DATA_DIR } = process.env;
const servers = {
  ...(EVENTSTORE_URL && { EVENTSTORE_URL }),
  ...(MONGODB_URL && { MONGODB_URL }),
};
const onServers = Object.keys(servers).length > 0;
const directory = DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'smoke-')));
const env = {
  ...{ PATH, DATA_DIR: directory, PORT: '0', PROJECTOR_PORT: '0', LOG_LEVEL: 'warn' },
  ...servers,
  ...(MASTER_KEY && { MASTER_KEY }),
};

/** Starts a program. `announced` resolves to the announced port, or undefined if the program exits first. */
function start(name, announcement) {
  const options = { env, stdio: ['ignore', 'pipe', 'inherit'] };
  const child = spawn(process.execPath, [`dist/bin/${name}.js`], options);
  const ended = once(child, 'exit');
  let output = '';
  const announced = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = announcement.exec(output);
      if (found) resolve(found[1]);
    });
    void ended.then(() => resolve(undefined));
  });
  return {
    announced,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

async function run(program, args, more = {}) {
  const options = { env: { ...env, ...more }, stdio: 'inherit' };
  const [code] = await once(spawn(process.execPath, [program, ...args], options), 'exit');
  return code;
}

const started = performance.now();
const programs = [start('api', /listening on http:\S+?:(\d+) /)];
if (EVENTSTORE_URL && MONGODB_URL) programs.push(start('projector', /health checks on port (\d+)/));
const [port, ...others] = await Promise.all(programs.map(({ announced }) => announced));
let failed = [port, ...others].includes(undefined);
if (!failed) {
  console.log(`the service listens after ${Math.round(performance.now() - started)} ms`);
  if (onServers) failed = (await run('dist/bin/ops.js', ['demonstration'], { PORT: port })) !== 0;
  failed ||= (await run('dist/bin/demo.js', [])) !== 0;
}
for (const { stop } of programs) failed = (await stop()) !== 0 || failed;
if (DATA_DIR === undefined) await rm(directory, { recursive: true, force: true });
console.log(failed ? 'smoke test failed' : 'smoke test passed');
process.exit(failed ? 1 : 0);
