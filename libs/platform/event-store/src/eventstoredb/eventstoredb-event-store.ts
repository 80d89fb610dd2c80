import { type EventData, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import { SharedRuns } from '#libs/platform/kernel';
import { sleep } from '#libs/platform/stores';
import { checkAppend, checkRevision, checkSize, checkStreamName } from '../append-rules.js';
import {
  StoreUnavailableError,
  UnknownPositionError,
  type AppendResult,
  type EventFilter,
  type EventStore,
  type ExpectedRevision,
  type LogPage,
  type NewEvent,
  type ReadAllOptions,
  type ReadStreamOptions,
  type StoredEvent,
  type StoreState,
  type SubscribeOptions,
} from '../event-store.js';
import { followPages, unlessAborted, type LogRecord } from '../follow-pages.js';
import { Connection } from './eventstoredb-connection.js';
import { knownPosition, readServerLog, readServerStream } from './eventstoredb-reads.js';
import { endOf, matchesFilter, ServerLog } from './eventstoredb-log.js';

/** How long a call is retried while the server is away. */
const PATIENCE_MS = 10_000;
/** Up to so many concurrent stream reads go to the server. With more, one shared look at the log tells which streams have anything new. */
const FEW_READING = 2;
/** Events in the first read of a stream or of the unfiltered log; each further read doubles, up to the largest. */
const FIRST_PAGE = 32;
const LARGEST_PAGE = 1_024;
const AWAY_PAUSE_MS = 200;
/**
 * Sent as the deadline of an append. The server compares it with its own clock, and applies its own time limit if that is shorter:
 * the connection keeps ours.
 */
const NO_DEADLINE = Number.MAX_SAFE_INTEGER;

/** Sizes of successive reads of `max` events in total. */
function* pageSizes(
  max: number,
  first = max === Infinity ? FIRST_PAGE : LARGEST_PAGE,
): Generator<number, void, undefined> {
  let size = first;
  for (let left = max; left > 0; left -= size, size = Math.min(2 * size, LARGEST_PAGE)) {
    yield Math.min(size, left);
  }
}

class EventStoreDbEventStore implements EventStore {
  #reading = 0;
  #opening: Promise<void> | undefined;
  #followed: ServerLog | undefined;
  /** At the start of background work dozens ask at once. */
  readonly #heads = new SharedRuns(async () => (await this.newest())?.position ?? 0n);

  constructor(private readonly connection: Connection) {}

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    const texts = checkSize(events);
    const encoded = events.map(({ id, type, data }, index): EventData => {
      // Only metadata can be given as it is stored: data would lose its content type.
      const metadata = new TextEncoder().encode(texts[index]?.metadata);
      return { id, type, contentType: 'application/json', data, metadata };
    });
    try {
      this.#followed?.ends.watch(stream);
      const { position: appended } = await this.connection.call('appends', (client) =>
        client.appendToStream(stream, encoded, {
          expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
          requiresLeader: true,
          deadline: NO_DEADLINE,
        }),
      );
      const revision = (expected === 'no_stream' ? -1 : expected) + events.length;
      const position = knownPosition(appended) ?? (await this.#positionOf(stream, revision));
      this.#followed?.appended(stream, revision);
      return { outcome: 'appended', revision, position };
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      const actual = error.actualVersion;
      return {
        outcome: 'conflict',
        actual: typeof actual === 'bigint' && actual >= 0n ? Number(actual) : 'no_stream',
      };
    }
  }

  /** Reads the position of an appended event, which the server may omit from its response. */
  async #positionOf(stream: string, revision: number): Promise<bigint> {
    for await (const event of this.readStream(stream, { from: revision, max: 1 })) {
      return event.position;
    }
    throw new StoreUnavailableError('an appended event could not be read back');
  }

  async *readStream(
    stream: string,
    options: ReadStreamOptions = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    checkStreamName(stream);
    if (options.from !== undefined) checkRevision(options.from);
    const backwards = options.direction === 'backwards';
    let from = options.from;
    const followed = backwards ? undefined : this.#followed;
    this.#reading += 1;
    try {
      if (from !== undefined && this.#reading > FEW_READING) {
        if ((await followed?.endsBefore(stream, from)) === true) return;
      }
      followed?.ends.watch(stream);
      for (const count of pageSizes(options.max ?? Infinity)) {
        const page = await readServerStream(this.connection, stream, { backwards, count, from });
        for (const { event } of page) {
          yield event;
          from = event.revision + (backwards ? -1 : 1);
        }
        if (page.length < count || from === -1) {
          if (from !== undefined) followed?.ends.set(stream, from - 1);
          return;
        }
      }
    } finally {
      this.#reading -= 1;
    }
  }

  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent, void, undefined> {
    const { after, before, filter, max = Infinity } = options;
    const backwards = options.direction === 'backwards';
    if (max <= 0) return;
    let found = 0;
    for await (const { event } of this.#all(backwards, backwards ? before : after, filter)) {
      yield event;
      found += 1;
      if (found >= max) return;
    }
  }

  /** Reads the log from a position (exclusive), without system events. */
  async *#all(
    backwards: boolean,
    position: bigint | undefined,
    filter: EventFilter | undefined,
    firstPage = FIRST_PAGE,
  ): AsyncGenerator<LogRecord, void, undefined> {
    const matches = matchesFilter(filter);
    let from = position;
    for (const count of pageSizes(Infinity, firstPage)) {
      const page = await readServerLog(this.connection, { backwards, count, from, filter });
      yield* page.records.filter(matches);
      if (page.isLast) return;
      from = page.position;
    }
  }

  async *subscribeToAll(options: SubscribeOptions): AsyncGenerator<LogPage, void, undefined> {
    const { after = 0n, signal } = options;
    const followed = await this.#follow(signal);
    if (!followed) return;
    if (after > followed.recent.end && !(await followed.skipTo(after))) {
      throw new UnknownPositionError('the position to start after is beyond the end of the log');
    }
    yield* followPages(followed, after, options);
  }

  /** The log shared by all followers; undefined if the signal is aborted or the log is closed before it can be reached. */
  async #follow(signal: AbortSignal): Promise<ServerLog | undefined> {
    while (!signal.aborted && !this.connection.isClosed) {
      if (this.#followed) return this.#followed;
      this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
      try {
        await unlessAborted(this.#opening, signal);
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        await sleep(AWAY_PAUSE_MS, signal);
      }
    }
    return undefined;
  }

  async #open(): Promise<void> {
    this.#followed = new ServerLog(this.connection, await endOf(this.connection));
  }

  async newest(notBefore?: bigint): Promise<StoredEvent | undefined> {
    const known = this.#followed?.recent.newest;
    if (known && notBefore !== undefined && known.position >= notBefore) return known.event;
    // One event is nearly always enough; more are read if system events come last.
    for await (const { event } of this.#all(true, undefined, undefined, 1)) return event;
    return undefined;
  }

  head(): Promise<bigint> {
    return this.#heads.run();
  }

  state(): StoreState {
    return this.connection.isAway ? 'away' : 'answers';
  }

  unavailableReason(): string | undefined {
    return this.connection.unavailableReason;
  }

  async close(): Promise<void> {
    const closing = this.connection.close();
    this.#followed?.close();
    await closing;
  }
}

/**
 * Opens the log in an EventStoreDB or KurrentDB cluster, version 23.10 or newer, without connecting yet. Calls throw
 * {@link StoreUnavailableError} if the server is away for `patienceMs` (default 10 s).
 * @throws ConnectionStringError
 */
export function openEventStoreDb(options: {
  /** `esdb://user:password@host:2113` or `esdb+discover://…`; credentials are sent only over TLS. */
  readonly connectionString: string;
  readonly patienceMs?: number;
}): Promise<EventStore> {
  const connection = new Connection(options.connectionString, options.patienceMs ?? PATIENCE_MS);
  return Promise.resolve(new EventStoreDbEventStore(connection));
}
