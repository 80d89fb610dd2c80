import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

/** A directory without anything of the service. */
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verifier-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('exports are verified with no more than what docs/audit.md names', async () => {
  const text = await readFile('docs/audit.md', 'utf8');
  const file = /no configuration: Node 20 and `(.+?)`/.exec(text)?.[1] ?? '';
  const program = join(directory, 'verify.js');
  await copyFile(file, program);
  const verifying = promisify(execFile)(process.execPath, [program, '--help'], { cwd: directory });
  expect((await verifying).stdout).toContain('Verifies an audit export');
});
