import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openImportFile } from './import-command.js';

describe('a pipe to import from', () => {
  let directory: string;
  let pipe: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'import-'));
    pipe = join(directory, 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('waits for its first bytes until it is stopped', async () => {
    const writer = await open(pipe, 'r+');
    const stopping = new AbortController();
    const opening = openImportFile(pipe, stopping.signal);
    stopping.abort();
    await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
    await writer.close();
  });

  it('keeps its first bytes, and has as many lines as will come', async () => {
    const writer = await open(pipe, 'r+');
    await writer.write('{}\n');
    const file = await openImportFile(pipe, new AbortController().signal);
    expect(file).toMatchObject({ compressed: false, lines: undefined });
    expect(String(file.body.read())).toBe('{}\n');
    file.body.destroy();
    await writer.close();
  });
});
