import { createCipheriv, createDecipheriv, randomBytes, type CipherKey } from 'node:crypto';

const IV = 12;
const TAG = 16;

/** AES-256-GCM with a random 96-bit IV. @returns IV, ciphertext, tag */
export function encrypt(key: CipherKey, plaintext: Uint8Array, aad: Uint8Array): Buffer {
  const iv = randomBytes(IV);
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
