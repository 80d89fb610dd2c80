import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../support/condition.js';
import { runStep } from './step.js';

/** Starts a process that would run for ever, writes its id to a file and ends with a status. */
const LEAVING = `
  const { spawn } = require('node:child_process');
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  require('node:fs').writeFileSync(process.env.FILE, String(left.pid));
  process.exit(Number(process.env.STATUS));
`;

/** Whether a process is there and has not ended. */
const runs = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return stat.split(') ')[1]?.[0] !== 'Z';
};

describe('a step of the tests on real servers', () => {
  it.each([0, 3])('that ends with %i leaves no process behind', async (status) => {
    const directory = await mkdtemp(join(tmpdir(), 'step-'));
    const FILE = join(directory, 'pid');
    expect(await runStep(['-e', LEAVING], { FILE, STATUS: String(status) })).toBe(status === 0);
    const pid = Number(await readFile(FILE, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    await eventually(async () => !(await runs(pid)) || undefined);
    await rm(directory, { recursive: true });
  });
});
