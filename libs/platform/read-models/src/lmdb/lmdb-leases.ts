import type { Clock } from '#libs/platform/kernel';
import type { Lease } from '../document-store.js';
import type { LmdbDatabases } from './lmdb-collections.js';

interface StoredLease {
  readonly holder: string;
  readonly epoch: number;
  /** Milliseconds since 1970; 0 once released. */
  readonly expiresAt: number;
}

/** Leases of an embedded store. */
export class LmdbLeases {
  constructor(
    private readonly db: LmdbDatabases,
    private readonly clock: Clock,
  ) {}

  acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    return this.db.transaction(() => {
      const stored = this.#stored(name);
      const now = this.clock.now();
      const ours = stored?.holder === holder && stored.expiresAt > 0;
      if (stored && !ours && stored.expiresAt > now) return undefined;
      const lease = { name, holder, epoch: (stored?.epoch ?? 0) + (ours ? 0 : 1) };
      this.#put(lease, now + ttlMs);
      return lease;
    });
  }

  renew(lease: Lease, ttlMs: number): Promise<boolean> {
    return this.db.transaction(() => {
      const renews = this.isNewest(lease);
      if (renews) this.#put(lease, this.clock.now() + ttlMs);
      return renews;
    });
  }

  async release(lease: Lease): Promise<void> {
    await this.db.transaction(() => {
      if (this.isNewest(lease)) this.#put(lease, 0);
    });
  }

  /** Whether nobody else has taken the lease; an expired one is still valid. */
  isNewest(lease: Lease): boolean {
    const stored = this.#stored(lease.name);
    return stored?.epoch === lease.epoch && stored.holder === lease.holder && stored.expiresAt > 0;
  }

  #stored(name: string): StoredLease | undefined {
    return this.db.meta.get(`lease:${name}`) as StoredLease | undefined;
  }

  #put({ name, holder, epoch }: Lease, expiresAt: number): void {
    const lease: StoredLease = { holder, epoch, expiresAt };
    this.db.meta.put(`lease:${name}`, lease);
  }
}
