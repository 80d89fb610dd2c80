import type { KeyObject } from 'node:crypto';
import { isSigned, type PublicKey, signBytes } from './signatures.js';

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
