import { START, type AllStreamResolvedEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import { matchesFilter } from '../event-filter.js';
import {
  StoreUnavailableError,
  type EventFilter,
  type StoredEvent,
  type SubscriptionMessage,
} from '../event-store.js';
import { serverStream, type Connection, type ServerStream } from './eventstoredb-connection.js';
import {
  fromClientPosition,
  OF_LEADER,
  toClientPosition,
  toServerFilter,
  toStored,
} from './eventstoredb-events.js';

const BUFFERED_EVENTS = 256;
/**
 * How long a consumer may take over a message before its call is ended, to be made anew when it comes back: on a call that stays
 * unread for five seconds the server breaks the connection, with all that is under way on it.
 */
const BUSY_MS = 1_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** What comes out of the client's stream: its events and, put between them by us, its marks. */
type Item = AllStreamResolvedEvent | { readonly caughtUp: true } | { readonly passed: bigint };

interface Opened {
  readonly items: AsyncGenerator<Item, void, undefined>;
  /** Whether nothing more has arrived so far. */
  readonly isDrained: () => boolean;
}

/**
 * One subscription at the server. The client reports "caught up" and checkpoints by callback while it takes messages off the
 * wire, when events that came before may still wait in its buffer. So they are put in that same buffer, behind those.
 */
function openSubscription(
  connection: Connection,
  after: bigint | undefined,
  filter: EventFilter | undefined,
  signal: AbortSignal,
): Opened {
  let stream: ServerStream<Item> | undefined;
  const open = (client: EventStoreDBClient, confirm: () => void): ServerStream<Item> => {
    const subscription = client.subscribeToAll(
      {
        ...OF_LEADER,
        fromPosition: after === undefined ? START : toClientPosition(after),
        filter: toServerFilter(filter, (_, position) => {
          const passed = fromClientPosition(position);
          if (passed !== undefined) subscription.push({ passed });
          return Promise.resolve();
        }),
      },
      { highWaterMark: BUFFERED_EVENTS },
    );
    subscription.on('confirmation', confirm);
    subscription.on('caughtUp', () => subscription.push({ caughtUp: true }));
    stream = serverStream<Item>(subscription, () => subscription.unsubscribe());
    return stream;
  };
  return {
    items: connection.stream(open, { firstOnly: true, signal }),
    isDrained: () => stream?.readableLength === 0,
  };
}

/** How far a subscription has come, whatever opens it anew. */
class SubscribedPlace {
  /** Where events that did not match have brought it since the last message. */
  #passed: bigint | undefined;
  readonly #matches: (event: StoredEvent) => boolean;

  /** @param position the last that was seen; undefined at the start of the log */
  constructor(
    public position: bigint | undefined,
    filter: EventFilter | undefined,
  ) {
    this.#matches = matchesFilter(filter);
  }

  /** It goes on from its position. */
  resume(): void {
    this.#passed = undefined;
  }

  /** What is to be said once an item has come: an event that matches, or else where it is, unless more has arrived already. */
  *messages(item: Item, isDrained: () => boolean): Generator<SubscriptionMessage, void, undefined> {
    const isMark = 'caughtUp' in item;
    const event = isMark || 'passed' in item ? undefined : toStored(item);
    const at = isMark ? undefined : 'passed' in item ? item.passed : event?.position;
    if (at !== undefined && (this.position === undefined || at > this.position)) {
      this.position = at;
      if (event && this.#matches(event)) {
        this.#passed = undefined;
        yield { kind: 'event', event };
      } else this.#passed = at;
    }
    if (this.#passed !== undefined && (isMark || isDrained())) {
      yield { kind: 'checkpoint', position: this.#passed };
      this.#passed = undefined;
    }
  }
}

/** Gives a message out, and ends the phase when its consumer is long busy with it. */
function* attended(
  message: SubscriptionMessage,
  phase: AbortController,
): Generator<SubscriptionMessage, void, undefined> {
  const busy = setTimeout(() => phase.abort(), BUSY_MS);
  try {
    yield message;
  } finally {
    clearTimeout(busy);
  }
}

/**
 * The subscription of the port over any number of subscriptions at the server, each continuing after the last position seen.
 *
 * With a filter it has two phases. History is filtered by the server. From there on the server sends everything and the
 * filter is applied here: a filtered subscription reports only now and then how far it has looked, and someone who waits
 * for the position of an event that does not match would wait for long.
 */
export async function* subscribe(
  connection: Connection,
  options: { after?: bigint; filter?: EventFilter; signal: AbortSignal },
): AsyncGenerator<SubscriptionMessage, void, undefined> {
  const { filter, signal } = options;
  const place = new SubscribedPlace(options.after, filter);
  const isOver = (): boolean => signal.aborted || connection.isClosed;
  let retryMs = FIRST_RETRY_MS;
  let history = filter !== undefined;
  while (!isOver()) {
    place.resume();
    const phase = new AbortController();
    const { items, isDrained } = openSubscription(
      connection,
      place.position,
      history ? filter : undefined,
      AbortSignal.any([signal, phase.signal]),
    );
    try {
      for await (const item of items) {
        retryMs = FIRST_RETRY_MS;
        if (isOver()) return;
        for (const message of place.messages(item, isDrained)) yield* attended(message, phase);
        if (!('caughtUp' in item)) continue;
        if (history) {
          history = false;
          phase.abort();
        } else yield* attended({ kind: 'caught-up' }, phase);
      }
      if (phase.signal.aborted) continue;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
    if (isOver()) return;
    history = filter !== undefined;
    await delay(retryMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    retryMs = Math.min(2 * retryMs, LAST_RETRY_MS);
  }
}
