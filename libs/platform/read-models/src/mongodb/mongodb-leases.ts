import type { Collection, Filter } from 'mongodb';
import type { Clock } from '#libs/platform/kernel';
import type { Lease } from '../document-store.js';
import { isDuplicateKey } from './mongodb-errors.js';

/** A lease as MongoDB keeps it. */
export interface LeaseRecord {
  readonly _id: string;
  readonly holder: string;
  readonly epoch: number;
  /** Milliseconds since 1970 by the holder's clock; 0 once released. */
  readonly expiresAt: number;
}

/** Leases by compare-and-set. Clocks only decide when a holder may be replaced; what keeps the old one out is the epoch. */
export class MongoLeases {
  /** By name, the lease that this process has last been told is its own, and until when it need not ask again. */
  readonly #sure = new Map<string, { readonly epoch: number; readonly until: number }>();

  constructor(
    private readonly leases: Collection<LeaseRecord>,
    private readonly clock: Clock,
  ) {}

  async acquire(name: string, holder: string, ttlMs: number): Promise<Lease | undefined> {
    const stored = await this.leases.findOne({ _id: name });
    const now = this.clock.now();
    const expiresAt = now + ttlMs;
    if (stored === null) {
      try {
        await this.leases.insertOne({ _id: name, holder, epoch: 1, expiresAt });
        return this.#got({ name, holder, epoch: 1 }, now, ttlMs);
      } catch (error) {
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    }
    const ours = stored.holder === holder && stored.expiresAt > 0;
    if (!ours && stored.expiresAt > now) return undefined;
    const epoch = stored.epoch + (ours ? 0 : 1);
    const same = { _id: name, epoch: stored.epoch, expiresAt: stored.expiresAt };
    const taken = await this.leases.updateOne(same, { $set: { holder, epoch, expiresAt } });
    if (taken.matchedCount === 0) return undefined;
    return this.#got({ name, holder, epoch }, now, ttlMs);
  }

  /** Nobody else gets it until its time is over; half of that is left to clocks that differ. */
  #got(lease: Lease, now: number, ttlMs: number): Lease {
    this.#sure.set(lease.name, { epoch: lease.epoch, until: now + ttlMs / 2 });
    return lease;
  }

  async renew(lease: Lease, ttlMs: number): Promise<boolean> {
    const now = this.clock.now();
    const renewed = await this.#update(lease, { $set: { expiresAt: now + ttlMs } });
    if (renewed) this.#got(lease, now, ttlMs);
    return renewed;
  }

  async release(lease: Lease): Promise<void> {
    this.#sure.delete(lease.name);
    await this.#update(lease, { $set: { expiresAt: 0 } });
  }

  /** Whether nobody has taken the lease since. Asks the store only where the lease has not been renewed for half of its time. */
  async isNewest(lease: Lease): Promise<boolean> {
    const sure = this.#sure.get(lease.name);
    if (sure?.epoch === lease.epoch && this.clock.now() < sure.until) return true;
    return (await this.leases.findOne(held(lease))) !== null;
  }

  async #update(lease: Lease, change: { $set: Partial<LeaseRecord> }): Promise<boolean> {
    return (await this.leases.updateOne(held(lease), change)).matchedCount === 1;
  }
}

function held({ name, holder, epoch }: Lease): Filter<LeaseRecord> {
  return { _id: name, holder, epoch, expiresAt: { $gt: 0 } };
}
