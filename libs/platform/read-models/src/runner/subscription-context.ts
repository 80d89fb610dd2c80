import type { EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Clock, Recorded } from '#libs/platform/kernel';
import type { DocumentStore, Lease } from '../document-store.js';
import type { Projection, SkippedEvents } from '../projection.js';
import type { ProjectionShard } from './projection-shard.js';

/** Decrypts and upcasts stored events. Undefined for an unknown event. */
export type DecodeEvents = (
  events: readonly StoredEvent[],
) => Promise<readonly (Recorded | undefined)[]>;

interface SubscriptionLimits {
  /** Events decoded and folded at a time. */
  readonly batchEvents: number;
  /** While catching up: events folded before their documents are written. */
  readonly pendingEvents: number;
  /** Documents per transaction; the checkpoints go with the last. */
  readonly writeDocuments: number;
  /** Documents in memory, in bytes of JSON. While catching up this includes those not written yet; once live it is an eighth. */
  readonly memoryBytes: number;
  /**
   * How long changed documents wait to be stored if no reader of this process waits, in milliseconds, after a store of so many events.
   * Readers in other processes wait as long for the newest documents.
   */
  readonly storeEveryMs: (events: number) => number;
  /** Whether to let requests go first between batches and between transactions. */
  readonly yields?: boolean;
}

/** Limits that fill transactions but fit into the memory of a service. */
export const SUBSCRIPTION_LIMITS: SubscriptionLimits = {
  batchEvents: 1_000,
  pendingEvents: 262_144,
  writeDocuments: 1_000,
  memoryBytes: 24 * 1024 * 1024,
  storeEveryMs: (events) => Math.min(40, events),
};

/** Where there is one process: every reader is of it, and hurries what it waits for. */
export const LIMITS_OF_ONE_PROCESS: Partial<SubscriptionLimits> = { storeEveryMs: () => 250 };

export interface RunnerLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What a runner needs to know about erasures of personal data. */
export interface ErasureWatch {
  /** Prefix of the stored types of erasure events. */
  readonly typePrefix: string;
  /** Makes the data unreadable for this process. Returns the streams that contain some, in log order up to the event. */
  apply(erasure: StoredEvent): Promise<readonly string[]>;
  /** Whether events of a type, without version, may contain personal data. */
  isPersonal(type: string): boolean;
  /** Whether an event contains data of the person. */
  concerns(event: StoredEvent, erasure: StoredEvent): boolean;
}

/** The dependencies of a fold. */
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

/** The dependencies of a subscription. */
export interface SubscriptionContext extends FoldTools {
  readonly lease: Lease;
  readonly limits: SubscriptionLimits;
  /** Event types that shards may want; others are filtered out before they are parsed. Default: those of the first shards. */
  readonly events?: readonly string[] | undefined;
  /** Called when more of these shards is visible to readers, or when one has stopped. */
  stored(shards: readonly ProjectionShard[]): void;
}

/** Callbacks between the batches of a subscription. */
export interface SubscriptionOwner {
  /** The head of the log has been reached, and everything up to it is stored. */
  caughtUp?(): Promise<void>;
  /** True ends the subscription. */
  done?(): boolean | Promise<boolean>;
}

/**
 * How long a lease outlives a dead process, in milliseconds: long enough for a pause of a busy one, short enough for a standby to take
 * over within ten seconds even if it is just as busy.
 */
export const LEASE_MS = 4_000;

/** Name of the lease of the leader. */
export const PROJECTIONS = 'projections';

export interface ProjectionRunnerOptions extends FoldTools {
  readonly eventStore: EventStore;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** Identifies this process for the lease; must differ after each start. */
  readonly holder: string;
  /** How long the lease outlives a dead process, in milliseconds; default 4,000. */
  readonly leaseMs?: number;
  /** How often a standby asks for the lease, in milliseconds; default 1,000. The leader looks at the log at least half as often. */
  readonly pollMs?: number;
  /** Whether to publish the status for `observe` in other processes; default false. */
  readonly publishes?: boolean;
  readonly limits?: Partial<SubscriptionLimits>;
}

/** Adapts a context for catching up while readers are served: no step delays requests for long. */
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

/** A shorter turn of the event loop had nothing to do. */
const IDLE_TURN_MS = 0.1;
/** Limits the turns left to others, so that background work makes progress under any load. */
const MOST_TURNS = 4;

/** Lets requests go first: resolves after an idle turn of the event loop, or after several busy ones. */
export async function yieldToRequests(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const started = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - started < IDLE_TURN_MS) return;
  }
}
