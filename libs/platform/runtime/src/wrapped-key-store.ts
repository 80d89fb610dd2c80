import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#libs/platform/kernel';
import type { Config } from './config.js';
import {
  KeyMissingError,
  KeysLostError,
  LogLostError,
  KeyNotOpenedError,
  MasterKeyReplacedError,
  SubjectErasedError,
  type KeyStore,
  WrongMasterKeyError,
  type KeyKind,
  type KeyTable,
} from './key-store.js';
import { checkMasterKeys, isReplaced, KeyRewrapping } from './key-rewrapping.js';
import { erasedRecord, KeyWrapper, type MasterKeys } from './key-wrapper.js';
import { LmdbKeyTable } from './lmdb-key-table.js';
import type { Logger } from './logger.js';
import { SystemClock } from './ports.js';
import { MongoKeyTable } from './mongodb-key-table.js';

interface WrappedKeyStoreOptions {
  /** Never creates anything: missing keys are a {@link KeysLostError}. */
  readonly readOnly?: boolean;
  /** Subjects whose keys or erasures the store must have; nothing is written to a store that lacks any. */
  readonly requiredSubjects?: readonly string[];
  /** The log is empty, so there must be no keys of subjects: an empty log beside keys means that a log was lost. */
  readonly mustBeEmpty?: boolean;
  /** Maximum number of keys in memory; at least as many as are opened at a time. Default 50,000 (about 10 MB). */
  readonly maxKeys?: number;
  /** Age in ms after which {@link KeyStore.open} and {@link KeyStore.ensure} check for an erasure by another process. Default 10,000. */
  readonly refreshMs?: number;
  readonly clock?: Clock;
  /** Reports a master key that was replaced by one this process lacks. */
  readonly logger?: Pick<Logger, 'error'>;
}

/** How often the missing master key is logged while keys can't be opened, in milliseconds. */
const REMIND_MS = 60_000;
const HAS_REPLACED_KEY =
  'MASTER_KEY has been replaced: restart this process with the new master key as MASTER_KEY and the earlier one as MASTER_KEY_OTHER';

interface Entry {
  readonly state: Buffer | 'erased' | 'absent';
  readonly at: number;
}

/** A {@link KeyStore} over any {@link KeyTable}, with the cryptography and a cache. */
export class WrappedKeyStore implements KeyStore {
  readonly #entries: LRUCache<string, Entry>;
  readonly #secrets = new Map<string, Promise<Buffer>>();
  readonly #ensuring = new Map<string, Promise<Buffer>>();
  readonly #clock: Clock;
  #remindedAt = -Infinity;
  /** Replaces the master key in the table. */
  readonly rewrapping: KeyRewrapping;

  private constructor(
    private readonly table: KeyTable,
    /** Holds the master keys in use. */
    readonly wrapper: KeyWrapper,
    private readonly options: WrappedKeyStoreOptions,
  ) {
    this.rewrapping = new KeyRewrapping(table, wrapper);
    this.#entries = new LRUCache({ max: options.maxKeys ?? 50_000 });
    this.#clock = options.clock ?? new SystemClock();
  }

  /**
   * Takes ownership of the table: it is closed with the store.
   * @throws WrongMasterKeyError if the table was filled under another master key
   * @throws KeysLostError if keys are missing
   * @throws LogLostError if there are keys although the log is empty
   */
  static async over(
    table: KeyTable,
    masterKeys: MasterKeys | KeyObject,
    options: WrappedKeyStoreOptions = {},
  ): Promise<WrappedKeyStore> {
    const wrapper = new KeyWrapper('wraps' in masterKeys ? masterKeys : { wraps: masterKeys });
    const store = new WrappedKeyStore(table, wrapper, options);
    try {
      await checkKnown(table, options);
      await checkMasterKeys(table, wrapper, options.readOnly === true);
    } catch (error) {
      await table.close();
      throw error;
    }
    return store;
  }

  async open(subjects: Iterable<string>): Promise<void> {
    const wanted = [...new Set(subjects)].filter((subject) => {
      const entry = this.#entries.get(subject);
      // An erasure is permanent; a missing key may be created at any moment.
      return entry?.state !== 'erased' && !this.#isFresh(entry);
    });
    if (wanted.length === 0) return;
    const records = await this.table.read('subject', wanted);
    await this.#opening(() => wanted.forEach((subject, i) => this.#remember(subject, records[i])));
  }

  keyOf(subject: string): Buffer | undefined {
    let entry = this.#entries.get(subject);
    if ((entry === undefined || entry.state === 'absent') && this.table.readNow !== undefined) {
      entry = this.#remember(subject, this.table.readNow('subject', subject));
    }
    if (entry === undefined) throw new KeyNotOpenedError('a key was used that was not opened');
    if (entry.state === 'absent') throw new KeyMissingError('the key store has no such key');
    return entry.state === 'erased' ? undefined : entry.state;
  }

  async ensure(subject: string): Promise<Buffer> {
    const entry = this.#entries.get(subject);
    if (this.#isFresh(entry)) return entry.state;
    let ensuring = this.#ensuring.get(subject);
    if (ensuring === undefined) {
      ensuring = this.#create(subject).finally(() => this.#ensuring.delete(subject));
      this.#ensuring.set(subject, ensuring);
    }
    return ensuring;
  }

  async destroy(subject: string): Promise<void> {
    checkName(subject);
    await this.table.replace('subject', subject, erasedRecord());
    this.#entries.set(subject, { state: 'erased', at: this.#clock.now() });
  }

  overwriteDestroyed(): Promise<boolean> {
    return this.table.overwriteReplaced();
  }

  secret(name: string): Promise<Buffer> {
    let secret = this.#secrets.get(name);
    if (secret === undefined) {
      secret = this.#readOrInsert('secret', name).then(async (record) => {
        const key = await this.#opening(() => this.wrapper.unwrap('secret', name, record));
        if (key === undefined) throw new KeyMissingError('the secret was destroyed');
        return key;
      });
      this.#secrets.set(name, secret);
      secret.catch(() => this.#secrets.delete(name));
    }
    return secret;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#ensuring.values(), ...this.#secrets.values()]);
    await this.table.close();
    this.#entries.clear();
    this.#secrets.clear();
  }

  async #create(subject: string): Promise<Buffer> {
    const record = await this.#readOrInsert('subject', subject);
    const { state } = await this.#opening(() => this.#remember(subject, record));
    if (!Buffer.isBuffer(state)) throw new SubjectErasedError();
    return state;
  }

  /** Returns the record that won among concurrent creators. */
  async #readOrInsert(kind: KeyKind, name: string): Promise<Buffer> {
    checkName(name);
    const [existing] = await this.table.read(kind, [name]);
    if (existing === undefined && this.options.readOnly) throw new KeysLostError();
    return existing ?? this.table.insertIfAbsent(kind, name, this.wrapper.wrap(kind, name));
  }

  /** Opens records; distinguishes a replaced master key from a damaged record. */
  async #opening<T>(open: () => T): Promise<T> {
    try {
      return open();
    } catch (error) {
      if (!(error instanceof WrongMasterKeyError)) throw error;
      if (!(await isReplaced(this.table, this.wrapper))) throw error;
      const now = this.#clock.now();
      if (now - this.#remindedAt >= REMIND_MS) {
        this.#remindedAt = now;
        this.options.logger?.error({ setting: 'MASTER_KEY' }, HAS_REPLACED_KEY);
      }
      throw new MasterKeyReplacedError();
    }
  }

  /** Whether the entry is a key that need not be read again. */
  #isFresh(entry: Entry | undefined): entry is Entry & { readonly state: Buffer } {
    if (!Buffer.isBuffer(entry?.state)) return false;
    return entry.at >= this.#clock.now() - (this.options.refreshMs ?? 10_000);
  }

  #remember(subject: string, record: Buffer | undefined): Entry {
    // An erasure made while the record was being read takes precedence.
    const known = this.#entries.get(subject);
    if (known?.state === 'erased') return known;
    const key = record && this.wrapper.unwrap('subject', subject, record);
    const state = record === undefined ? 'absent' : (key ?? 'erased');
    const entry: Entry = { state, at: this.#clock.now() };
    this.#entries.set(subject, entry);
    return entry;
  }
}

async function checkKnown(
  table: KeyTable,
  { requiredSubjects = [], mustBeEmpty = false }: WrappedKeyStoreOptions,
): Promise<void> {
  const records =
    requiredSubjects.length === 0 ? [] : await table.read('subject', requiredSubjects);
  if (records.includes(undefined)) throw new KeysLostError();
  if (!mustBeEmpty) return;
  if ((await table.list('subject', undefined, 1)).length > 0) throw new LogLostError();
}

/** Names are keys in every kind of table, so they must be short and printable. */
function checkName(name: string): void {
  if (name === '' || /[\p{Cc}\p{Cs}]/u.test(name) || Buffer.byteLength(name) > 1000) {
    throw new RangeError('the name of a key must be 1 to 1000 bytes of printable text');
  }
}

/**
 * Opens the key store: in MongoDB if `MONGODB_URL` is set, otherwise in `DATA_DIR/keys`, mode 0700.
 * @throws WrongMasterKeyError if it was filled under another master key
 * @throws DamagedStoreError if anything in its file was changed
 * @throws StoreUnavailableError
 */
export async function openKeyStore(
  { mongodbUrl, dataDir }: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  masterKeys: MasterKeys,
  options: WrappedKeyStoreOptions = {},
): Promise<WrappedKeyStore> {
  if (mongodbUrl !== undefined) {
    const table = await MongoKeyTable.connect(mongodbUrl, options.readOnly);
    return WrappedKeyStore.over(table, masterKeys, options);
  }
  const table = new LmdbKeyTable(join(dataDir, 'keys'), options.readOnly);
  const store = await WrappedKeyStore.over(table, masterKeys, options);
  if (options.readOnly === true || table.isWhole) return store;
  try {
    await table.verify((kind, { name, record }) => {
      return store.wrapper.inspect(kind, name, record).state !== 'unopened';
    });
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
