import { createHash, randomBytes, type KeyObject } from 'node:crypto';
import { WrongMasterKeyError } from './key-store.js';
import type { KeyKind } from './key-table.js';
import { decrypt, encrypt } from './key-wrap.js';

/** First byte of a record; a wrapped key follows {@link WRAPPED}, nothing follows {@link ERASED}. */
const ERASED = 0;
const WRAPPED = 1;

/** The master keys of a process: AES-256, of 32 bytes. */
export interface MasterKeys {
  /** Wraps what is made, and opens. */
  readonly wraps: KeyObject;
  /** Opens only: the one before, or the one to come, while the master key is being replaced. */
  readonly opens?: KeyObject | undefined;
  /** Looks the keys up again, for a process that learns in this way that they were replaced. */
  readonly reload?: () => MasterKeys;
}

/** Which of a process's master keys opens a record. */
export type OpenedBy = 'wraps' | 'opens';

/** What a record holds. `unopened`: none of the master keys opens it, or it is damaged. */
type OpenedRecord =
  | { readonly state: OpenedBy; readonly key: Buffer }
  | { readonly state: 'erased' }
  | { readonly state: 'unopened' };

/** SHA-256 (hexadecimal) that only this key has. Tells keys apart, and says nothing of them. */
export function keyFingerprint(key: Buffer | KeyObject): string {
  const bytes = Buffer.isBuffer(key) ? key : key.export();
  return createHash('sha256').update('key fingerprint\0').update(bytes).digest('hex');
}

/**
 * Wraps keys of 32 bytes with the master key, and opens them: AES-256-GCM, with the kind and the name of the key as associated
 * data, so that one can't be put in the place of another.
 */
export class KeyWrapper {
  /** @param masterKeys those in use, which may be exchanged for others */
  constructor(public masterKeys: MasterKeys) {}

  /** A record that holds a key; a new random one by default. */
  wrap(
    kind: KeyKind,
    name: string,
    { key = randomBytes(32), by = 'wraps' }: { key?: Buffer; by?: OpenedBy } = {},
  ): Buffer {
    const masterKey = this.masterKeys[by] ?? this.masterKeys.wraps;
    return Buffer.concat([Buffer.of(WRAPPED), encrypt(masterKey, key, aadOf(kind, name))]);
  }

  /** Looks into a record, without an error for one that can't be opened. */
  look(kind: KeyKind, name: string, record: Buffer): OpenedRecord {
    if (isErased(record)) return { state: 'erased' };
    const opened = this.#open(kind, name, record);
    if (opened.state !== 'unopened') return opened;
    const reloaded = this.masterKeys.reload?.();
    if (reloaded === undefined || isSame(reloaded, this.masterKeys)) return opened;
    this.masterKeys = reloaded;
    return this.#open(kind, name, record);
  }

  /**
   * The key in a record; undefined when it was erased.
   * @throws WrongMasterKeyError
   */
  unwrap(kind: KeyKind, name: string, record: Buffer): Buffer | undefined {
    const opened = this.look(kind, name, record);
    if (opened.state === 'unopened') throw new WrongMasterKeyError(NOT_OPENED);
    return opened.state === 'erased' ? undefined : opened.key;
  }

  #open(kind: KeyKind, name: string, record: Buffer): OpenedRecord {
    for (const state of ['wraps', 'opens'] as const) {
      const masterKey = this.masterKeys[state];
      if (masterKey === undefined || record[0] !== WRAPPED) continue;
      const key = decrypt(masterKey, record.subarray(1), aadOf(kind, name));
      if (key?.length === 32) return { state, key };
    }
    return { state: 'unopened' };
  }
}

/** What is said of a key store that no master key of this process opens. */
export const NOT_OPENED =
  'MASTER_KEY does not open the key store: its keys are wrapped by another master key, or it was damaged';

/** The record of a key that was destroyed. */
export function erasedRecord(): Buffer {
  return Buffer.of(ERASED);
}

function isErased(record: Buffer): boolean {
  return record[0] === ERASED && record.length === 1;
}

function aadOf(kind: KeyKind, name: string): Buffer {
  return Buffer.from(`${kind}/${name}`);
}

function isSame(a: MasterKeys, b: MasterKeys): boolean {
  return (
    a.wraps.equals(b.wraps) && (a.opens && b.opens ? a.opens.equals(b.opens) : a.opens === b.opens)
  );
}
