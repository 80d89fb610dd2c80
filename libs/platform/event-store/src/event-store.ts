import { NamedError } from '#libs/platform/kernel';

/** JSON object as the log keeps it. */
export interface JsonObject {
  [key: string]: JsonValue;
}
/** Anything JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** An event on its way to the log. */
export interface NewEvent {
  /** UUID; the same when the append is sent again, so that it is recognised. */
  readonly id: string;
  /** Stored name with version: `folio.FolioCreated.v1`. */
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

/** An event in the log. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  /** 0-based number in its stream. */
  readonly revision: number;
  /** Commit position in the log: strictly increasing per event, opaque otherwise. */
  readonly position: bigint;
}

/** The revision a stream must have for an append: exact, or not existing. There is no "any". */
export type ExpectedRevision = number | 'no_stream';

/** Result of an append. */
export type AppendResult =
  | {
      readonly outcome: 'appended';
      /** Revision of the last event appended. */
      readonly revision: number;
      /** Position of the last event appended. */
      readonly position: bigint;
    }
  | {
      readonly outcome: 'conflict';
      /** Revision the stream really has. */
      readonly actual: ExpectedRevision;
    };

/** Server-side selection of `$all`. Both given: both must hold. System events are never delivered. */
export interface EventFilter {
  readonly streamPrefixes?: readonly string[];
  readonly typePrefixes?: readonly string[];
}

/** What a subscription delivers: the events of whole appends that follow each other in the log. */
export interface LogPage {
  /** Those that match the filter. Everybody who follows the log is handed the same objects. */
  readonly events: readonly StoredEvent[];
  /** Nothing up to here is left to deliver. */
  readonly position: bigint;
  /** Whether the log ended there when the page was taken. */
  readonly caughtUp: boolean;
}

/** What is read of a stream: see {@link EventStore.readStream}. */
export interface ReadStreamOptions {
  readonly from?: number;
  readonly direction?: 'forwards' | 'backwards';
  readonly max?: number;
  readonly asItStands?: boolean;
}

/** What is read of the log: see {@link EventStore.readAll}. */
export interface ReadAllOptions extends Omit<ReadStreamOptions, 'from'> {
  readonly after?: bigint;
  readonly before?: bigint;
  readonly filter?: EventFilter;
}

/** What is followed, from where. */
export interface SubscribeOptions {
  /** Position to begin behind; the start of the log when absent. */
  readonly after?: bigint;
  readonly filter?: EventFilter;
  /** About how many events of the log are looked at for a page, at most. */
  readonly most?: number;
  readonly signal: AbortSignal;
}

/** How a store is. */
export type StoreState =
  | 'answers'
  /** It can be read, and takes no appends: the disk is full, say. */
  | 'takes no appends'
  | 'away';

/** The store can't be used or did not answer in time: HTTP 503. The outcome of an append is then unknown. */
export class StoreUnavailableError extends Error {
  // a subclass is answered and logged as this unless it says otherwise
  override readonly name: string = 'StoreUnavailableError';
  /** It stays so until somebody changes the configuration or the server: wrong credentials, say, or a certificate that is not trusted. */
  readonly permanent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly permanent?: boolean } = {}) {
    super(message, options);
    this.permanent = options.permanent ?? false;
  }
}

/** Stores answer, but what is made from the log is not as far as somebody asks for, who has waited in vain: HTTP 503. */
export class BehindLogError extends StoreUnavailableError {
  override readonly name = 'BehindLogError';
}

/** Something was to be read from a position that is none of this log: of another one, or made up. */
export class UnknownPositionError extends RangeError {
  override readonly name = 'UnknownPositionError';
}

/** What stands in the log is not what was written there: a disk or somebody has changed it. Reading it again changes nothing. */
export class DamagedLogError extends NamedError {
  /** @param what which part, and what of it */
  constructor(what: string) {
    super(`${what}: restore the log from a backup`);
  }
}

/**
 * The log. Terms are EventStoreDB's. Everything but a version conflict that goes wrong is an exception:
 * {@link StoreUnavailableError} for a store that's away, {@link DamagedLogError} for a log that was changed, any other for a bug.
 */
export interface EventStore {
  /**
   * Appends all events or none, durably, when the stream is at `expected`. The same event ids at the same expected
   * revision again answer the first result. At most 1 MB in all.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult>;

  /**
   * Events of one stream; none when the stream does not exist. `from` is inclusive; default is its start (or its end backwards). A store
   * that can tell what has been changed refuses it; `asItStands` delivers that too, for those who look for changes themselves.
   */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent>;

  /**
   * Events of the whole log. `after` is exclusive forwards ("everything newer than"); backwards reads from `before` (exclusive) or
   * the end. Forwards a store that can tell what has been changed ends before it; `asItStands` delivers that too, for those who look
   * for changes themselves. A position is one that the store has given, or 0n: from any other a server does not read
   * ({@link UnknownPositionError}), the embedded log reads what is after it.
   */
  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent>;

  /**
   * Catch-up subscription to the whole log, in pages: at first what there is, then, as it comes, what is new; the first page that
   * ends at the head says so, though it be empty. Never loses, repeats or reorders, survives a log that is away, and reads no
   * further than its consumer keeps up. A process reads what is new once for all its subscriptions. Ends when `signal` is aborted or
   * the store is closed.
   * @throws UnknownPositionError for a position beyond the end of the log
   */
  subscribeToAll(options: SubscribeOptions): AsyncIterable<LogPage>;

  /** Position of the last event of the append that brought an event: readers are shown an append whole or not at all. */
  endOfAppend(event: StoredEvent): Promise<bigint>;

  /**
   * The newest event; undefined for an empty log. Costs next to nothing, so that it can be asked for again and again.
   * @param notBefore a position: the newest that this process has been handed will do, if it is there or behind
   */
  newest(notBefore?: bigint): Promise<StoredEvent | undefined>;

  /** Position of the newest event; 0n for an empty log. */
  head(): Promise<bigint>;

  /** How the store is, known within a second. Asks nobody, so that it costs nothing. */
  state(): StoreState;

  /** Why the store is away, as its last call told; undefined where none has. Absent of stores that can't be away. */
  whyAway?(): string | undefined;

  /** Stops subscriptions, waits for appends under way and lets go of the store. */
  close(): Promise<void>;
}
