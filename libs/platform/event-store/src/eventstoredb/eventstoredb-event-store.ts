import {
  BACKWARDS,
  END,
  FORWARDS,
  NO_STREAM,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AllStreamResolvedEvent,
  type AppendResult as ClientResult,
  type EventStoreDBClient,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { checkAppend, checkRevision, checkSize, checkStreamName } from '../append-rules.js';
import { matchesFilter } from '../event-filter.js';
import type {
  AppendResult,
  EventFilter,
  EventStore,
  ExpectedRevision,
  NewEvent,
  StoredEvent,
  SubscriptionMessage,
} from '../event-store.js';
import { Connection, serverStream } from './eventstoredb-connection.js';
import { isAppendTimeout } from './eventstoredb-errors.js';
import {
  fromClientPosition,
  OF_LEADER,
  toClientPosition,
  toProposed,
  toStored,
} from './eventstoredb-events.js';
import { areOfOneAppend } from '../one-append.js';
import { subscribe } from './eventstoredb-subscription.js';
import { Turns } from '../turns.js';

const DEFAULT_DEADLINE_MS = 10_000;
/**
 * Until when the server may write what an append brings, in milliseconds from now by this machine's clock: it is compared with the
 * server's, and nothing is written when that one is ahead by more. The server's own limit, of seconds, holds as well.
 */
const SERVER_DEADLINE_MS = 24 * 60 * 60_000;
/**
 * The client's append stream buffers 16 messages. Past that the client queues, and when the connection breaks then, it rejects
 * the queue where nobody listens, which ends the process.
 */
const APPENDS_UNDER_WAY = 15;
/** Events that are read at a time to find the end of an append. */
const APPEND_EVENTS = 16;

/**
 * Events that are read with a call, twice as many with each. Whoever reads may be slow, and a server breaks the connection, with
 * all that is under way on it, when something stays unread for seconds; so no call is left open meanwhile.
 */
const FIRST_PAGE = 32;
const LARGEST_PAGE = 256;

/** How many events to read at a time, for `max` in all. */
function* pageSizes(max: number, first = FIRST_PAGE): Generator<number, void, undefined> {
  let size = first;
  for (let left = max; left > 0; left -= size, size = Math.min(2 * size, LARGEST_PAGE)) {
    yield Math.min(size, left);
  }
}

/** The EventStoreDB adapter of {@link EventStore}; see {@link openEventStoreDb}. */
class EventStoreDbEventStore implements EventStore {
  readonly #connection: Connection;
  readonly #turns = new Turns(APPENDS_UNDER_WAY);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend(stream, expected, events);
    checkSize(events);
    try {
      const result = await this.#turns.take(() =>
        this.#connection.call(async (client) => {
          const send = (): Promise<ClientResult> =>
            client.appendToStream(stream, events.map(toProposed), {
              ...OF_LEADER,
              deadline: SERVER_DEADLINE_MS,
              expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
            });
          try {
            return await send();
          } catch (error) {
            // So the server answers events that it is writing already, too.
            if (!isAppendTimeout(error)) throw error;
            return send();
          }
        }),
      );
      const revision = (expected === 'no_stream' ? -1 : expected) + events.length;
      const position =
        fromClientPosition(result.position) ?? (await this.#positionOf(stream, revision));
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

  /** The server may leave the position out of its answer. */
  async #positionOf(stream: string, revision: number): Promise<bigint> {
    for await (const event of this.readStream(stream, { from: revision, max: 1 })) {
      return event.position;
    }
    throw new Error('an appended event could not be read back');
  }

  async *readStream(
    stream: string,
    options: { from?: number; direction?: 'forwards' | 'backwards'; max?: number } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    checkStreamName(stream);
    if (options.from !== undefined) checkRevision(options.from);
    const backwards = options.direction === 'backwards';
    let next = options.from;
    for (const maxCount of pageSizes(options.max ?? Infinity)) {
      const fromRevision = next === undefined ? (backwards ? END : START) : BigInt(next);
      const page = await this.#page<ResolvedEvent>((client) =>
        client.readStream(stream, {
          ...OF_LEADER,
          direction: backwards ? BACKWARDS : FORWARDS,
          fromRevision,
          maxCount,
        }),
      );
      for (const event of page) {
        yield event;
        next = event.revision + (backwards ? -1 : 1);
      }
      if (page.length < maxCount || next === -1) return;
    }
  }

  /** What a read delivers; nothing when there is no such stream. */
  async #page<T extends ResolvedEvent | AllStreamResolvedEvent>(
    read: (client: EventStoreDBClient) => StreamingRead<T>,
  ): Promise<StoredEvent[]> {
    const page: StoredEvent[] = [];
    const events = this.#connection.stream<T>((client) => {
      const reading = read(client);
      return serverStream(reading, () => reading.cancel());
    });
    try {
      for await (const resolved of events) {
        const event = toStored(resolved);
        if (event) page.push(event);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return page;
  }

  async *readAll(
    options: {
      after?: bigint;
      before?: bigint;
      direction?: 'forwards' | 'backwards';
      filter?: EventFilter;
      max?: number;
    } = {},
  ): AsyncGenerator<StoredEvent, void, undefined> {
    const matches = matchesFilter(options.filter);
    const { after, before, max = Infinity } = options;
    const backwards = options.direction === 'backwards';
    if (max <= 0) return;
    let found = 0;
    for await (const event of this.#all(backwards, backwards ? before : after)) {
      if (!matches(event)) continue;
      yield event;
      found += 1;
      if (found >= max) return;
    }
  }

  /** All events of the server from a position (exclusive), its own included; the client has no filter for reads. */
  async *#all(
    backwards: boolean,
    position: bigint | undefined,
    firstPage = FIRST_PAGE,
  ): AsyncGenerator<StoredEvent, void, undefined> {
    let last = position;
    for (const maxCount of pageSizes(Infinity, firstPage)) {
      const from = last;
      const fromPosition = from === undefined ? (backwards ? END : START) : toClientPosition(from);
      const page = await this.#page<AllStreamResolvedEvent>((client) =>
        client.readAll({
          ...OF_LEADER,
          direction: backwards ? BACKWARDS : FORWARDS,
          fromPosition,
          maxCount,
        }),
      );
      for (const event of page) {
        last = event.position;
        // Forwards the server counts the given position in.
        if (last !== from) yield event;
      }
      if (page.length < maxCount) return;
    }
  }

  subscribeToAll(options: {
    after?: bigint;
    filter?: EventFilter;
    signal: AbortSignal;
  }): AsyncIterable<SubscriptionMessage> {
    return subscribe(this.#connection, options);
  }

  async endOfAppend(event: StoredEvent): Promise<bigint> {
    let last = event;
    for (let found = APPEND_EVENTS; found === APPEND_EVENTS;) {
      found = 0;
      const next = { from: last.revision + 1, max: APPEND_EVENTS };
      for await (const following of this.readStream(event.stream, next)) {
        if (!areOfOneAppend(last, following)) return last.position;
        last = following;
        found += 1;
      }
    }
    return last.position;
  }

  async newest(): Promise<StoredEvent | undefined> {
    const matches = matchesFilter(undefined);
    // nearly always the very last; those of the server itself may stand behind it, and then more are read
    for await (const event of this.#all(true, undefined, 1)) {
      if (matches(event)) return event;
    }
    return undefined;
  }

  async head(): Promise<bigint> {
    return (await this.newest())?.position ?? 0n;
  }

  takesAppends(): boolean {
    return true;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/**
 * Opens the log in an EventStoreDB or KurrentDB cluster, 23.10 or newer. Nothing is connected yet: a server that is away
 * shows as {@link StoreUnavailableError} on use, at the latest after `deadlineMs` (default 10 s). There should be one per process: the
 * client keeps account of appends under way in one place for all its instances.
 * @throws ConnectionStringError
 */
export function openEventStoreDb(options: {
  /** `esdb://user:password@host:2113`, `esdb+discover://…`; without TLS credentials are not sent. */
  readonly connectionString: string;
  readonly deadlineMs?: number;
}): Promise<EventStore> {
  const connection = new Connection(
    options.connectionString,
    options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  );
  return Promise.resolve(new EventStoreDbEventStore(connection));
}
