import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '#libs/platform/kernel';
import type { Authenticator } from './caller.js';
import type { ConsistencyTracker } from './consistency.js';
import type { DryRuns } from './dry-run.js';
import type { Moments, Sandboxes } from './exchange.js';
import type { IdempotencyLedger } from './idempotency.js';
import type { OutgoingLimits } from './outgoing-bodies.js';
import type { RateLimit } from './rate-limit.js';
import type { DisclosureLedger } from './request-context.js';

/** Checks whether the service is ready. */
export interface Readiness {
  /** `details` is public: names and figures, nothing confidential. */
  check(): Promise<{
    readonly ready: boolean;
    readonly details: Readonly<Record<string, unknown>>;
  }>;
}

/** A value, or a function that gets it from the application once Nest has built it. */
export type Provided<T> = T | ((app: NestFastifyApplication) => T);

/** Options of an HTTP application. */
export interface HttpOptions {
  readonly authenticator: Provided<Authenticator>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Without it `Idempotency-Key` still determines the command id, but reuse for another request is not detected. */
  readonly ledger?: Provided<IdempotencyLedger>;
  readonly disclosures?: Provided<DisclosureLedger>;
  /** Without it dry runs are refused. */
  readonly dryRuns?: Provided<DryRuns>;
  /** Without it `asOf` is refused. */
  readonly moments?: Provided<Moments>;
  readonly sandboxes?: Sandboxes;
  /** Default: always ready. */
  readonly readiness?: Provided<Readiness>;
  /** `PUBLIC_BASE_URL`; without it absolute URLs are built from the request. */
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
  /** Default: a new one. */
  readonly tracker?: ConsistencyTracker;
  /** Title of the API description. */
  readonly title?: string;
}
