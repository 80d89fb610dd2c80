import type { KeyObject } from 'node:crypto';
import { isSigned, type PublicKey, signBytes } from './signatures.js';

/** The state of the whole log at the end of a day, in one hash. */
interface DailyRoot {
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string;
  /** Root of the Merkle tree over the heads of all streams, in the order of their names' bytes. */
  readonly root: string;
  /** Number of streams. */
  readonly streams: number;
  /** Position of the newest event it includes, decimal. */
  readonly position: string;
  /** Root of the day before; null on the first. */
  readonly previous: string | null;
}

/** A root and who vouches for it. */
export interface SignedRoot extends DailyRoot {
  readonly keyId: string;
  readonly signature: string;
}

/** The bytes that are signed. */
function rootBytes({ day, root, streams, position, previous }: DailyRoot): Buffer {
  const parts = ['brokerage-audit-root/1', day, root, streams, position, previous];
  return Buffer.from(JSON.stringify(parts));
}

/** Signs a root, so that whoever has it can show that the service made it. */
export function signRoot(root: DailyRoot, key: KeyObject, keyId: string): SignedRoot {
  return { ...root, keyId, signature: signBytes(key, rootBytes(root)) };
}

/** Whether a root was signed with a key, and is as it was signed. */
export function isSignedRoot(root: SignedRoot, key: PublicKey): boolean {
  return root.keyId === key.kid && isSigned(key, rootBytes(root), root.signature);
}
