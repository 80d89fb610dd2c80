import type {
  Caller,
  CommandSource,
  ByCaller,
  Precondition,
  PastPoint,
  ReadPoint,
  Refusal,
  Timestamp,
} from '#libs/platform/kernel';

/** Something sensitive in a response. */
export interface Disclosure {
  /** `fullTid`: a whole tax id. `asOf`: a past state. `export`: stored events. */
  readonly kind: 'fullTid' | 'asOf' | 'export';
  /** Whose data it is, as ids: `member:jdoe`, `account:RA12345678`, `firm:1000001`. */
  readonly subjects: readonly string[];
  /** The moment of a past state. */
  readonly asOf?: Timestamp;
}

/** A request without its body, as controllers see it. */
export interface RequestContext extends CommandSource, ByCaller {
  readonly requestId: string;
  /** Throws on a `@Public()` route. */
  readonly caller: Caller;
  readonly receivedAt: Timestamp;
  readonly idempotencyKey: string | undefined;
  /** Derived from the `Idempotency-Key` if there is one, else random. */
  readonly commandId: string;
  /** Where an earlier attempt may have left events: see `CommandContext`. */
  readonly attemptedSince: bigint | 'never' | undefined;
  /** Binds the `Idempotency-Key` to the request, unless it is bound already; undefined without one. */
  readonly begin: (() => Promise<void>) | undefined;
  /** Set by the guard of a write: see `CommandContext`. */
  stillAllowed: (() => Refusal | undefined) | undefined;
  /** From `If-Match`, or `If-None-Match: *`. */
  readonly ifMatch: Precondition | undefined;
  /** Position of the response in the log: the moment of `asOf`, or else at least {@link present}. */
  readonly consistency: ReadPoint | undefined;
  /**
   * Oldest position acceptable for reads of the present: the newer of `X-Consistency-Token` and the newest write of this process.
   * Rights are always read as of now, even if the response is not.
   */
  readonly present: bigint | undefined;
  /** The moment of `asOf`. */
  readonly past: PastPoint | undefined;
  /** `asOf` as sent, for links. */
  readonly asOf: string | undefined;
  /** The current time for the response: the moment of `asOf`, or else {@link receivedAt}. */
  readonly now: Timestamp;
  /** `X-Associated-Member-Id`: login id of the client that an advisor acts for. */
  readonly associatedMember: string | undefined;
  /** The caller prefers server-sent events. */
  readonly wantsEventStream: boolean;
  /** `Last-Event-ID`: the last event received from an earlier stream. */
  readonly lastEventId: string | undefined;
  /** Aborted when the service stops, so that live streams end. */
  readonly stopping: AbortSignal;
  readonly method: string;
  /** Template of the route, `/restapi/accounts/:accountnumber`. */
  readonly route: string;
  /** Announces that the response shows something sensitive. That is recorded before it is sent. */
  disclose(disclosure: Disclosure): void;
}

/** The part of a request that is recorded with its disclosures. */
export type DisclosedTo = Pick<
  RequestContext,
  'caller' | 'associatedMember' | 'method' | 'route' | 'requestId'
>;

/** Records who was shown something sensitive. */
export interface DisclosureLedger {
  /**
   * Returns whose data a past state shows, as in {@link Disclosure.subjects}.
   * @param params parameters in the path of the request
   * @param firmId firm of the caller
   */
  subjectOf(params: Readonly<Record<string, string>>, firmId: string | undefined): string;
  /**
   * Records durably, before the response is sent.
   * @throws StoreUnavailableError if the log is unavailable: the response is then a 503
   */
  record(to: DisclosedTo, disclosures: readonly Disclosure[]): Promise<void>;
}
