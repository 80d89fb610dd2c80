import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  type ExpectedRevision,
  isTimestamp,
  type PastPoint,
  type ReadPoint,
  type Timestamp,
  timestampOf,
  type Turn,
} from '#libs/platform/kernel';
import { answeredAs } from './admission.js';
import { associatedMemberOf, type Authenticator, type Caller } from './caller.js';
import type { ConsistencyTracker } from './consistency.js';
import type { DryRun, DryRuns } from './dry-run.js';
import { EVENT_STREAM } from './event-stream.js';
import type { IdempotencyLedger, RunningCommands } from './idempotency.js';
import type { Json } from './json/strict-json.js';
import type { OutgoingBodies } from './outgoing-bodies.js';
import { ProblemsException } from './problems.js';
import type { RateLimiter } from './rate-limit.js';
import type { Disclosure, DisclosureLedger, RequestContext } from './request-context.js';
import type { RouteRules } from './route-rules.js';
import type { Span } from '#libs/platform/tracing';

const NO_BODY = Buffer.alloc(0);

/** Everything one request gathers on its way through the hooks, of which controllers see the {@link RequestContext}. */
export class Exchange implements RequestContext {
  /** Monotonic, milliseconds. */
  readonly startedAt = performance.now();
  readonly requestId = this.request.id;
  readonly method = this.request.method;
  readonly route = this.rules?.template ?? '';
  readonly associatedMember = associatedMemberOf(this.request.headers);
  readonly stopping = this.services.stopSignal;
  /** Undefined as long as nobody has proven to be one, and on public routes. */
  knownCaller: Caller | undefined;
  /** The body, read strictly; undefined when there is none or it is not JSON. */
  json: Json | undefined;
  rawBody: Buffer = NO_BODY;
  /** Counts bytes that the body takes besides until it is answered; throws what is answered where there is no room for them. */
  takeMemory: ((bytes: number) => void) | undefined;
  /** The input can't be used at all: what the caller is told when the route gets as far as its input, see {@link told}. */
  unusable: ProblemsException | undefined;
  idempotencyKey: string | undefined;
  turn: Turn | undefined;
  attemptedSince: bigint | 'never' | undefined = 'never';
  begin: (() => Promise<void>) | undefined;
  /** What is decided is kept nowhere. */
  dryRun: DryRun | undefined;
  ifMatch: ExpectedRevision | undefined;
  present: bigint | undefined;
  /** Sensitive parts of the answer, to be recorded before it goes out. */
  disclosures: Disclosure[] | undefined;
  past: PastPoint | undefined;
  asOf: string | undefined;
  /** Since when what is shown is there, ISO-8601 UTC, where the moment that `asOf` asks for was before. */
  thereSince: string | undefined;
  /** Runs once there is an answer, and it is out or nobody waits for it any more. */
  release: (() => void) | undefined;
  /** Nobody gets the answer: see sandbox-faults.ts. */
  losesAnswer = false;
  /** Absent where requests are not traced. */
  span: Span | undefined;
  #commandId: string | undefined;

  constructor(
    readonly request: FastifyRequest,
    /** Undefined where no route matches. */
    readonly rules: RouteRules | undefined,
    /** Milliseconds since 1970, by the application's clock. */
    readonly arrivedAt: number,
    readonly services: ExchangeServices,
  ) {}

  get caller(): Caller {
    if (this.knownCaller === undefined)
      throw new Error('the caller of a public route is not known');
    return this.knownCaller;
  }

  get receivedAt(): string {
    return timestampOf(this.arrivedAt);
  }

  get sentAt(): string | undefined {
    const signed = this.knownCaller?.signedAt;
    if (signed !== undefined) return signed;
    const at = Date.parse(this.request.headers.date ?? '');
    // what no timestamp can say, years of more than four digits, is no time of sending
    const sent = Number.isNaN(at) ? '' : timestampOf(at);
    return isTimestamp(sent) ? sent : undefined;
  }

  get commandId(): string {
    return (this.#commandId ??= randomUUID());
  }

  set commandId(id: string) {
    this.#commandId = id;
  }

  get repeated(): boolean {
    return this.attemptedSince !== 'never';
  }

  get consistency(): ReadPoint | undefined {
    return this.past ?? this.present;
  }

  /** Goes by the clock of the caller's firm. */
  get now(): Timestamp {
    const ahead = this.services.sandboxes?.ahead(this.knownCaller?.firmId) ?? 0;
    return this.past?.at ?? timestampOf(this.arrivedAt + ahead);
  }

  get wantsEventStream(): boolean {
    const { rules, method } = this;
    const { accept } = this.request.headers;
    return rules !== undefined && answeredAs(accept, rules, method) === EVENT_STREAM;
  }

  get lastEventId(): string | undefined {
    const id = this.request.headers['last-event-id'];
    return typeof id === 'string' && id !== '' ? id : undefined;
  }

  get traceparent(): string | undefined {
    return this.span?.traceparent;
  }

  /** Scheme and authority for absolute URLs, without a trailing slash. */
  get baseUrl(): string {
    return this.services.baseUrl(this.request);
  }

  disclose(disclosure: Disclosure): void {
    (this.disclosures ??= []).push(disclosure);
  }
}

/** Firms that only play: with a clock of their own, and with faults on request. */
export interface Sandboxes {
  has(firmId: string | undefined): boolean;
  /** How many milliseconds the clock of a firm is ahead; 0 for one that is no sandbox. */
  ahead(firmId: string | undefined): number;
  /** When it was, by the clock of all, that the clock of a firm showed a time. */
  recordedWhen(firmId: string | undefined, shown: Timestamp): Timestamp;
  /** Whose clock what a path names goes by, for callers without a firm; undefined where it names nothing of a sandbox. */
  firmOf(params: Readonly<Record<string, string>>): Promise<string | undefined>;
  /** What the clock of a firm showed then. */
  shownWhen(firmId: string | undefined, recorded: Timestamp): Timestamp;
}

/** What `asOf` may name: a moment, or a position in the log. */
export type AskedMoment = { readonly time: Timestamp } | { readonly position: bigint };

/** Knows the log's past. */
export interface Moments {
  /** Where in the log a moment is; undefined when it has not come yet. `now` is the time of the request. */
  find(asked: AskedMoment, now: Timestamp): Promise<PastPoint | undefined>;
}

/** What requests are checked and answered with, the same for all of an application. */
export interface ExchangeServices {
  readonly authenticator: Authenticator;
  readonly tracker: ConsistencyTracker;
  readonly running: RunningCommands;
  readonly ledger: IdempotencyLedger | undefined;
  readonly moments: Moments | undefined;
  readonly dryRuns: DryRuns | undefined;
  readonly limiter: RateLimiter | undefined;
  /** How many keys of one caller are kept. */
  readonly keys: RateLimiter | undefined;
  baseUrl(request: FastifyRequest): string;
  noteWritten(position: bigint): void;
  /** An answer can't be written to its end, and the caller has its beginning. */
  readonly failed: (error: Error, exchange: Exchange) => void;
  /** Looks after answers that wait for their readers. */
  readonly outgoing: OutgoingBodies;
  /** Undefined where no firm can be one. */
  readonly sandboxes: Sandboxes | undefined;
  /** Undefined in an application that shows nothing sensitive. */
  readonly disclosures: DisclosureLedger | undefined;
  /** Aborted once the service stops: connections are not kept, and answers that last end themselves. */
  readonly stopSignal: AbortSignal;
}

const EXCHANGE = Symbol('exchange');
interface WithExchange {
  [EXCHANGE]?: Exchange;
}

/** Has a request carry its exchange. */
export function setExchange(request: FastifyRequest, exchange: Exchange): Exchange {
  (request as WithExchange)[EXCHANGE] = exchange;
  return exchange;
}

/** The exchange of a request, when the hooks have seen it. */
export function findExchange(request: object): Exchange | undefined {
  return (request as WithExchange)[EXCHANGE];
}

/** The exchange of a request that the hooks have seen; without one it did not come through them, which is a bug. */
export function exchangeOf(request: object): Exchange {
  const exchange = findExchange(request);
  if (exchange === undefined) throw new Error('the request did not come through the HTTP hooks');
  return exchange;
}

/** The context of a Fastify request, for guards. The same object for the whole request. */
export const contextOf: (request: object) => RequestContext = exchangeOf;

/** Parameter annotation: the {@link RequestContext} of the request. */
export const Context: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext =>
    contextOf(context.getArgByIndex<object>(0)),
);

/** The error a caller is told of: with input that can't be used, what rules miss in it would only hide the reason. */
export function told(error: unknown, exchange: Exchange | undefined): unknown {
  const isAboutInput = error instanceof ProblemsException && error.status === 400;
  return isAboutInput ? (exchange?.unusable ?? error) : error;
}

/** The body of a request, read strictly, for what hands parts of it on as they are; undefined without one. */
export function sentJson(request: object): Json | undefined {
  return exchangeOf(request).json;
}

/** What the application tells and is told while a request is answered. */
export function servicesOf(request: object): ExchangeServices {
  return exchangeOf(request).services;
}
