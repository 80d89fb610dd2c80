import type {
  CommandMetadata,
  ExpectedRevision,
  PastPoint,
  ReadPoint,
  Timestamp,
  Turn,
} from '#libs/platform/kernel';
import type { Caller } from './caller.js';

/** Subject of what is shown of everybody. */
export const WHOLE_LOG = 'log';

/** Something sensitive that an answer shows. */
export interface Disclosure {
  /** `fullTid`: a whole tax id. `asOf`: a state of the past. `export`: stored events. */
  readonly kind: 'fullTid' | 'asOf' | 'export';
  /** Whose it is, such as `member:jdoe`, `account:RA12345678`, `firm:1000001`; ids only. */
  readonly subjects: readonly string[];
  /** Of a state of the past: its moment. */
  readonly asOf?: Timestamp;
}

/** What a controller may know of the request besides its body. */
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

/** What is recorded of a request that is shown something sensitive. */
export type DisclosedTo = Pick<
  RequestContext,
  'caller' | 'associatedMember' | 'method' | 'route' | 'requestId'
>;

/** Remembers who was shown something sensitive. */
export interface DisclosureLedger {
  /**
   * Records durably, before the answer goes out.
   * @throws StoreUnavailableError when the log is away: the answer is then a 503, and shows nothing
   */
  record(to: DisclosedTo, disclosures: readonly Disclosure[]): Promise<void>;
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
