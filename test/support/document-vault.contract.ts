import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  DocumentDamagedError,
  DocumentMissingError,
  type DocumentVault,
  type KeyStore,
  Sealer,
  SubjectErasedError,
  WrappedKeyStore,
} from '#libs/platform/runtime';
import { MemoryKeyTable } from './memory-key-table.js';

/** A place for documents, with direct access to what is stored in it. */
export interface VaultUnderTest {
  /** Opens it again, as another process would. */
  open(keys: KeyStore, sealer: Sealer): Promise<DocumentVault>;
  /** The bytes stored under a key. */
  read(key: string): Promise<Buffer>;
  write(key: string, blob: Buffer): Promise<void>;
  /** Number of documents, including unfinished ones. */
  count(): Promise<number>;
  dispose(): Promise<void>;
}

/** The contract of every document vault. */
export function documentVaultContract(name: string, make: () => Promise<VaultUnderTest>): void {
  describe(`document vault: ${name}`, () => {
    const masterKey = createSecretKey(randomBytes(32));
    let place: VaultUnderTest;
    let keys: WrappedKeyStore;
    let vault: DocumentVault;
    const opened: DocumentVault[] = [];
    const open = async () => {
      const another = await place.open(keys, await Sealer.over(keys));
      opened.push(another);
      return another;
    };

    beforeEach(async () => {
      place = await make();
      keys = await WrappedKeyStore.over(new MemoryKeyTable(), masterKey);
      vault = await open();
    });
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close();
      await place.dispose();
    });

    it('gives back what it was given, also elsewhere, and says its hash and size', async () => {
      const elsewhere = await open();
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
          const stored = await vault.put(bytes, { subject: 'person:a' });
          expect(stored).toEqual({
            key: expect.stringMatching(/^[0-9a-f]{64}$/),
            sha256: createHash('sha256').update(bytes).digest('hex'),
            size: bytes.length,
          });
          expect(stored.key).not.toBe(stored.sha256);
          expect(await elsewhere.get(stored.key)).toEqual(Buffer.from(bytes));
        }),
        { numRuns: 25 },
      );
    });

    it('keeps the largest document there may be', async () => {
      const bytes = randomBytes(12 * 1024 * 1024);
      const { key } = await vault.put(bytes, { subject: 'person:a' });
      expect((await vault.get(key))?.equals(bytes)).toBe(true);
    });

    it('stores the same document once, also at the same time', async () => {
      const bytes = randomBytes(100_000);
      const elsewhere = await open();
      const stored = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 === 0 ? vault : elsewhere).put(bytes, { subject: 'person:a' }),
        ),
      );
      expect(new Set(stored.map(({ key }) => key)).size).toBe(1);
      expect(await place.count()).toBe(1);
      expect(await vault.get(stored[0]!.key)).toEqual(bytes);
    });

    it('keeps it encrypted', async () => {
      const { key } = await vault.put(Buffer.from('a signature'), { subject: 'person:a' });
      expect((await place.read(key)).includes('signature')).toBe(false);
    });

    it('loses it with the key of its subject, and with no other', async () => {
      const bytes = Buffer.from('both signed this');
      const a = await vault.put(bytes, { subject: 'person:a' });
      const b = await vault.put(bytes, { subject: 'person:b' });
      await keys.destroy('person:a');
      expect(await vault.get(a.key)).toBeUndefined();
      expect(await vault.get(b.key)).toEqual(bytes);
      expect([await vault.check(a), await vault.check(b)]).toEqual(['erased', 'intact']);
      // whose document it was is compared all the same
      expect(await vault.check({ ...a, sha256: '0'.repeat(64) })).toBe('damaged');
      await expect(vault.put(bytes, { subject: 'person:a' })).rejects.toThrow(SubjectErasedError);
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
        expect(await vault.check({ key, sha256: '0'.repeat(64) })).toBe('missing');
      }
    });

    it('notices damage anywhere, and a document that was moved', async () => {
      const a = await vault.put(Buffer.from('a'), { subject: 'person:a' });
      const b = await vault.put(Buffer.from('b'), { subject: 'person:a' });
      const blob = await place.read(a.key);
      const damaged = [
        ...Array.from(blob, (_, i) => {
          const copy = Buffer.from(blob);
          copy[i]! ^= 1;
          return copy;
        }),
        ...[0, 5, 12, blob.length - 1].map((length) => blob.subarray(0, length)),
      ];
      for (const one of damaged) {
        await place.write(a.key, one);
        await expect(vault.get(a.key)).rejects.toThrow(
          expect.objectContaining({ name: expect.stringMatching(/DocumentDamaged|KeyMissing/) }),
        );
        expect(await vault.check(a)).toBe('damaged');
      }
      await place.write(a.key, await place.read(b.key));
      await expect(vault.get(a.key)).rejects.toThrow(DocumentDamagedError);
      expect(await vault.check(a)).toBe('damaged');
      await vault.put(Buffer.from('a'), { subject: 'person:a' });
      expect(await vault.get(a.key)).toEqual(Buffer.from('a'));
    });
  });
}
