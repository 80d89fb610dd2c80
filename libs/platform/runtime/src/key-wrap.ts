import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';

const IV = 12;
const TAG = 16;

/** Random bytes for the next IVs: asking the operating system for each takes longer than encrypting a short text. */
const random = Buffer.alloc(256 * IV);
let used = random.length;

function nextIv(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += IV;
  return random.subarray(used - IV, used);
}

/** AES-256-GCM with a random 96-bit IV. @returns IV, ciphertext, tag */
export function encrypt(key: CipherKey, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const iv = nextIv();
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(aad);
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** Reverses {@link encrypt}. @returns undefined if the bytes, the key or the associated data don't match */
export function decrypt(key: CipherKey, bytes: Buffer, aad: Uint8Array): Buffer | undefined {
  if (bytes.length < IV + TAG) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV), {
    authTagLength: TAG,
  });
  decipher.setAAD(aad);
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
  const plaintext = decipher.update(bytes.subarray(IV, bytes.length - TAG));
  try {
    const rest = decipher.final();
    return rest.length === 0 ? plaintext : Buffer.concat([plaintext, rest]);
  } catch {
    return undefined;
  }
}

/** PKCS #8 header of an Ed25519 private key; the 32-byte seed follows (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the Ed25519 private key of a 32-byte seed, such as a secret of the key store. */
export function ed25519Key(seed: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
