import { v4 } from 'uuid';
import type {
  EventStore,
  NewEvent,
  StoredEvent,
  SubscriptionMessage,
} from '#libs/platform/event-store';

/** What the cases of the contract share. */
export interface ContractContext {
  readonly store: () => EventStore;
  readonly reopen: () => Promise<EventStore>;
}

/** An event with a fresh id. */
export function newEvent(type = 'contract.Happened.v1', data: NewEvent['data'] = {}): NewEvent {
  return { id: v4(), type, data, metadata: { requestId: v4() } };
}

/** Some events with fresh ids, numbered in their data. */
export function newEvents(count: number, type?: string): NewEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent(type, { n }));
}

/** A stream name nobody has used. */
export function newStream(prefix = 'contract'): string {
  return `${prefix}-${v4()}`;
}

/** All that an iterable yields. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A subscription that is read on demand. */
export class Reader {
  readonly #abort = new AbortController();
  readonly #messages: AsyncIterator<SubscriptionMessage>;
  readonly events: StoredEvent[] = [];

  constructor(
    store: EventStore,
    options: Omit<Parameters<EventStore['subscribeToAll']>[0], 'signal'>,
  ) {
    const messages = store.subscribeToAll({ ...options, signal: this.#abort.signal });
    this.#messages = messages[Symbol.asyncIterator]();
  }

  /** The next message; undefined at the end. */
  async next(): Promise<SubscriptionMessage | undefined> {
    const result = await this.#messages.next();
    if (result.done === true) return undefined;
    const { value } = result;
    if (value.kind === 'event') this.events.push(value.event);
    return value;
  }

  /** Reads until a message passes the test, and returns that. */
  async until(test: (message: SubscriptionMessage) => boolean): Promise<SubscriptionMessage> {
    for (;;) {
      const message = await this.next();
      if (!message) throw new Error('the subscription ended');
      if (test(message)) return message;
    }
  }

  /** Reads until a number of events has come. */
  async untilEvents(count: number): Promise<readonly StoredEvent[]> {
    while (this.events.length < count) await this.until(({ kind }) => kind === 'event');
    return this.events;
  }

  abort(): void {
    this.#abort.abort();
  }
}
