import {
  KeysLostError,
  WrongMasterKeyError,
  type KeyKind,
  type KeyRecord,
  type KeySwap,
  type KeyTable,
} from './key-store.js';
import type { KeyWrapper, OpenedBy } from './key-wrapper.js';

const BATCH = 256;
const KINDS: readonly KeyKind[] = ['secret', 'subject'];

/** Numbers of keys, by the master key that opens them. */
export interface KeyCensus {
  /** Under the current master key. */
  readonly wraps: number;
  /** Under the other master key, which only opens. */
  readonly opens: number;
  readonly erased: number;
  /** Under neither: damaged, or under a third master key. */
  readonly unopened: number;
}

/** Progress of replacing the master key. */
interface RewrapProgress {
  /** Keys checked so far. */
  readonly looked: number;
  /** Keys among them that were rewrapped. */
  readonly rewrapped: number;
}

/**
 * Rewraps every key of a table with the current master key. Records are replaced by compare-and-swap, so other processes may keep reading,
 * creating and destroying keys, or do the same work. After an interruption the next run skips finished keys.
 */
export class KeyRewrapping {
  constructor(
    private readonly table: KeyTable,
    private readonly wrapper: KeyWrapper,
  ) {}

  /** Counts all keys, including the service's own and the two checks. */
  async census(): Promise<KeyCensus> {
    const census = { wraps: 0, opens: 0, erased: 0, unopened: 0 };
    for await (const { kind, records } of this.#pages()) {
      for (const { name, record } of records) {
        census[this.wrapper.inspect(kind, name, record).state] += 1;
      }
    }
    return census;
  }

  /**
   * Rewraps all keys, and yields its progress after each batch. Stops when the caller stops iterating.
   * @throws StoreUnavailableError; it can then be run again
   */
  async *run(): AsyncGenerator<RewrapProgress, void, undefined> {
    let looked = 0;
    let rewrapped = 0;
    // Before all others: from now on, no process with only the earlier key can start.
    rewrapped += await this.#rewrap('secret', await this.#named(FIRST_CHECK));
    for await (const { kind, records } of this.#pages()) {
      const others =
        kind === 'secret' ? records.filter(({ name }) => name !== LAST_CHECK) : records;
      rewrapped += await this.#rewrap(kind, others);
      looked += records.length;
      yield { looked, rewrapped };
    }
    // After all others: from now on, a process with only the new key can start.
    rewrapped += await this.#rewrap('secret', await this.#named(LAST_CHECK));
    yield { looked, rewrapped };
  }

  async #named(name: string): Promise<readonly KeyRecord[]> {
    const [record] = await this.table.read('secret', [name]);
    return record === undefined ? [] : [{ name, record }];
  }

  async #rewrap(kind: KeyKind, records: readonly KeyRecord[]): Promise<number> {
    const swaps = records.flatMap(({ name, record }): KeySwap[] => {
      const opened = this.wrapper.inspect(kind, name, record);
      if (opened.state !== 'opens') return [];
      const { key } = opened;
      return [{ name, expected: record, record: this.wrapper.wrap(kind, name, { key }) }];
    });
    // Records that were destroyed or rewrapped since they were read stay as they are.
    return swaps.length === 0 ? 0 : this.table.swap(kind, swaps);
  }

  async *#pages(): AsyncGenerator<{ kind: KeyKind; records: readonly KeyRecord[] }> {
    for (const kind of KINDS) {
      let after: string | undefined;
      do {
        const records = await this.table.list(kind, after, BATCH);
        if (records.length > 0) yield { kind, records };
        after = records.length < BATCH ? undefined : records.at(-1)?.name;
      } while (after !== undefined);
    }
  }
}

/**
 * Two secrets that only serve to check the master keys at a start. Replacing the master key rewraps one before all other keys and one
 * after them: while they are under different master keys, a process needs both.
 */
export const FIRST_CHECK = 'master-key-check';
export const LAST_CHECK = 'master-key-check/last';

/**
 * Checks that the master keys of this process open every record in a table.
 * @param readOnly writes nothing
 * @throws WrongMasterKeyError if they don't, with the remedy
 * @throws KeysLostError if the table is empty and `readOnly` is set
 */
export async function checkMasterKeys(
  table: KeyTable,
  wrapper: KeyWrapper,
  readOnly: boolean,
): Promise<void> {
  const [firstRecord, lastRecord] = await table.read('secret', [FIRST_CHECK, LAST_CHECK]);
  if (firstRecord === undefined && readOnly) throw new KeysLostError();
  const openedBy = async (
    name: string,
    existing: Buffer | undefined,
    madeBy: OpenedBy,
  ): Promise<OpenedBy | undefined> => {
    if (existing === undefined && readOnly) return madeBy;
    const record =
      existing ??
      (await table.insertIfAbsent('secret', name, wrapper.wrap('secret', name, { by: madeBy })));
    const { state } = wrapper.inspect('secret', name, record);
    return state === 'wraps' || state === 'opens' ? state : undefined;
  };
  const first = await openedBy(FIRST_CHECK, firstRecord, 'wraps');
  // Key stores of earlier builds lack the last check; their keys are all as old as the first.
  const last = await openedBy(LAST_CHECK, lastRecord, first ?? 'wraps');
  if (first !== undefined && last !== undefined) return;
  throw new WrongMasterKeyError(first === last ? wrapper.notOpened : wrapper.partlyOpened);
}

/** Whether the master key was replaced by one this process lacks: the first check is rewrapped before all other keys. */
export async function isReplaced(table: KeyTable, wrapper: KeyWrapper): Promise<boolean> {
  const [check] = await table.read('secret', [FIRST_CHECK]);
  return check !== undefined && wrapper.inspect('secret', FIRST_CHECK, check).state === 'unopened';
}
