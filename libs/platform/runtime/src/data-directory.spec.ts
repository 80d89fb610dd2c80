import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from './config.js';
import { prepareDataDirectory } from './data-directory.js';

describe('DATA_DIR', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'data-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  it('is made with its parents, for its owner alone, and taken as it is the next time', async () => {
    const dataDir = join(root, 'a', 'b');
    await prepareDataDirectory({ dataDir });
    await prepareDataDirectory({ dataDir });
    for (const made of [dataDir, join(root, 'a')]) {
      expect((await stat(made)).mode & 0o777).toBe(0o700);
    }
  });

  it('two that start at the same time make it together', async () => {
    const dataDir = join(root, 'c', 'd', 'e');
    await Promise.all(Array.from({ length: 5 }, () => prepareDataDirectory({ dataDir })));
    expect((await stat(dataDir)).isDirectory()).toBe(true);
  });

  it('is refused by name where it cannot be', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below'), '/proc/nothing']) {
      const failure = await prepareDataDirectory({ dataDir }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigError);
      expect((failure as ConfigError).message).toMatch(
        /^Bad configuration: DATA_DIR must be a writable directory: E[A-Z]+$/,
      );
    }
  });

  it('is not needed where everything is elsewhere', async () => {
    const elsewhere = {
      eventStoreUrl: 'esdb://store',
      mongodbUrl: 'mongodb://store',
      smtpUrl: 'smtp://mail',
    };
    const dataDir = '/proc/nothing';
    await expect(prepareDataDirectory({ dataDir, ...elsewhere })).resolves.toBeUndefined();
  });
});
