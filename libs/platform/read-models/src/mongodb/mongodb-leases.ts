import type { Collection, Filter } from 'mongodb';
import type { Clock } from '#libs/platform/kernel';
import { unlessExists } from '#libs/platform/stores';
import type { Lease } from '../document-store.js';

/** A lease as stored in MongoDB. */
export interface LeaseRecord {
  readonly _id: string;
  readonly holder: string;
  readonly epoch: number;
  /** Milliseconds since 1970 by the holder's clock; 0 once released. */
  readonly expiresAt: number;
}

/** Leases by compare-and-set. Clocks only decide when a holder may be replaced; the epoch keeps the old one out. */
export class MongoLeases {
  /** Leases confirmed as ours, by name, and until when they need not be checked again. */
  readonly #confirmed = new Map<string, { readonly epoch: number; readonly until: number }>();

  constructor(
    private readonly leases: Collection<LeaseRecord>,
    private readonly clock: Clock,
  ) {}

  async acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    const stored = await this.leases.findOne({ _id: name });
    const now = this.clock.now();
    const expiresAt = now + ttlMs;
    if (stored === null) {
      const first = { _id: name, holder, epoch: 1, expiresAt };
      if (!(await unlessExists(() => this.leases.insertOne(first)))) return undefined;
      return this.#confirm({ name, holder, epoch: 1 }, now, ttlMs);
    }
    const ours = stored.holder === holder && stored.expiresAt > 0;
    if (!ours && stored.expiresAt > now) return undefined;
    const epoch = stored.epoch + (ours ? 0 : 1);
    const same = { _id: name, epoch: stored.epoch, expiresAt: stored.expiresAt };
    const taken = await this.leases.updateOne(same, { $set: { holder, epoch, expiresAt } });
    if (taken.matchedCount === 0) return undefined;
    return this.#confirm({ name, holder, epoch }, now, ttlMs);
  }

  /** Nobody else can take the lease before it expires; half of its time allows for clocks that differ. */
  #confirm(lease: Lease, now: number, ttlMs: number): Lease {
    this.#confirmed.set(lease.name, { epoch: lease.epoch, until: now + ttlMs / 2 });
    return lease;
  }

  async renew(lease: Lease, ttlMs: number): Promise<boolean> {
    const now = this.clock.now();
    const renewed = await this.#update(lease, { $set: { expiresAt: now + ttlMs } });
    if (renewed) this.#confirm(lease, now, ttlMs);
    return renewed;
  }

  async release(lease: Lease): Promise<void> {
    this.#confirmed.delete(lease.name);
    await this.#update(lease, { $set: { expiresAt: 0 } });
  }

  /** Whether nobody else has taken the lease. Queries the store only if the lease was not renewed for half of its time. */
  async isNewest(lease: Lease): Promise<boolean> {
    const confirmed = this.#confirmed.get(lease.name);
    if (confirmed?.epoch === lease.epoch && this.clock.now() < confirmed.until) return true;
    return (await this.leases.findOne(held(lease))) !== null;
  }

  async #update(lease: Lease, change: { $set: Partial<LeaseRecord> }): Promise<boolean> {
    return (await this.leases.updateOne(held(lease), change)).matchedCount === 1;
  }
}

function held({ name, holder, epoch }: Lease): Filter<LeaseRecord> {
  return { _id: name, holder, epoch, expiresAt: { $gt: 0 } };
}
