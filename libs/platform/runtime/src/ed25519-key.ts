import { createPrivateKey, type KeyObject } from 'node:crypto';

/** PKCS #8 header of an Ed25519 private key; the 32-byte seed follows (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the Ed25519 private key of a 32-byte seed, such as a secret of the key store. */
export function ed25519Key(seed: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
