import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/** A public Ed25519 key as a JSON Web Key (RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** Thumbprint of the key (RFC 7638). */
  readonly kid: string;
}

/** The public half of an Ed25519 key. */
export function publicKeyOf(key: KeyObject): PublicKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return publicKeyFrom(x ?? '');
}

function publicKeyFrom(x: string): PublicKey {
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');
  return { kty: 'OKP', crv: 'Ed25519', x, kid };
}

/** Reads a public key; undefined for anything else. The key id is always recomputed, never trusted. */
export function readPublicKey(value: unknown): PublicKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kty, crv, x } = value as Record<string, unknown>;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return undefined;
  return /^[\w-]{43}$/.test(x) ? publicKeyFrom(x) : undefined;
}

/** Ed25519 signature, base64url (86 characters). */
export function signBytes(key: KeyObject, bytes: Uint8Array): string {
  return sign(null, bytes, key).toString('base64url');
}

/** Whether a signature matches this key and these bytes. */
export function isSigned(key: PublicKey, bytes: Uint8Array, signature: string): boolean {
  const { kty, crv, x } = key;
  const decoded = Buffer.from(signature, 'base64url');
  // The last of the 86 characters has spare bits: accept only the canonical encoding.
  if (decoded.toString('base64url') !== signature) return false;
  try {
    const object = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    return verify(null, bytes, object, decoded);
  } catch {
    return false;
  }
}

/** A hash of the whole log at the end of a day. */
interface DailyRoot {
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string;
  /** Root of the Merkle tree over the heads of all streams, ordered by the bytes of their names. */
  readonly root: string;
  readonly streams: number;
  /** Position of the newest event included, decimal. */
  readonly position: string;
  /** Root of the previous day; null on the first. */
  readonly previous: string | null;
}

export interface SignedRoot extends DailyRoot {
  readonly keyId: string;
  readonly signature: string;
}

function rootBytes({ day, root, streams, position, previous }: DailyRoot): Buffer {
  const parts = ['brokerage-audit-root/1', day, root, streams, position, previous];
  return Buffer.from(JSON.stringify(parts));
}

/** Signs a root, which proves that the service made it. */
export function signRoot(root: DailyRoot, key: KeyObject, keyId: string): SignedRoot {
  return { ...root, keyId, signature: signBytes(key, rootBytes(root)) };
}

/** Whether a root was signed with this key and is unchanged. */
export function isSignedRoot(root: SignedRoot, key: PublicKey): boolean {
  return root.keyId === key.kid && isSigned(key, rootBytes(root), root.signature);
}
