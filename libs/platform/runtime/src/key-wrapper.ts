import { createHash, randomBytes, type KeyObject } from 'node:crypto';
import { WrongMasterKeyError, type KeyKind } from './key-store.js';
import { decrypt, encrypt } from './sealing.js';

/** First byte of a record: a wrapped key follows {@link WRAPPED}, nothing follows {@link ERASED}. */
const ERASED = 0;
const WRAPPED = 1;

/** The master keys of a process: AES-256, 32 bytes each. */
export interface MasterKeys {
  /** The current one: wraps new keys, and opens. */
  readonly wraps: KeyObject;
  /** The previous or the next one, while the master key is being replaced: opens only. */
  readonly opens?: KeyObject | undefined;
  /** Where the current one is from, for messages; default `MASTER_KEY`. */
  readonly source?: string;
  /** Reads the keys again, so that a process notices their replacement. */
  readonly reload?: () => MasterKeys;
}

export type OpenedBy = 'wraps' | 'opens';

/** Contents of a record. `unopened`: no master key opens it, or it is damaged. */
type OpenedRecord =
  | { readonly state: OpenedBy; readonly key: Buffer }
  | { readonly state: 'erased' }
  | { readonly state: 'unopened' };

/** SHA-256 (hexadecimal) that identifies a key without revealing anything about it. */
export function keyFingerprint(key: Buffer | KeyObject): string {
  const bytes = Buffer.isBuffer(key) ? key : key.export();
  return createHash('sha256').update('key fingerprint\0').update(bytes).digest('hex');
}

/** Wraps 32-byte keys with the master key: AES-256-GCM, with kind and name as associated data, so that records can't be exchanged. */
export class KeyWrapper {
  /** @param masterKeys those in use; may be replaced */
  constructor(public masterKeys: MasterKeys) {}

  /** Wraps a key into a record; a new random key by default. */
  wrap(
    kind: KeyKind,
    name: string,
    { key = randomBytes(32), by = 'wraps' }: { key?: Buffer; by?: OpenedBy } = {},
  ): Buffer {
    const masterKey = this.masterKeys[by] ?? this.masterKeys.wraps;
    return Buffer.concat([Buffer.of(WRAPPED), encrypt(masterKey, key, aadOf(kind, name))]);
  }

  /** Opens a record; one that can't be opened is not an error. */
  inspect(kind: KeyKind, name: string, record: Buffer): OpenedRecord {
    if (isErased(record)) return { state: 'erased' };
    const opened = this.#open(kind, name, record);
    if (opened.state !== 'unopened') return opened;
    const reloaded = this.masterKeys.reload?.();
    if (reloaded === undefined || isSame(reloaded, this.masterKeys)) return opened;
    this.masterKeys = reloaded;
    return this.#open(kind, name, record);
  }

  /** Returns the key in a record; undefined if it was destroyed. @throws WrongMasterKeyError */
  unwrap(kind: KeyKind, name: string, record: Buffer): Buffer | undefined {
    const opened = this.inspect(kind, name, record);
    if (opened.state === 'unopened') throw new WrongMasterKeyError(this.notOpened);
    return opened.state === 'erased' ? undefined : opened.key;
  }

  /** Error message for a key store that no master key of this process opens. */
  get notOpened(): string {
    return `${this.#source} does not open the key store: its keys are wrapped by another master key, or it was damaged`;
  }

  /** Error message for a key store of which the master keys open a part. */
  get partlyOpened(): string {
    return `${this.#source} opens a part of the key store only: its replacement is not finished. Set the other key as MASTER_KEY_OTHER`;
  }

  get #source(): string {
    return this.masterKeys.source ?? 'MASTER_KEY';
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
