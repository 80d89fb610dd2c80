import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/support/projection-world.js';
import { freePort } from '../../../test/support/free-port.js';
import { ServiceProcess, START } from '../../../test/support/service-process.js';

const MIB = 1024 * 1024;
/** Of `npm start`, in MiB. */
const OLD_SPACE = 1_024;
const SEMI_SPACE = 32;

describe('the process that npm start starts', () => {
  let service: ServiceProcess | undefined;
  afterEach(async () => {
    await service?.stop();
    await service?.remove();
  });

  it('has the memory that sizing.md speaks of', async () => {
    const tell = `
      import { getHeapStatistics } from 'node:v8';
      console.log('heap limit: %d', getHeapStatistics().heap_size_limit);`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), {}, options);
    const limit = Number(/heap limit: (\d+)/.exec(service.output)?.[1]) / MIB;
    // young objects have three semi-spaces
    expect(limit).toBe(OLD_SPACE + 3 * SEMI_SPACE);
  });

  it('serves, and ends when it is told to, where what it says goes to a full disk', async () => {
    const dataDir = await ServiceProcess.freshDirectory();
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const tell = `
      process.on('newListener', (name) => {
        if (name === 'SIGTERM') process.stderr.write('minds SIGTERM');
      });`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
    const child = spawn(process.execPath, [...options, ...START], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const live = async (): Promise<boolean> => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
      return answer?.status === 200;
    };
    try {
      // the start is over once it minds its own end
      await until('it has started', () => said.includes('minds SIGTERM'));
      // what it says of this request is lost as well
      expect(await live()).toBe(true);
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
