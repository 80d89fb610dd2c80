import type { ClientSession, Collection } from 'mongodb';
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
        return { name, holder, epoch: 1 };
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
    return taken.matchedCount === 1 ? { name, holder, epoch } : undefined;
  }

  async renew(lease: Lease, ttlMs: number): Promise<boolean> {
    return this.#update(lease, { $set: { expiresAt: this.clock.now() + ttlMs } });
  }

  async release(lease: Lease): Promise<void> {
    await this.#update(lease, { $set: { expiresAt: 0 } });
  }

  /** Whether nobody has taken the lease since. */
  async isNewest(lease: Lease): Promise<boolean> {
    return (await this.leases.findOne(held(lease))) !== null;
  }

  /** The same in a transaction, which then fails should the lease change hands before it commits. */
  async touch(lease: Lease, session: ClientSession): Promise<boolean> {
    const touched = await this.leases.updateOne(held(lease), { $inc: { writes: 1 } }, { session });
    return touched.matchedCount === 1;
  }

  async #update(lease: Lease, change: { $set: Partial<LeaseRecord> }): Promise<boolean> {
    return (await this.leases.updateOne(held(lease), change)).matchedCount === 1;
  }
}

function held({ name, holder, epoch }: Lease): {
  _id: string;
  holder: string;
  epoch: number;
  expiresAt: { $gt: number };
} {
  return { _id: name, holder, epoch, expiresAt: { $gt: 0 } };
}
