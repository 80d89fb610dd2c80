import { createSecretKey, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { subjectOfKeys } from '#libs/platform/kernel';
import type { PersonalData } from '#libs/platform/event-store';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { KeyMissingError, KeyNotOpenedError, SubjectErasedError } from './key-store.js';
import { SealBrokenError, Sealer, sealingKeys } from './sealing.js';
import { WrappedKeyStore } from './wrapped-key-store.js';

const masterKey = createSecretKey(randomBytes(32));
/** Any text a request may hold; a lone surrogate is no text and never gets this far. */
const text = () => fc.string({ unit: 'grapheme' });

describe('sealing', () => {
  let table: MemoryKeyTable;
  let keys: WrappedKeyStore;
  let sealer: Sealer;
  beforeEach(async () => {
    table = new MemoryKeyTable();
    keys = await WrappedKeyStore.over(table, masterKey);
    sealer = await Sealer.over(keys);
  });

  it('opens what it sealed, whatever the text and the subject', async () => {
    await fc.assert(
      fc.asyncProperty(text(), text(), async (name, plaintext) => {
        const subject = `person:${name.replace(/\p{Cc}/gu, '')}`;
        await sealer.ensure([subject]);
        const sealed = sealer.seal(subject, plaintext);
        expect(sealed).toMatch(/^v1\.[\w-]+\.[\w-]+$/);
        expect(sealingKeys(sealed)).toEqual([subject]);
        expect(sealer.open(sealed)).toBe(plaintext);
        expect(sealer.opener(sealed)()).toBe(plaintext);
      }),
    );
  });

  it('is what the codec wants', () => {
    const port: PersonalData = sealer;
    expect(port).toBe(sealer);
  });

  it('never gives the same text twice, nor shows it', async () => {
    await sealer.ensure(['person:a']);
    const sealed = Array.from({ length: 200 }, () => sealer.seal('person:a', '123-45-6789'));
    expect(new Set(sealed).size).toBe(200);
    expect(sealed.join()).not.toContain('6789');
  });

  it('refuses a text with any character changed', async () => {
    await sealer.ensure(['person:a', 'person:b']);
    const sealed = sealer.seal('person:a', 'secret');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (let i = 0; i < sealed.length; i++) {
      for (const character of [alphabet[(alphabet.indexOf(sealed[i]!) + 32) % 64]!, '.', '']) {
        const altered = sealed.slice(0, i) + character + sealed.slice(i + 1);
        if (altered === sealed) continue;
        await sealer.prefetch([altered]);
        expect(() => sealer.open(altered)).toThrow(
          expect.objectContaining({ name: expect.stringMatching(/SealBroken|KeyMissing/) }),
        );
      }
    }
    const other = sealed.replace(
      sealed.split('.')[1]!,
      Buffer.from('person:b').toString('base64url'),
    );
    expect(() => sealer.open(other)).toThrow(SealBrokenError);
  });

  it.each(['', 'plain', 'v2.cGVyc29uOmE.' + 'A'.repeat(60), 'v1..' + 'A'.repeat(60), 'v1.YQ.AAAA'])(
    'refuses %j, and does not take it for a sealed text',
    async (bad) => {
      await sealer.prefetch([bad]);
      expect(sealingKeys(bad)).toEqual([]);
      expect(() => sealer.open(bad)).toThrow(SealBrokenError);
      expect(() => sealer.opener(bad)).toThrow(SealBrokenError);
    },
  );

  it('needs the key in memory, which prefetch puts there', async () => {
    await sealer.ensure(['person:a']);
    const sealed = sealer.seal('person:a', 'x');
    const other = await Sealer.over(await WrappedKeyStore.over(table, masterKey));
    expect(() => other.open(sealed)).toThrow(KeyNotOpenedError);
    expect(() => other.seal('person:a', 'x')).toThrow(KeyNotOpenedError);
    await other.prefetch([sealed, 'plain']);
    expect(other.open(sealed)).toBe('x');
  });

  it('answers undefined after an erasure, and seals no more', async () => {
    await sealer.ensure(['person:a', 'person:b']);
    const sealed = sealer.seal('person:a', 'x');
    const put = sealer.opener(sealed);
    await keys.destroy('person:a');
    expect(sealer.open(sealed)).toBeUndefined();
    expect(sealer.opener(sealed)()).toBeUndefined();
    expect(put()).toBe('x');
    expect(() => sealer.seal('person:a', 'x')).toThrow();
    await expect(sealer.ensure(['person:b', 'person:a'])).rejects.toThrow(SubjectErasedError);
  });

  describe('under several keys together', () => {
    const both = subjectOfKeys(['person:a', 'person:b']);

    it('opens as long as none of them is destroyed', async () => {
      await sealer.ensure([both]);
      const sealed = sealer.seal(both, 'x');
      expect(sealingKeys(sealed)).toEqual(['person:a', 'person:b']);
      const other = await Sealer.over(await WrappedKeyStore.over(table, masterKey));
      await other.prefetch([sealed]);
      expect(other.open(sealed)).toBe('x');
      await keys.destroy('person:b');
      expect(sealer.open(sealed)).toBeUndefined();
      expect(sealer.opener(sealed)()).toBeUndefined();
    });

    it('neither of them opens alone, nor the other way round', async () => {
      await sealer.ensure([both]);
      const payload = sealer.seal(both, 'x').split('.')[2] ?? '';
      for (const subject of ['person:a', 'person:b', subjectOfKeys(['person:b', 'person:a'])]) {
        const passedOff = `v1.${Buffer.from(subject).toString('base64url')}.${payload}`;
        expect(() => sealer.open(passedOff)).toThrow(SealBrokenError);
      }
    });

    it('seals under those that are left, until there are none', async () => {
      await sealer.ensure([both]);
      await keys.destroy('person:a');
      await sealer.ensure([both]);
      const sealed = sealer.seal(both, 'x');
      expect(sealingKeys(sealed)).toEqual(['person:b']);
      expect(sealer.open(sealed)).toBe('x');
      await keys.destroy('person:b');
      await expect(sealer.ensure([both])).rejects.toThrow(SubjectErasedError);
      expect(() => sealer.seal(both, 'x')).toThrow();
    });
  });

  it('is loud when the key store does not belong to the text', async () => {
    await sealer.ensure(['person:a']);
    const sealed = sealer.seal('person:a', 'x');
    const stranger = await Sealer.over(await WrappedKeyStore.over(new MemoryKeyTable(), masterKey));
    await stranger.prefetch([sealed]);
    expect(() => stranger.open(sealed)).toThrow(KeyMissingError);
  });

  it('hashes equal values equally, and only those', async () => {
    const again = await Sealer.over(await WrappedKeyStore.over(table, masterKey));
    const stranger = await Sealer.over(await WrappedKeyStore.over(new MemoryKeyTable(), masterKey));
    fc.assert(
      fc.property(text(), text(), text(), text(), (n1, v1, n2, v2) => {
        const hash = sealer.keyedHash(n1, v1);
        expect(hash).toMatch(/^[\w-]{43}$/);
        expect(again.keyedHash(n1, v1)).toBe(hash);
        expect(stranger.keyedHash(n1, v1)).not.toBe(hash);
        expect(sealer.keyedHash(n2, v2) === hash).toBe(n1 === n2 && v1 === v2);
        expect(sealer.keyedHash(n1 + v1, '') === hash).toBe(v1 === '');
      }),
    );
  });
});
