import { FIRST_CHECK, LAST_CHECK } from './key-checks.js';
import type { KeyKind, KeyRecord, KeySwap, KeyTable } from './key-table.js';
import type { KeyWrapper } from './key-wrapper.js';

const BATCH = 256;
const KINDS: readonly KeyKind[] = ['secret', 'subject'];

/** Numbers of keys, by what opens them. */
export interface KeyCensus {
  /** Under the master key that wraps. */
  readonly wraps: number;
  /** Under the one that opens only. */
  readonly opens: number;
  /** Destroyed. */
  readonly erased: number;
  /** Under neither: damaged, or wrapped by a third master key. */
  readonly unopened: number;
}

/** How a replacement of the master key is getting on. */
interface RewrapProgress {
  /** Keys looked at, of those there were at the beginning. */
  readonly looked: number;
  /** Of those, keys that were under the master key that opens only. */
  readonly rewrapped: number;
}

/**
 * Wraps every key of a table anew with the master key that wraps. Each is put in the place of its record by compare-and-swap, so
 * other processes may go on reading, making and destroying keys meanwhile, and another may do the same work. What is interrupted
 * is taken up by the next run: what is done already is passed over.
 */
export class KeyRewrapping {
  constructor(
    private readonly table: KeyTable,
    private readonly wrapper: KeyWrapper,
  ) {}

  /** Counts the keys, the service's own included, and the two that are there for the check at a start. */
  async census(): Promise<KeyCensus> {
    const census = { wraps: 0, opens: 0, erased: 0, unopened: 0 };
    for await (const { kind, records } of this.#pages()) {
      for (const { name, record } of records) {
        census[this.wrapper.look(kind, name, record).state] += 1;
      }
    }
    return census;
  }

  /**
   * Does the work, and tells of it after each batch. Whoever stops iterating stops it.
   * @throws StoreUnavailableError when the store is away; run it again then
   */
  async *run(): AsyncGenerator<RewrapProgress, void, undefined> {
    let looked = 0;
    let rewrapped = 0;
    // Before all others: from here on no process starts that has the earlier key only.
    rewrapped += await this.#rewrap('secret', await this.#named(FIRST_CHECK));
    for await (const { kind, records } of this.#pages()) {
      const others =
        kind === 'secret' ? records.filter(({ name }) => name !== LAST_CHECK) : records;
      rewrapped += await this.#rewrap(kind, others);
      looked += records.length;
      yield { looked, rewrapped };
    }
    // After all others: from here on a process may start that has the new key only.
    rewrapped += await this.#rewrap('secret', await this.#named(LAST_CHECK));
    yield { looked, rewrapped };
  }

  async #named(name: string): Promise<readonly KeyRecord[]> {
    const [record] = await this.table.read('secret', [name]);
    return record === undefined ? [] : [{ name, record }];
  }

  async #rewrap(kind: KeyKind, records: readonly KeyRecord[]): Promise<number> {
    const swaps = records.flatMap(({ name, record }): KeySwap[] => {
      const opened = this.wrapper.look(kind, name, record);
      if (opened.state !== 'opens') return [];
      const { key } = opened;
      return [{ name, expected: record, record: this.wrapper.wrap(kind, name, { key }) }];
    });
    // One that was destroyed, or wrapped by another process, since it was read stays as it is.
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
