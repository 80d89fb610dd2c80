import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import type { DocumentStore, Lease } from '../document-store.js';
import type { SkippedEvents } from '../skipped-events.js';
import type { ErasureWatch } from './erasure-watch.js';
import type { ProjectionShard } from './projection-shard.js';
import type { RunnerLogger } from './runner-logger.js';

/** Decodes events of the log: decrypts and upcasts them. Undefined for an event that nobody knows. */
export type DecodeEvents = (
  events: readonly StoredEvent[],
) => Promise<readonly (Recorded | undefined)[]>;

/** Sizes of the work of a subscription. */
export interface SubscriptionLimits {
  /** Events decoded and folded at a time. */
  readonly batchEvents: number;
  /** While catching up: events folded before their documents are written. */
  readonly pendingEvents: number;
  /** Documents in one transaction; the checkpoints go with the last. */
  readonly writeDocuments: number;
  /**
   * Documents kept in memory, in bytes of JSON: while catching up those not written yet, too. An eighth of it once live.
   */
  readonly memoryBytes: number;
  /** Whether requests go first, between two batches and two transactions. */
  readonly yields?: boolean;
}

/** Sizes that fill a transaction and stay within the memory of a service. */
export const SUBSCRIPTION_LIMITS: SubscriptionLimits = {
  batchEvents: 1_000,
  pendingEvents: 262_144,
  writeDocuments: 1_000,
  memoryBytes: 24 * 1024 * 1024,
};

/** What a subscription works with. */
export interface SubscriptionContext {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly decode: DecodeEvents;
  readonly lease: Lease;
  readonly limits: SubscriptionLimits;
  /**
   * Types of events that shards of the subscription may want; all others are left out as they are read, before they are parsed. Default
   * those that its first shards want, for a subscription that is given no further ones.
   */
  readonly events?: readonly string[] | undefined;
  readonly erasures?: ErasureWatch | undefined;
  readonly skipped?: SkippedEvents | undefined;
  readonly logger?: RunnerLogger | undefined;
  /** Readers get more of these shards, or one of them has stopped. */
  stored(shards: readonly ProjectionShard[]): void;
}

/** What the owner of a subscription decides between batches. */
export interface SubscriptionOwner {
  /** The head of the log has been reached, and everything up to it is stored. */
  caughtUp(): Promise<void>;
  /** True ends the subscription. */
  done(): boolean | Promise<boolean>;
}

/** For a subscription that catches up while readers are served: none of its steps keeps a request waiting for long. */
export function besideReaders(context: SubscriptionContext): SubscriptionContext {
  const { batchEvents, writeDocuments } = context.limits;
  const limits = {
    ...context.limits,
    batchEvents: Math.min(batchEvents, 50),
    writeDocuments: Math.min(writeDocuments, 50),
    yields: true,
  };
  return { ...context, limits, events: undefined };
}
