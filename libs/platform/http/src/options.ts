import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Caller, Clock, Problem } from '#libs/platform/kernel';
import type { ConsistencyTracker } from './consistency.js';
import type { Moments, Sandboxes } from './request-state.js';
import type { IdempotencyLedger } from './idempotency.js';
import type { OutgoingLimits } from './outgoing-bodies.js';
import type { RateLimit } from './rate-limit.js';
import type { DisclosureLedger } from './request-context.js';

/** The parts of a request that an {@link Authenticator} checks. */
export interface AuthenticationRequest {
  readonly method: string;
  /** Request target exactly as sent: path and query. */
  readonly url: string;
  /**
   * Scheme and authority, without a trailing slash: `PUBLIC_BASE_URL` if set, else from `Host`; from `X-Forwarded-*` only behind a
   * trusted proxy ([auth.signing]). The signed URL is `baseUrl` followed by `url`.
   */
  readonly baseUrl: string;
  readonly headers: IncomingHttpHeaders;
  /** See {@link RequestContext.associatedMember}. */
  readonly associatedMember?: string | undefined;
  /** The body exactly as sent; empty if there is none. */
  readonly rawBody: Buffer;
}

/** Checks credentials. Returns a problem for invalid ones: `FORBIDDEN` becomes a 403, `UNAVAILABLE` a 503, anything else a 401. */
export interface Authenticator {
  authenticate(request: AuthenticationRequest): Promise<Caller | Problem> | Caller | Problem;
  /**
   * Whether what let a caller in still holds, by what this process knows: asked again right before something is stored ([auth.revoking]).
   * @param associatedMember as in {@link AuthenticationRequest}
   */
  stillAdmits(caller: Caller, associatedMember: string | undefined): Promise<boolean> | boolean;
  /** As long as it is the same, {@link stillAdmits} would find nothing new. Absent: ask each time. */
  readonly version?: number | undefined;
  /** Returns the firm whose API key a request names, whoever sent it. Without it refused requests belong to no firm. */
  firmNamed?(headers: IncomingHttpHeaders): Promise<string | undefined> | string | undefined;
}

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

export interface HttpOptions {
  readonly logger: Logger;
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
}

/**
 * A request of a firm, and what came back. It has nothing that a caller wrote freely: no body, no values of a query, and of the path only
 * ids that the service gives.
 */
export interface AnsweredRequest {
  /** Null if the caller chose one that may name a person. */
  readonly requestId: string | null;
  /** Milliseconds since 1970. */
  readonly answeredAt: number;
  /** From arrival to the end of the response, or to the beginning of a live stream. */
  readonly ms: number;
  readonly method: string;
  /** The path; anything in it that is no id is the name of its parameter, in braces. Null if no route matches. */
  readonly path: string | null;
  /** Names of the query parameters that the route knows, sorted. */
  readonly parameters: readonly string[];
  /** Null if there was none, or it may name a person. */
  readonly idempotencyKey: string | null;
  readonly isDryRun: boolean;
  /** Whether the response was that of an earlier request with the same key. */
  readonly isReplayed: boolean;
  readonly status: number;
  /** Codes of the problems, or their types where they have no code; each once. */
  readonly errorCodes: readonly string[];
  /** False if it was refused before its credentials were checked, or for them: only its API key says whose it is. */
  readonly isAuthenticated: boolean;
}

/** Keeps what firms sent. */
export interface RequestLog {
  /** Never throws and never waits. */
  note(firmId: string, request: AnsweredRequest): void;
  /** Whether a text has the form of a number that the service gives to a thing, so that a path may be kept with it. */
  isNumber(text: string): boolean;
}

/** A dry run. What it writes is not stored. */
export interface DryRun {
  run<T>(work: () => T): T;
  /** Returns the events that would happen, in the form of a history. */
  events(): Promise<readonly object[]>;
}

export interface DryRuns {
  begin(): DryRun;
  /** Runs work outside of any dry run that may be current. */
  outside<T>(work: () => T): T;
}
