import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  type Caller,
  type CommandContext,
  type Precondition,
  forbidden,
  isTimestamp,
  type PartitionPlace,
  type PastPoint,
  type Problem,
  type ReadPoint,
  type Refusal,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';
import { answeredAs, isRead } from './admission.js';
import type { ConsistencyTracker } from './consistency.js';
import { EVENT_STREAM } from './event-stream.js';
import type { KeyUse, RunningKeys } from './idempotency.js';
import type { Json } from './json/strict-json.js';
import type { OutgoingBodies } from './outgoing-bodies.js';
import type { ProblemsException } from './problems.js';
import type { RateLimiter } from './rate-limit.js';
import type { Disclosure, RequestContext } from './request-context.js';
import type { DryRun, HttpServices } from './options.js';
import type { RouteRules } from './route-rules.js';
import type { Span } from '#libs/platform/tracing';

const NO_BODY = Buffer.alloc(0);

/** The state of a request on its way through the hooks. Controllers see it as {@link RequestContext}. */
export class RequestState implements RequestContext {
  /** Monotonic, milliseconds. */
  readonly startedAt = performance.now();
  readonly requestId = this.request.id;
  readonly method = this.request.method;
  readonly isRead = isRead(this.method);
  readonly route = this.rules?.template ?? '';
  readonly associatedMember = associatedMemberOf(this.request.headers);
  readonly stopping = this.services.stopSignal;
  /** Undefined until authenticated, and on public routes. */
  knownCaller: Caller | undefined;
  /** `version` of the authenticator from before the credentials were checked. */
  admittedAt: number | undefined;
  /** The parsed body; undefined if there is none or it is not JSON. */
  json: Json | undefined;
  rawBody: Buffer = NO_BODY;
  /** Reserves more memory for the body, in bytes, until the response is sent. Throws a 503 if there is not enough. */
  reserveMemory: ((bytes: number) => void) | undefined;
  /** Query parameters as sent, by name. */
  readonly query = this.request.query;
  /** Problems of the query of a read that takes none: reported once the read has found its resource. */
  stray: readonly Problem[] = [];
  idempotencyKey: string | undefined;
  place: PartitionPlace | undefined;
  attemptedSince: bigint | 'never' | undefined = 'never';
  stillAllowed: (() => Refusal | undefined) | undefined;
  /** Undefined without an `Idempotency-Key`, and in a dry run. */
  keyUse: KeyUse | undefined;
  dryRun: DryRun | undefined;
  ifMatch: Precondition | undefined;
  present: bigint | undefined;
  /** Sensitive parts of the response, recorded before it is sent. */
  disclosures: Disclosure[] | undefined;
  past: PastPoint | undefined;
  asOf: string | undefined;
  /** When the resource came into existence, if that is after the moment of `asOf`. */
  existsSince: Timestamp | undefined;
  /** Called when the response is sent or the caller is gone. */
  release: (() => void) | undefined;
  /** Codes of the problems in the response, or their types where they have no code; each once. */
  errorCodes: readonly string[] = [];
  /** The response is not sent: {@link Sandboxes.playFault}. */
  losesAnswer = false;
  /** Undefined if requests are not traced. */
  span: Span | undefined;
  /** Runs out when the request has waited long enough; cleared once its response is known. */
  patience: NodeJS.Timeout | undefined;
  #commandId: string | undefined;
  #now: Timestamp | undefined;

  constructor(
    readonly request: FastifyRequest,
    /** Undefined if no route matches. */
    readonly rules: RouteRules | undefined,
    /** Milliseconds since 1970, by the application's clock. */
    readonly arrivedAt: number,
    readonly services: RequestServices,
  ) {}

  get caller(): Caller {
    if (this.knownCaller === undefined)
      throw new Error('the caller of a public route is not known');
    return this.knownCaller;
  }

  get receivedAt(): string {
    return timestampOf(this.arrivedAt);
  }

  /** Time of the signature, or else of the header `Date`. */
  get sentAt(): string | undefined {
    const signed = this.knownCaller?.signedAt;
    if (signed !== undefined) return signed;
    const at = Date.parse(this.request.headers.date ?? '');
    // Timestamps can't have years of more than four digits.
    const sent = Number.isNaN(at) ? '' : timestampOf(at);
    return isTimestamp(sent) ? sent : undefined;
  }

  get commandId(): string {
    return (this.#commandId ??= randomUUID());
  }

  set commandId(id: string) {
    this.#commandId = id;
  }

  get begin(): (() => Promise<void>) | undefined {
    return this.keyUse?.begin;
  }

  get consistency(): ReadPoint | undefined {
    return this.past ?? this.present;
  }

  /** By the clock of the caller's firm. */
  get now(): Timestamp {
    return this.past?.at ?? (this.#now ??= this.#timeOfFirm());
  }

  #timeOfFirm(): Timestamp {
    const ahead = this.services.clock.firms?.leadMs(this.knownCaller?.firmId) ?? 0;
    return timestampOf(this.arrivedAt + ahead);
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

  get command(): CommandContext {
    const {
      associatedMember,
      attemptedSince,
      begin,
      caller,
      commandId,
      place,
      sentAt,
      traceparent,
    } = this;
    return {
      commandId,
      requestId: this.requestId,
      correlationId: this.requestId,
      causationId: commandId,
      caller: caller.id,
      ...(caller.firmId !== undefined && { firmId: caller.firmId }),
      ...(caller.member !== undefined && { actingMember: caller.member }),
      ...(associatedMember !== undefined && { associatedMember }),
      ...(sentAt !== undefined && { sentAt }),
      receivedAt: this.receivedAt,
      ...(traceparent !== undefined && { traceparent }),
      ...(attemptedSince !== undefined && { attemptedSince }),
      ...(begin && { begin }),
      stillAllowed: () => {
        const refusal = this.recheckCaller();
        return refusal instanceof Promise
          ? refusal.then((found) => found ?? this.stillAllowed?.())
          : (refusal ?? this.stillAllowed?.());
      },
      ...(place && { place }),
    };
  }

  /** The refusal, if what the caller was let in with has been revoked since. */
  recheckCaller(): Promise<Refusal | undefined> | Refusal | undefined {
    if (this.knownCaller === undefined) return undefined;
    const { authenticator } = this.services;
    if (this.admittedAt !== undefined && this.admittedAt === authenticator.version)
      return undefined;
    const holds = authenticator.stillAdmits(this.knownCaller, this.associatedMember);
    return holds instanceof Promise ? holds.then(refusalUnless) : refusalUnless(holds);
  }

  disclose(disclosure: Disclosure): void {
    (this.disclosures ??= []).push(disclosure);
  }
}

/** Returns `X-Associated-Member-Id`: login id of the client that an advisor acts for. */
export function associatedMemberOf(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-associated-member-id'];
  const member = typeof header === 'string' ? header.trim() : '';
  return member === '' ? undefined : member;
}

function refusalUnless(holds: boolean): Refusal | undefined {
  return holds ? undefined : forbidden('What the request was let in with has been revoked.');
}

/** Sandbox firms, which have faults on request. */
export interface Sandboxes {
  /**
   * Plays the fault that the caller asks for; sets `losesAnswer` if the response is to get lost.
   * @throws ProblemsException the fault; 400 for an unknown one
   */
  playFault(state: ArrivedRequest): void;
  /** Returns the sandbox that the resource in a path belongs to, for callers without a firm; undefined if there is none. */
  firmOf(params: Readonly<Record<string, string>>): Promise<string | undefined>;
}

/** A request whose caller is known. */
export type ArrivedRequest = Pick<
  RequestState,
  'request' | 'rawBody' | 'knownCaller' | 'associatedMember' | 'arrivedAt' | 'losesAnswer'
>;

/** The value of `asOf`: a time, or a position in the log. */
export type RequestedMoment = { readonly time: Timestamp } | { readonly position: bigint };

/** Finds moments in the log. */
export interface Moments {
  /** Returns undefined if the moment lies after `now`, the time of the request. */
  find(moment: RequestedMoment, now: Timestamp): Promise<PastPoint | undefined>;
}

/** Services that all requests of an application share. */
export interface RequestServices extends Omit<HttpServices, 'readiness'> {
  readonly tracker: ConsistencyTracker;
  readonly running: RunningKeys;
  readonly limiter: RateLimiter | undefined;
  /** Limits the idempotency keys stored per caller. */
  readonly keys: RateLimiter | undefined;
  baseUrl(request: FastifyRequest): string;
  /** The problems of what ended a request or a part of it, which it logs or counts. */
  concluded(error: unknown, requestId: string): ProblemsException;
  /** Reports a response that failed after its beginning was sent. */
  readonly failed: (error: Error, state: RequestState) => void;
  readonly outgoing: OutgoingBodies;
  /** Aborted when the service stops: connections are closed, and live streams end. */
  readonly stopSignal: AbortSignal;
}

const STATE = Symbol('state');
interface WithState {
  [STATE]?: RequestState;
}

export function setRequestState(request: FastifyRequest, state: RequestState): RequestState {
  (request as WithState)[STATE] = state;
  return state;
}

/** Returns the state of a request, if it passed the hooks. */
export function findRequestState(request: object): RequestState | undefined {
  return (request as WithState)[STATE];
}

/** Returns the state of a request; throws if it did not pass the hooks, which is a bug. */
export function requestStateOf(request: object): RequestState {
  const state = findRequestState(request);
  if (state === undefined) throw new Error('the request did not come through the HTTP hooks');
  return state;
}

/** Returns the context of a Fastify request, for guards. */
export const contextOf: (request: object) => RequestContext = requestStateOf;

/** Parameter annotation: the {@link RequestContext} of the request. */
export const Context: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext =>
    contextOf(context.getArgByIndex<object>(0)),
);

/** Returns the parsed body of a request, to pass parts of it on unchanged; undefined without one. */
export function sentJson(request: object): Json | undefined {
  return requestStateOf(request).json;
}

export function servicesOf(request: object): RequestServices {
  return requestStateOf(request).services;
}
