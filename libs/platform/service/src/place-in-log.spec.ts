import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { placeInLog } from './log-consumer.js';

describe('the place in the log that a checkpoint keeps', () => {
  let directory: string;
  let progress: DocumentStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'place-'));
    progress = await openDocumentStore({ directory });
    await progress.write({ writes: [], checkpoints: [{ name: 'a', position: 7n }] });
  });
  afterEach(async () => {
    await progress.close();
    await rm(directory, { recursive: true });
  });

  it('is the one that was kept', async () => {
    expect(await placeInLog(progress, 'a', 7n)).toBe(7n);
    expect(await placeInLog(progress, 'b', 7n)).toBeUndefined();
  });

  it('is none when it is ahead of the log, nor once the log is as long again', async () => {
    expect(await placeInLog(progress, 'a', 6n)).toBeUndefined();
    await progress.write({ writes: [], checkpoints: [{ name: 'a', position: 3n }] });
    expect(await placeInLog(progress, 'a', 9n)).toBe(3n);
  });
});
