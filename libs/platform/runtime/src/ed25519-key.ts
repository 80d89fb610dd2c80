import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Start of an Ed25519 private key in PKCS #8; the 32 bytes of the seed follow (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 private key of a seed of 32 bytes, such as a secret of the key store: the same in all processes. */
export function ed25519Key(seed: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
