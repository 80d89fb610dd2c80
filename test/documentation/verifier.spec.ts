import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

/** A place that has nothing of the service. */
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'verifier-'));
});
afterAll(() => rm(directory, { recursive: true }));

it('exports are verified with no more than what docs/audit.md names', async () => {
  const text = await readFile(join(ROOT, 'docs/audit.md'), 'utf8');
  const sentence = /no configuration: Node 20, (.+?)\. The file/s.exec(text)?.[1] ?? '';
  const named = Array.from(sentence.matchAll(/`(.+?)`/g), ([, name]) => name ?? '');
  const paths = named.flatMap((name) => {
    if (name === 'commander') return [`node_modules/${name}`];
    return name.endsWith('verify*.js')
      ? ['.js', '-file.js'].map((end) => name.replace('*.js', end))
      : [name];
  });
  for (const path of paths) {
    await cp(join(ROOT, path), join(directory, path), { recursive: true, dereference: true });
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['dist/apps/ops/src/verify.js', '--help'],
    { cwd: directory },
  );
  expect(stdout).toContain('Verifies an audit export');
});
