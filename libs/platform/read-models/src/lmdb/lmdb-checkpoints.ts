import type { Checkpoint } from '../document-store.js';
import type { LmdbDatabases } from './lmdb-databases.js';

const KEY = 'checkpoints';

/** Checkpoints of an embedded store: one value for all of them, since those of a subscription move together with every write. */
export class LmdbCheckpoints {
  constructor(private readonly db: LmdbDatabases) {}

  get(name: string): bigint | undefined {
    const stored = this.#all()[name];
    return stored === undefined ? undefined : BigInt(stored);
  }

  all(): ReadonlyMap<string, bigint> {
    return new Map(Object.entries(this.#all()).map(([name, position]) => [name, BigInt(position)]));
  }

  /** Inside a transaction: moves checkpoints forwards, never backwards. */
  put(checkpoints: readonly Checkpoint[]): void {
    if (checkpoints.length === 0) return;
    const all = { ...this.#all() };
    for (const { name, position } of checkpoints) {
      const stored = all[name];
      if (stored === undefined || BigInt(stored) < position) all[name] = position.toString();
    }
    void this.db.meta.put(KEY, all);
  }

  async delete(name: string): Promise<void> {
    await this.db.transaction(() => {
      const { [name]: gone, ...others } = this.#all();
      if (gone !== undefined) void this.db.meta.put(KEY, others);
    });
  }

  /** Inside a transaction: removes all. */
  clear(): void {
    void this.db.meta.remove(KEY);
  }

  #all(): Readonly<Record<string, string>> {
    return (this.db.meta.get(KEY) ?? {}) as Record<string, string>;
  }
}
