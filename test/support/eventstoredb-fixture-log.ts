import type { EventStore, StoredEvent } from '#libs/platform/event-store';

/** An event of the server itself. */
function statistics(position: bigint): StoredEvent {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    stream: '$stats-fixture',
    type: '$statsCollected',
    revision: 0,
    position,
    data: {},
    metadata: {},
  };
}

/**
 * The log as a server has it: the events of a store, and some of the server's own between them. One stands before every fourth event
 * or so; more are written on demand.
 */
export class ServerLog {
  readonly #statistics: StoredEvent[] = [];
  readonly #closed = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #watching = false;

  constructor(readonly store: EventStore) {}

  /** Moves the head without us, as a server does every half minute. */
  async writeStatistics(): Promise<void> {
    const head = await this.store.head();
    const last = this.#statistics.at(-1)?.position ?? 0n;
    this.#statistics.push(statistics((last > head ? last : head) + 1n));
    this.#wake();
  }

  /** Position of the last event; 0n for an empty log. */
  async head(): Promise<bigint> {
    for await (const { position } of this.backwards()) return position;
    return 0n;
  }

  /** All events from a position on, its own included. */
  async *forwards(from = 0n): AsyncGenerator<StoredEvent, void, undefined> {
    // Taken before the store's end is: so none of them stands behind an event that is left out.
    const own = this.#statistics.filter(({ position }) => position >= from);
    for await (const event of this.store.readAll({ after: from - 1n })) {
      while (own[0] && own[0].position < event.position) yield own.shift()!;
      const before = event.position - 1n;
      if (hasOneBefore(event) && before >= from) yield statistics(before);
      yield event;
    }
    yield* own;
  }

  /** All events before a position, newest first. */
  async *backwards(before?: bigint): AsyncGenerator<StoredEvent, void, undefined> {
    const own = this.#statistics.filter(
      ({ position }) => before === undefined || position < before,
    );
    const options = { direction: 'backwards', ...(before !== undefined && { before }) } as const;
    for await (const event of this.store.readAll(options)) {
      while ((own.at(-1)?.position ?? 0n) > event.position) yield own.pop()!;
      yield event;
      if (hasOneBefore(event)) yield statistics(event.position - 1n);
    }
    yield* own.reverse();
  }

  /** Whether a read may begin at a position: where an event stands, or behind all. */
  async canReadFrom(position: bigint): Promise<boolean> {
    if (position === 0n) return true;
    for await (const event of this.forwards(position)) return event.position === position;
    return true;
  }

  /** Hands over each event behind a position as soon as it is there. */
  async follow(
    after: bigint,
    take: (event: StoredEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    this.#watch();
    signal.addEventListener('abort', () => this.#wake());
    const isOver = (): boolean => signal.aborted || this.#closed.signal.aborted;
    for (let position = after; !isOver();) {
      const grown = new Promise<void>((resolve) => this.#waiting.push(resolve));
      for await (const event of this.forwards(position + 1n)) {
        if (isOver()) return;
        take(event);
        position = event.position;
      }
      await grown;
    }
  }

  /** Wakes followers when the store has grown, once for all of them. */
  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    const { signal } = this.#closed;
    const messages = this.store.subscribeToAll({ signal })[Symbol.asyncIterator]();
    void (async () => {
      while ((await messages.next()).done !== true) this.#wake();
    })();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  close(): void {
    this.#closed.abort();
    this.#wake();
  }
}

const hasOneBefore = ({ position }: StoredEvent): boolean => position % 4n === 0n;
