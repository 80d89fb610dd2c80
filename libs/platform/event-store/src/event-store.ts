import { NamedError } from '#libs/platform/kernel';
import { StoreUnavailableError } from '#libs/platform/stores';

export { StoreUnavailableError };

export interface JsonObject {
  [key: string]: JsonValue;
}
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

export interface NewEvent {
  /** UUID; the same when the append is retried, so that it is recognized. */
  readonly id: string;
  /** Stored type name with version: `folio.FolioCreated.v1`. */
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
  /** Its JSON: its hash, its size and its record all need it. Left out where it has not been serialized yet. */
  readonly text?: EventText;
}

/** An event serialized to JSON. */
export interface EventText extends Pick<NewEvent, 'id' | 'type'> {
  readonly data: string;
  readonly metadata: string;
  /** Size as EventStoreDB counts it: data and metadata as JSON, and two bytes per character of the type. */
  readonly bytes: number;
}

/** An event in the log. */
export interface StoredEvent extends Omit<NewEvent, 'text'> {
  readonly stream: string;
  /** 0-based number within its stream. */
  readonly revision: number;
  /** Commit position in the log: strictly increasing per event, opaque otherwise. */
  readonly position: bigint;
}

/** The revision that a stream must have for an append. There is no "any". */
export type ExpectedRevision = number | 'no_stream';

export type AppendResult =
  | {
      readonly outcome: 'appended';
      /** Revision of the last appended event. */
      readonly revision: number;
      /** Position of the last appended event. */
      readonly position: bigint;
      /** Position of each appended event, if the store knows it without reading them. */
      readonly positions?: readonly bigint[];
    }
  | {
      readonly outcome: 'conflict';
      readonly actual: ExpectedRevision;
    };

/** Server-side filter of `$all`; an event must match both lists if both are given. System events are never delivered. */
export interface EventFilter {
  readonly streamPrefixes?: readonly string[];
  readonly typePrefixes?: readonly string[];
}

/** A page of a subscription: events of consecutive whole appends. */
export interface LogPage {
  /** The events that match the filter. All subscribers get the same objects. */
  readonly events: readonly StoredEvent[];
  /** Everything up to here has been delivered. */
  readonly position: bigint;
  /** Whether this was the end of the log when the page was read. */
  readonly caughtUp: boolean;
}

export interface ReadStreamOptions {
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly max?: number;
}

export interface ReadAllOptions extends Omit<ReadStreamOptions, 'from'> {
  readonly after?: bigint;
  readonly before?: bigint;
  readonly filter?: EventFilter;
}

export interface SubscribeOptions {
  /** Position to start after; default: the start of the log. */
  readonly after?: bigint;
  readonly filter?: EventFilter;
  /** Approximate maximum number of log events per page, before filtering. */
  readonly most?: number;
  readonly signal: AbortSignal;
}

export type StoreState =
  | 'answers'
  /** Readable, but appends fail, for instance because the disk is full. */
  | 'takes no appends'
  | 'away';

/** The stores work, but a read model is still behind the position that the caller waited for (HTTP 503). */
export class BehindLogError extends StoreUnavailableError {
  override readonly name = 'BehindLogError';
}

/** A read from a position that does not belong to this log. */
export class UnknownPositionError extends RangeError {
  override readonly name = 'UnknownPositionError';
}

/** The content of the log is not what was written: a disk error or tampering. Retrying does not help. */
export class DamagedLogError extends NamedError {
  /** @param what what is damaged, and how */
  constructor(what: string) {
    super(`${what}: restore the log from a backup`);
  }
}

/**
 * The log, in the terms of EventStoreDB. Every failure except a version conflict is an exception: {@link StoreUnavailableError}
 * if the store is away, {@link DamagedLogError} if the log was changed, anything else for a bug.
 */
export interface EventStore {
  /**
   * Durably appends all events or none, if the stream is at `expected`. Retrying with the same event ids and the same expected revision
   * returns the first result. At most 1 MB in total.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult>;

  /**
   * Reads the events of a stream; none if it does not exist. `from` is inclusive and defaults to the start (backwards: the end).
   * @throws DamagedLogError before an event that the store knows to be changed
   */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;

  /**
   * Reads the whole log. Forwards it starts after `after` (exclusive), backwards before `before` (exclusive) or at the end. A
   * position must come from the store or be 0n: for any other, a server throws {@link UnknownPositionError} and the embedded log reads
   * what comes after it.
   * @throws DamagedLogError before an event that the store knows to be changed, whether or not the filter selects it
   */
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;

  /**
   * Catch-up subscription to the whole log, in pages: history first, then new events as they come. The first page that ends at the head
   * says so, even if it is empty. Never loses, repeats or reorders events, survives outages of the store and reads no faster than its
   * consumer. All subscriptions of a process share the reading of new events. Ends when `signal` is aborted or the store is closed.
   * @throws UnknownPositionError for a position beyond the end of the log
   */
  subscribeToAll(options: SubscribeOptions): AsyncIterable<LogPage>;

  /**
   * The newest event; undefined for an empty log. Cheap enough to poll.
   * @param notBefore a position: any event at or after it that this process already has will do
   */
  newest(notBefore?: bigint): Promise<StoredEvent | undefined>;

  /** Position of the newest event; 0n for an empty log. */
  head(): Promise<bigint>;

  /** State of the store, at most a second old. Makes no call. */
  state(): StoreState;

  /** Why the last call failed; undefined if it did not. Absent in stores that can't be away. */
  unavailableReason?(): string | undefined;

  /** Ends subscriptions, waits for running appends and releases the store. */
  close(): Promise<void>;
}
