import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from './config.js';
import { loadMasterKeys, MasterKeyFiles } from './master-key.js';

describe('the master key', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'master-key-')), 'data');
  });
  afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

  it('is generated once in the embedded default, readable by its owner only', async () => {
    const keys = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await loadMasterKeys({ dataDir, embedded: true })).wraps,
      ),
    );
    for (const key of keys) expect(key.equals(keys[0]!)).toBe(true);
    expect(keys[0]!.symmetricKeySize).toBe(32);
    const file = join(dataDir, 'master.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toBe(`${keys[0]!.export().toString('base64')}\n`);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is the given one where one is given, and no file is made', async () => {
    const masterKey = createSecretKey(randomBytes(32));
    expect(await loadMasterKeys({ dataDir, embedded: true, masterKey })).toEqual({
      wraps: masterKey,
    });
    const otherMasterKey = createSecretKey(randomBytes(32));
    expect(await loadMasterKeys({ dataDir, embedded: true, masterKey, otherMasterKey })).toEqual({
      wraps: masterKey,
      opens: otherMasterKey,
    });
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is never made up beside servers', async () => {
    await expect(loadMasterKeys({ dataDir, embedded: false })).rejects.toThrow(ConfigError);
  });

  it('is not made anew where keys wait for the one that is missing', async () => {
    await mkdir(join(dataDir, 'keys'), { recursive: true });
    await writeFile(join(dataDir, 'keys', 'data.mdb'), '');
    await expect(loadMasterKeys({ dataDir, embedded: true })).rejects.toThrow('is missing');
    expect(await readdir(dataDir)).toEqual(['keys']);
  });

  it('refuses a damaged file without showing it', async () => {
    await loadMasterKeys({ dataDir, embedded: true });
    await writeFile(join(dataDir, 'master.key'), 'hunter2');
    const error: unknown = await loadMasterKeys({ dataDir, embedded: true }).catch(
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).not.toContain('hunter2');
  });

  it('has a next one beside it until that takes its place', async () => {
    const load = () => loadMasterKeys({ dataDir, embedded: true });
    const files = new MasterKeyFiles(dataDir);
    const { wraps: old, reload } = await load();
    const { wraps, opens } = await files.prepareNext();
    expect(opens?.equals(old)).toBe(true);
    expect(wraps.equals(old)).toBe(false);
    // a replacement that was interrupted goes on with the same key
    expect((await files.prepareNext()).wraps.equals(wraps)).toBe(true);
    expect((await load()).wraps.equals(wraps)).toBe(true);
    expect((await load()).opens?.equals(old)).toBe(true);
    expect((await stat(join(dataDir, 'master.key.next'))).mode & 0o777).toBe(0o600);

    await files.adoptNext();
    expect(await readdir(dataDir)).toEqual(['master.key']);
    for (const keys of [await load(), reload!()]) {
      expect(keys.wraps.equals(wraps)).toBe(true);
      expect(keys.opens).toBeUndefined();
    }
  });
});
