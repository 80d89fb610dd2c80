import { FIRST_CHECK, LAST_CHECK } from './key-checks.js';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-table.js';
import type { KeyWrapper } from './key-wrapper.js';

const BATCH = 256;
const KINDS: readonly KeyKind[] = ['secret', 'subject'];

/** Numbers of keys, by the master key that opens them. */
export interface KeyCensus {
  /** Under the current master key. */
  readonly wraps: number;
  /** Under the other master key, which only opens. */
  readonly opens: number;
  /** Destroyed. */
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
