import type { EventStore } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import type { DocumentStore } from '../document-store.js';
import type { ErasureWatch } from './erasure-watch.js';
import type { DecodeEvents, SubscriptionLimits } from './subscription-context.js';
import type { RunnerLogger } from './runner-logger.js';
import type { Projection } from '../projection.js';
import type { SkippedEvents } from '../skipped-events.js';

/** The lease that the process has which keeps the documents up to date. */
export const PROJECTIONS = 'projections';

/** What a runner needs. */
export interface ProjectionRunnerOptions {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
  readonly projections: readonly Projection[];
  readonly decode: DecodeEvents;
  /** Without it personal data stay in documents. */
  readonly erasures?: ErasureWatch;
  /** Without it nothing is skipped. */
  readonly skipped?: SkippedEvents;
  readonly clock: Clock;
  readonly logger?: RunnerLogger;
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
