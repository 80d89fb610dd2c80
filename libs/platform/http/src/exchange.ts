import type { FastifyRequest } from 'fastify';
import {
  type ExpectedRevision,
  type PastPoint,
  type Timestamp,
  timestampOf,
  type Turn,
} from '#libs/platform/kernel';
import type { Caller } from './caller.js';
import type { Disclosure, DisclosureLedger } from './disclosure.js';
import type { DryRun } from './dry-run.js';
import type { Json } from './json/strict-json.js';
import type { OutgoingBodies } from './outgoing-bodies.js';
import { ProblemsException } from './problems.js';
import type { RouteRules } from './route-rules.js';
import type { Sandboxes } from './sandboxes.js';
import type { Span } from '#libs/platform/tracing';

const NO_BODY = Buffer.alloc(0);

/** Everything one request gathers on its way through the hooks. */
export class Exchange {
  /** Monotonic, milliseconds. */
  readonly startedAt = performance.now();
  caller: Caller | undefined;
  /** The body, read strictly; undefined when there is none or it is not JSON. */
  json: Json | undefined;
  rawBody: Buffer = NO_BODY;
  /** Counts bytes that the body takes besides until it is answered; throws what is answered where there is no room for them. */
  takeMemory: ((bytes: number) => void) | undefined;
  /** The input can't be used at all: what the caller is told when the route gets as far as its input, see {@link told}. */
  unusable: ProblemsException | undefined;
  idempotencyKey: string | undefined;
  commandId: string | undefined;
  /** Place of the command among those of other calls of one request. */
  turn: Turn | undefined;
  /** Where an earlier attempt at the command can have left something: see `CommandMetadata`. */
  attemptedSince: bigint | 'never' | undefined = 'never';
  /** Keeps what the `Idempotency-Key` is used for: once, and before anything of the request is stored. */
  begin: (() => Promise<void>) | undefined;
  /** What is decided is kept nowhere. */
  dryRun: DryRun | undefined;
  ifMatch: ExpectedRevision | undefined;
  consistency: bigint | undefined;
  /** Sensitive parts of the answer, to be recorded before it goes out. */
  disclosures: Disclosure[] | undefined;
  /** The moment that `asOf` asks for. */
  past: PastPoint | undefined;
  /** Since when what is shown is there, ISO-8601 UTC, where the moment that `asOf` asks for was before. */
  thereSince: string | undefined;
  /** Runs once there is an answer, and it is out or nobody waits for it any more. */
  release: (() => void) | undefined;
  /** Nobody gets the answer: see sandbox-faults.ts. */
  losesAnswer = false;
  /** Absent where requests are not traced. */
  span: Span | undefined;
  /** Kept for the controller's parameter; see request-context.ts. */
  context: object | undefined;

  constructor(
    readonly request: FastifyRequest,
    /** Undefined where no route matches. */
    readonly route: RouteRules | undefined,
    /** Milliseconds since 1970, by the application's clock. */
    readonly receivedAt: number,
    readonly services: ExchangeServices,
  ) {}

  get requestId(): string {
    return this.request.id;
  }

  /** What "now" is in the answer: the moment asked for, else when the request came in, by the clock of the caller's firm. */
  get now(): Timestamp {
    const ahead = this.services.sandboxes?.ahead(this.caller?.firmId) ?? 0;
    return this.past?.at ?? timestampOf(this.receivedAt + ahead);
  }

  /** Scheme and authority for absolute URLs, without a trailing slash. */
  get baseUrl(): string {
    return this.services.baseUrl(this.request);
  }
}

/** What the answer path needs from the application. */
export interface ExchangeServices {
  baseUrl(request: FastifyRequest): string;
  noteWritten(position: bigint): void;
  /** An answer can't be written to its end, and the caller has its beginning. */
  readonly failed: (error: Error, exchange: Exchange) => void;
  /** Looks after answers that wait for their readers. */
  readonly outgoing: OutgoingBodies;
  /** Absent where no firm can be one. */
  readonly sandboxes?: Sandboxes | undefined;
  /** Absent in an application that shows nothing sensitive. */
  readonly disclosures?: DisclosureLedger | undefined;
  /** True once the service stops: connections are not kept. */
  readonly stopping: boolean;
  /** Aborted at the same moment: answers that last end themselves. */
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
