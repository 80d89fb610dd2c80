import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Clock, Recorded } from '#libs/platform/kernel';
import type { DocumentStore, Lease } from '../document-store.js';
import type { Projection } from '../projection.js';
import type { SkippedEvents } from '../skipped-events.js';
import type { ProjectionShard } from './projection-shard.js';

/** Decodes events of the log: decrypts and upcasts them. Undefined for an event that nobody knows. */
export type DecodeEvents = (
  events: readonly StoredEvent[],
) => Promise<readonly (Recorded | undefined)[]>;

/** Sizes of the work of a subscription. */
interface SubscriptionLimits {
  /** Events decoded and folded at a time. */
  readonly batchEvents: number;
  /** While catching up: events folded before their documents are written. */
  readonly pendingEvents: number;
  /** Documents in one transaction; the checkpoints go with the last. */
  readonly writeDocuments: number;
  /** Documents kept in memory, in bytes of JSON: while catching up those not written yet, too. An eighth of it once live. */
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

/** The part of a logger that the runner uses. */
export interface RunnerLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What a runner has to know of the erasure of personal data. */
export interface ErasureWatch {
  /** How the stored types of the events start that erase a person's data. */
  readonly typePrefix: string;
  /**
   * Makes sure that this process can't read the data any more; answers the streams that hold some of them, in the order of
   * the log up to the event.
   */
  apply(erasure: StoredEvent): Promise<readonly string[]>;
  /** Whether events of a type, without version, may hold data of a person. */
  isPersonal(type: string): boolean;
  /** Whether an event holds data of the person. */
  concerns(event: StoredEvent, erasure: StoredEvent): boolean;
}

/** What documents are folded with. */
export interface FoldTools {
  readonly eventStore: Pick<EventStore, 'readStream' | 'subscribeToAll'>;
  readonly documents: DocumentStore;
  readonly decode: DecodeEvents;
  /** Without it personal data stay in documents. */
  readonly erasures?: ErasureWatch;
  /** Without it nothing is skipped. */
  readonly skipped?: SkippedEvents | undefined;
  readonly logger?: RunnerLogger;
}

/** What a subscription works with. */
export interface SubscriptionContext extends FoldTools {
  readonly lease: Lease;
  readonly limits: SubscriptionLimits;
  /**
   * Types of events that shards of the subscription may want; all others are left out as they are read, before they are parsed. Default
   * those that its first shards want, for a subscription that is given no further ones.
   */
  readonly events?: readonly string[] | undefined;
  /** Readers get more of these shards, or one of them has stopped. */
  stored(shards: readonly ProjectionShard[]): void;
}

/** What the owner of a subscription decides between batches. */
export interface SubscriptionOwner {
  /** The head of the log has been reached, and everything up to it is stored. */
  caughtUp?(): Promise<void>;
  /** True ends the subscription. */
  done?(): boolean | Promise<boolean>;
}

/** The lease that the process has which keeps the documents up to date. */
export const PROJECTIONS = 'projections';

/** What a runner needs. */
export interface ProjectionRunnerOptions extends FoldTools {
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** Identity of this process for the lease; another one after each start. */
  readonly holder: string;
  /** How long the lease outlives a process that died, in milliseconds; default 10,000. */
  readonly leaseMs?: number;
  /** Pause between two looks at the lease and at the head of the log, in milliseconds; default 1,000. */
  readonly pollMs?: number;
  /** Tells other processes once in `pollMs` where the projections are, for their `observe`. Default false. */
  readonly publishes?: boolean;
  readonly limits?: Partial<SubscriptionLimits>;
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
