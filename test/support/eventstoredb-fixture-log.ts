import type { EventStore, StoredEvent } from '#libs/platform/event-store';

/** A system event of the server. */
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

/** The log as a server has it: the events of a store with system events between them, one in about four and more on demand. */
export class ServerLog {
  readonly #statistics: StoredEvent[] = [];
  readonly #closed = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #watching = false;

  constructor(readonly store: EventStore) {}

  /** Moves the head with a system event, as a server does every 30 seconds. */
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

  /** All events from a position on, inclusive. */
  async *forwards(from = 0n): AsyncGenerator<StoredEvent, void, undefined> {
    // taken before the store's end is read, so that none of them follows an event that is left out
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

  /** Whether a read may begin at a position: that of an event, or the end. */
  async canReadFrom(position: bigint): Promise<boolean> {
    if (position === 0n) return true;
    for await (const event of this.forwards(position)) return event.position === position;
    return true;
  }

  /** Yields each event after a position as soon as it is appended. */
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

  /** Wakes all followers when the store has grown. */
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
