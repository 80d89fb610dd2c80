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

/** Says whether the service can do its work. */
export interface Readiness {
  /** `details` is shown as it is: names and figures, nothing confidential. */
  check(): Promise<{
    readonly ready: boolean;
    readonly details: Readonly<Record<string, unknown>>;
  }>;
}

/** A part given as it is, or taken out of the application once Nest has built it. */
export type Provided<T> = T | ((app: NestFastifyApplication) => T);

/** What an HTTP application is made with. */
export interface HttpOptions {
  readonly authenticator: Provided<Authenticator>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Without it `Idempotency-Key` still gives command ids, but reuse with another body is not noticed. */
  readonly ledger?: Provided<IdempotencyLedger>;
  /** Where it is recorded who was shown something sensitive. */
  readonly disclosures?: Provided<DisclosureLedger>;
  /** Without it a dry run is refused. */
  readonly dryRuns?: Provided<DryRuns>;
  /** Without it `asOf` is refused. */
  readonly moments?: Provided<Moments>;
  /** Which firms are sandboxes; without it none. */
  readonly sandboxes?: Sandboxes;
  /** Default: always ready. */
  readonly readiness?: Provided<Readiness>;
  /** `PUBLIC_BASE_URL`; without it absolute URLs are built from the request. */
  readonly publicBaseUrl?: string;
  /** Addresses or networks of proxies whose `X-Forwarded-*` headers count; default none. */
  readonly trustedProxies?: readonly string[];
  /** Whether callers come through something else: its connections tell nothing of where they come from. Default false. */
  readonly behindProxy?: boolean;
  /** Default: no limit. */
  readonly rateLimit?: RateLimit;
  /** How many uses of an `Idempotency-Key` are kept of one caller; default: no limit. */
  readonly keyLimit?: RateLimit;
  /** Bytes that the bodies of all requests under way may take; default 256 MiB. */
  readonly bodyMemory?: number;
  /** What is kept of answers whose readers are slow. */
  readonly outgoing?: OutgoingLimits;
  /** Where metrics are collected; default a registry of its own. */
  readonly registry?: Registry;
  /** Default: a tracker of its own. */
  readonly tracker?: ConsistencyTracker;
  /** Of the API description; default that of the service. */
  readonly title?: string;
}
