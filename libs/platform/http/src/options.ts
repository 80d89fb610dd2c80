import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '#libs/platform/kernel';
import type { Authenticator } from './caller.js';
import type { ConsistencyTracker } from './consistency.js';
import type { ApiTopics } from './description/tags.js';
import type { DryRuns } from './dry-run.js';
import type { Moments, Sandboxes } from './request-state.js';
import type { IdempotencyLedger } from './idempotency.js';
import type { OutgoingLimits } from './outgoing-bodies.js';
import type { RateLimit } from './rate-limit.js';
import type { DisclosureLedger } from './request-context.js';
import type { RequestLog } from './request-log.js';

/** Checks whether the service is ready. */
export interface Readiness {
  /** `details` is public: names and figures, nothing confidential. */
  check(): Promise<{
    readonly ready: boolean;
    readonly details: Readonly<Record<string, unknown>>;
  }>;
}

/** What an HTTP application asks while it answers requests. */
export interface HttpServices {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  /** Without it `Idempotency-Key` still determines the command id, but reuse for another request is not detected. */
  readonly ledger?: IdempotencyLedger;
  readonly disclosures?: DisclosureLedger;
  /** Without it nothing of what firms send is kept. */
  readonly requestLog?: RequestLog;
  /** Without it dry runs are refused. */
  readonly dryRuns?: DryRuns;
  /** Without it `asOf` is refused. */
  readonly moments?: Moments;
  readonly sandboxes?: Sandboxes;
  /** Default: always ready. */
  readonly readiness?: Readiness;
  /** Default: a new one. */
  readonly tracker?: ConsistencyTracker;
}

/** Options of an HTTP application. */
export interface HttpOptions {
  readonly logger: Logger;
  /** `PUBLIC_BASE_URL`; without it absolute URLs are built from the request, and paths of the description start at its host. */
  readonly publicBaseUrl?: string;
  /** Addresses or networks of proxies whose `X-Forwarded-*` headers are trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Callers connect through a proxy, so a local connection doesn't mean a local caller. Default false. */
  readonly behindProxy?: boolean;
  /** Default: no limit. */
  readonly rateLimit?: RateLimit;
  /** Limits the idempotency keys stored per caller. Default: no limit. */
  readonly keyLimit?: RateLimit;
  /** Memory for the bodies of all open requests, in bytes. Default 256 MiB. */
  readonly bodyMemory?: number;
  /** How long a request may wait for stores, all attempts together, before it is a 503, in milliseconds. Default 20,000. */
  readonly patienceMs?: number;
  /** Limits for responses to slow readers. */
  readonly outgoing?: OutgoingLimits;
  /** Default: a new one. */
  readonly registry?: Registry;
  /** Title of the API description. */
  readonly title?: string;
  /** Default: operations are grouped by the first resource of their path. */
  readonly topics?: ApiTopics;
}
