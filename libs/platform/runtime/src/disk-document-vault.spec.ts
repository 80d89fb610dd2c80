import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DiskDocumentVault } from './disk-document-vault.js';
import { DocumentDamagedError, DocumentMissingError } from './document-vault.js';
import { SubjectErasedError } from './key-store.js';
import { MemoryKeyTable } from './key-table.js';
import { Sealer } from './sealing.js';
import { WrappedKeyStore } from './wrapped-key-store.js';

const masterKey = createSecretKey(randomBytes(32));

describe('documents on disk', () => {
  let directory: string;
  let keys: WrappedKeyStore;
  let vault: DiskDocumentVault;
  const open = async () => DiskDocumentVault.open(directory, keys, await Sealer.over(keys));
  const fileOf = (key: string) => join(directory, key.slice(0, 2), key.slice(2));
  /** Files below the directory, unfinished ones too. */
  const files = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true })).filter((f) => f.isFile());

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'vault-'));
    keys = await WrappedKeyStore.over(new MemoryKeyTable(), masterKey);
    vault = await open();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('gives back what it was given, and says its hash and size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
        const stored = await vault.put(bytes, { subject: 'person:a' });
        expect(stored).toEqual({
          key: expect.stringMatching(/^[0-9a-f]{64}$/),
          sha256: createHash('sha256').update(bytes).digest('hex'),
          size: bytes.length,
        });
        expect(stored.key).not.toBe(stored.sha256);
        expect(await (await open()).get(stored.key)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 25 },
    );
  });

  it('stores the same document once, also at the same time', async () => {
    const bytes = randomBytes(100_000);
    const stored = await Promise.all(
      Array.from({ length: 10 }, () => vault.put(bytes, { subject: 'person:a' })),
    );
    expect(new Set(stored.map(({ key }) => key)).size).toBe(1);
    expect(await files()).toHaveLength(1);
    expect(await vault.get(stored[0]!.key)).toEqual(bytes);
  });

  it('keeps it encrypted and for its owner only', async () => {
    const { key } = await vault.put(Buffer.from('a signature'), { subject: 'person:a' });
    const file = await readFile(fileOf(key));
    expect(file.includes('signature')).toBe(false);
    expect((await stat(fileOf(key))).mode & 0o777).toBe(0o600);
  });

  it('loses it with the key of its subject, and with no other', async () => {
    const bytes = Buffer.from('both signed this');
    const a = await vault.put(bytes, { subject: 'person:a' });
    const b = await vault.put(bytes, { subject: 'person:b' });
    await keys.destroy('person:a');
    expect(await vault.get(a.key)).toBeUndefined();
    expect(await vault.get(b.key)).toEqual(bytes);
    await expect(vault.put(bytes, { subject: 'person:a' })).rejects.toThrow(SubjectErasedError);
  });

  it('clears what a crash between writing and renaming left, and nothing else', async () => {
    const { key } = await vault.put(Buffer.from('x'), { subject: 'person:a' });
    await writeFile(join(directory, 'unfinished', `.${key.slice(2)}.1234.tmp`), 'half');
    const again = await open();
    expect(await readdir(join(directory, 'unfinished'))).toEqual([]);
    expect(await again.get(key)).toEqual(Buffer.from('x'));
  });

  it('leaves nothing behind when a write fails', async () => {
    const bytes = Buffer.from('x');
    const { key } = await vault.put(bytes, { subject: 'person:a' });
    await rm(join(directory, key.slice(0, 2)), { recursive: true });
    await writeFile(join(directory, key.slice(0, 2)), 'in the way');
    await expect(vault.put(bytes, { subject: 'person:a' })).rejects.toThrow();
    expect(await readdir(join(directory, 'unfinished'))).toEqual([]);
  });

  it('does not know what it has not got', async () => {
    for (const key of [
      '0'.repeat(64),
      '',
      '../../etc/passwd',
      'A'.repeat(64),
      `${'0'.repeat(64)}\n`,
    ]) {
      await expect(vault.get(key)).rejects.toThrow(DocumentMissingError);
    }
  });

  it('notices damage anywhere in the file, and a file that was moved', async () => {
    const a = await vault.put(Buffer.from('a'), { subject: 'person:a' });
    const b = await vault.put(Buffer.from('b'), { subject: 'person:a' });
    const file = await readFile(fileOf(a.key));
    for (let i = 0; i < file.length; i++) {
      const damaged = Buffer.from(file);
      damaged[i]! ^= 1;
      await writeFile(fileOf(a.key), damaged);
      await expect(vault.get(a.key)).rejects.toThrow(
        expect.objectContaining({ name: expect.stringMatching(/DocumentDamaged|KeyMissing/) }),
      );
    }
    for (const length of [0, 5, 12, file.length - 1]) {
      await writeFile(fileOf(a.key), file.subarray(0, length));
      await expect(vault.get(a.key)).rejects.toThrow(
        expect.objectContaining({ name: expect.stringMatching(/DocumentDamaged|KeyMissing/) }),
      );
    }
    await copyFile(fileOf(b.key), fileOf(a.key));
    await expect(vault.get(a.key)).rejects.toThrow(DocumentDamagedError);
  });
});
