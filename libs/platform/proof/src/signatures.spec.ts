import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isSigned, publicKeyOf, readPublicKey, signBytes } from './signatures.js';

const { privateKey } = generateKeyPairSync('ed25519');
const key = publicKeyOf(privateKey);
const bytes = Buffer.from('what was signed');

describe('a public key', () => {
  it('is read with an id that is worked out anew', () => {
    expect(readPublicKey({ ...key, kid: 'another' })).toEqual(key);
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { ...key, x: key.x.slice(1) },
    { ...key, x: `${key.x}A` },
    { ...key, x: `${key.x.slice(1)}=` },
    { ...key, x: [key.x] },
    { ...key, kty: 'RSA' },
    { ...key, crv: 'X25519' },
  ])('is nothing else: %j', (value) => {
    expect(readPublicKey(value)).toBeUndefined();
  });
});

describe('a signature', () => {
  const signature = signBytes(privateKey, bytes);

  it('is of one key, over some bytes', () => {
    const stranger = publicKeyOf(generateKeyPairSync('ed25519').privateKey);
    expect(isSigned(key, bytes, signature)).toBe(true);
    expect(isSigned(stranger, bytes, signature)).toBe(false);
    expect(isSigned(key, Buffer.from('what was not'), signature)).toBe(false);
    expect(isSigned({ ...key, x: 'none' }, bytes, signature)).toBe(false);
  });

  it('is written in one way', () => {
    const last = signature.charAt(85);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    // the bits of the last character that say nothing
    const same = [1, 2, 3].map((bits) => alphabet.charAt(alphabet.indexOf(last) ^ bits));
    const spellings = [...same.map((end) => signature.slice(0, 85) + end), `${signature}==`];
    for (const spelling of spellings) {
      expect(Buffer.from(spelling, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
      expect(isSigned(key, bytes, spelling)).toBe(false);
    }
  });
});
