import { randomUUID } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  type CommandMetadata,
  type ExpectedRevision,
  type PastPoint,
  type ReadPoint,
  type Timestamp,
  type Turn,
  isTimestamp,
  timestampOf,
} from '#libs/platform/kernel';
import { answeredAs } from './admission.js';
import { asOfText } from './as-of.js';
import { associatedMemberOf, type Caller } from './caller.js';
import type { Disclosure } from './disclosure.js';
import { EVENT_STREAM } from './event-stream.js';
import { exchangeOf, type Exchange } from './exchange.js';

/** What a controller may know of the request besides its body. Made by {@link Context}. */
export interface RequestContext {
  readonly requestId: string;
  /** Who calls. Reading it on a `@Public()` route is a bug and throws. */
  readonly caller: Caller;
  /** When the request came in, ISO-8601 UTC. */
  readonly receivedAt: string;
  /** When it was sent: the time of the signature, else the header `Date`; ISO-8601 UTC. */
  readonly sentAt: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Id for the command of this request: made from the `Idempotency-Key`, else random. */
  readonly commandId: string;
  /** Place of that command among others that are sent in one request. */
  readonly turn: Turn | undefined;
  /** True when the ledger knows the command id: handling it answers the first result. */
  readonly repeated: boolean;
  /** Where an earlier attempt can have left something: see `CommandMetadata`. */
  readonly attemptedSince: bigint | 'never' | undefined;
  /** Keeps what the `Idempotency-Key` is used for; absent without one, and when it is known already. */
  readonly begin: (() => Promise<void>) | undefined;
  /** What `If-Match` demands of the resource, or `If-None-Match: *`. */
  readonly ifMatch: ExpectedRevision | undefined;
  /**
   * Where in the log the answer stands: the moment that `asOf` asks for, else not before {@link present}.
   */
  readonly consistency: ReadPoint | undefined;
  /**
   * Position that what is read of the present must not be older than: of `X-Consistency-Token` and of the caller's own writes
   * the newer. Rights are those of now, whatever moment the answer is of.
   */
  readonly present: bigint | undefined;
  /** The moment of the past that the answer is of. */
  readonly past: PastPoint | undefined;
  /** `asOf` as sent, for links to more of the same answer. */
  readonly asOf: string | undefined;
  /** What "now" is in the answer to a read: the moment asked for, else {@link receivedAt}. */
  readonly now: Timestamp;
  /** `X-Associated-Member-Id`: login id of the client an advisor acts for. */
  readonly associatedMember: string | undefined;
  /** The caller asks for server-sent events rather than for a finished answer. */
  readonly wantsEventStream: boolean;
  /** `Last-Event-ID`: the last event a caller got from an earlier stream. */
  readonly lastEventId: string | undefined;
  /** Aborted when the service stops: an answer that lasts ends itself. */
  readonly stopping: AbortSignal;
  /** The span of the request; undefined where requests are not traced. */
  readonly traceparent?: string | undefined;
  readonly method: string;
  /** Template of the route, `/restapi/accounts/:accountnumber`. */
  readonly route: string;
  /** Says that the answer will show something sensitive: it goes out once that is recorded. */
  disclose(disclosure: Disclosure): void;
}

class ExchangeContext implements RequestContext {
  #commandId: string | undefined;

  constructor(private readonly exchange: Exchange) {}

  get requestId(): string {
    return this.exchange.requestId;
  }

  get caller(): Caller {
    const { caller } = this.exchange;
    if (caller === undefined) throw new Error('the caller of a public route is not known');
    return caller;
  }

  get receivedAt(): string {
    return timestampOf(this.exchange.receivedAt);
  }

  get sentAt(): string | undefined {
    const signed = this.exchange.caller?.signedAt;
    if (signed !== undefined) return signed;
    const at = Date.parse(this.exchange.request.headers.date ?? '');
    // what no timestamp can say, years of more than four digits, is no time of sending
    const sent = Number.isNaN(at) ? '' : timestampOf(at);
    return isTimestamp(sent) ? sent : undefined;
  }

  get idempotencyKey(): string | undefined {
    return this.exchange.idempotencyKey;
  }

  get commandId(): string {
    return (this.#commandId ??= this.exchange.commandId ?? randomUUID());
  }

  get turn(): Turn | undefined {
    return this.exchange.turn;
  }

  get repeated(): boolean {
    return this.exchange.attemptedSince !== 'never';
  }

  get attemptedSince(): bigint | 'never' | undefined {
    return this.exchange.attemptedSince;
  }

  get begin(): (() => Promise<void>) | undefined {
    return this.exchange.begin;
  }

  get ifMatch(): ExpectedRevision | undefined {
    return this.exchange.ifMatch;
  }

  get consistency(): ReadPoint | undefined {
    return this.exchange.past ?? this.exchange.consistency;
  }

  get present(): bigint | undefined {
    return this.exchange.consistency;
  }

  get past(): PastPoint | undefined {
    return this.exchange.past;
  }

  get asOf(): string | undefined {
    return this.exchange.past && asOfText(this.exchange.request);
  }

  get now(): Timestamp {
    return this.exchange.now;
  }

  get associatedMember(): string | undefined {
    return associatedMemberOf(this.exchange.request.headers);
  }

  get wantsEventStream(): boolean {
    const { request, route } = this.exchange;
    const { headers, method } = request;
    return route !== undefined && answeredAs(headers.accept, route, method) === EVENT_STREAM;
  }

  get lastEventId(): string | undefined {
    const id = this.exchange.request.headers['last-event-id'];
    return typeof id === 'string' && id !== '' ? id : undefined;
  }

  get stopping(): AbortSignal {
    return this.exchange.services.stopSignal;
  }

  get traceparent(): string | undefined {
    return this.exchange.span?.traceparent;
  }

  get method(): string {
    return this.exchange.request.method;
  }

  get route(): string {
    return this.exchange.route?.template ?? '';
  }

  disclose(disclosure: Disclosure): void {
    (this.exchange.disclosures ??= []).push(disclosure);
  }
}

/** Parameter annotation: the {@link RequestContext} of the request. */
export const Context: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestContext =>
    contextOf(context.getArgByIndex<object>(0)),
);

/** The context of a Fastify request, for guards. The same object for the whole request. */
export function contextOf(request: object): RequestContext {
  const exchange = exchangeOf(request);
  return (exchange.context ??= new ExchangeContext(exchange)) as RequestContext;
}

/** Metadata of the events of a command that this request causes. */
export function commandMetadata(context: RequestContext): CommandMetadata {
  const { associatedMember, attemptedSince, caller, commandId, sentAt, traceparent } = context;
  return {
    commandId,
    requestId: context.requestId,
    correlationId: context.requestId,
    causationId: commandId,
    caller: caller.id,
    ...(caller.firmId !== undefined && { firmId: caller.firmId }),
    ...(caller.member !== undefined && { actingMember: caller.member }),
    ...(associatedMember !== undefined && { associatedMember }),
    ...(sentAt !== undefined && { sentAt }),
    receivedAt: context.receivedAt,
    ...(traceparent !== undefined && { traceparent }),
    ...(context.idempotencyKey !== undefined && { attempt: context.repeated ? 'again' : 'first' }),
    ...(attemptedSince !== undefined && { attemptedSince }),
    ...(context.begin && { begin: context.begin }),
    ...(context.turn && { turn: context.turn }),
  };
}
