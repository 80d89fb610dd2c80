import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/condition.js';
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

  it('ends as it should when it is told to while its first start is under way', async () => {
    const tell = `
      process.on('newListener', (name) => {
        if (name === 'SIGTERM') setImmediate(() => process.kill(process.pid, 'SIGTERM'));
      });`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(tell)}`];
    service = await ServiceProcess.start(await ServiceProcess.freshDirectory(), {}, options);
    await expect(service.untilItEnds()).rejects.toThrow('the service ended with 0:');
    expect((await service.credentials()).firmId).not.toBe('');
  });

  it('serves, and ends when it is told to, where what it says goes to a full disk', async () => {
    const dataDir = await ServiceProcess.freshDirectory();
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, START, {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port) },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
    const live = async (): Promise<boolean> => {
      const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
      return answer?.status === 200;
    };
    try {
      // what it says of these requests is lost as well
      await eventually(async () => ((await live()) ? true : undefined));
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
