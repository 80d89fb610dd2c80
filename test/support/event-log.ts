import { v4 } from 'uuid';
import type {
  EventStore,
  LogPage,
  NewEvent,
  StoredEvent,
  SubscribeOptions,
} from '#libs/platform/event-store';

/** State shared by the cases of the contract. */
export interface ContractContext {
  readonly store: () => EventStore;
  readonly reopen: () => Promise<EventStore>;
}

/** An event with a fresh id. */
export function newEvent(type = 'contract.Happened.v1', data: NewEvent['data'] = {}): NewEvent {
  return { id: v4(), type, data, metadata: { requestId: v4() } };
}

/** Events with fresh ids, numbered in their data. */
export function newEvents(count: number, type?: string): NewEvent[] {
  return Array.from({ length: count }, (_, n) => newEvent(type, { n }));
}

/** A stream name not used before. */
export function newStream(prefix = 'contract'): string {
  return `${prefix}-${v4()}`;
}

/** Collects an async iterable. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A subscription read on demand. */
export class Reader {
  readonly #abort = new AbortController();
  readonly #pages: AsyncIterator<LogPage>;
  readonly events: StoredEvent[] = [];

  constructor(store: EventStore, options: Omit<SubscribeOptions, 'signal'>) {
    const pages = store.subscribeToAll({ ...options, signal: this.#abort.signal });
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** The next page; undefined at the end. */
  async next(): Promise<LogPage | undefined> {
    const result = await this.#pages.next();
    if (result.done === true) return undefined;
    this.events.push(...result.value.events);
    return result.value;
  }

  /** Reads until a page passes the test, and returns that page. */
  async until(test: (page: LogPage) => boolean): Promise<LogPage> {
    for (;;) {
      const page = await this.next();
      if (!page) throw new Error('the subscription ended');
      if (test(page)) return page;
    }
  }

  /** Reads until the head of the log. */
  untilHead(): Promise<LogPage> {
    return this.until(({ caughtUp }) => caughtUp);
  }

  /** Reads until `count` events have arrived. */
  async untilEvents(count: number): Promise<readonly StoredEvent[]> {
    while (this.events.length < count) await this.until(({ events }) => events.length > 0);
    return this.events;
  }

  abort(): void {
    this.#abort.abort();
  }
}
