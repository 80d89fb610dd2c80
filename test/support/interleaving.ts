import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#libs/platform/event-store';

/** One of two requests under way at once. */
export type Party = 'a' | 'b';

/** Header that says which party a request is. */
const HEADER = 'x-party';

/** How long a party that waits for the other may hold up both, in milliseconds. Only the order that is tried depends on it. */
const STUCK_AFTER = 25;

/** A request, and its calls to the log that wait to be let go. */
class Held {
  readonly waiting: (() => void)[] = [];
  done = false;
  calls = 0;
  #changed: (() => void) | undefined;

  hold(): Promise<void> {
    return new Promise((resolve) => {
      this.calls += 1;
      this.waiting.push(resolve);
      this.#changed?.();
    });
  }

  /** Lets one call go; false if none waits. */
  letGo(): boolean {
    const next = this.waiting.shift();
    next?.();
    return next !== undefined;
  }

  end(): void {
    this.done = true;
    this.#changed?.();
  }

  /** Resolves once a call waits or the request is over, or after {@link STUCK_AFTER}. */
  async ready(): Promise<void> {
    if (this.done || this.waiting.length > 0) return;
    const changed = new Promise<void>((resolve) => (this.#changed = resolve));
    await Promise.race([changed, delay(STUCK_AFTER)]);
  }
}

/**
 * Runs two requests at once and decides which of them goes on: each call to the log is held until it is let go. What follows from the log
 * later (projections, the durable run of reactions) is not held.
 */
export class Interleaving {
  readonly #party = new AsyncLocalStorage<Party>();
  #held: Readonly<Record<Party, Held>> | undefined;

  /** @param services the processes that serve the requests, with their connections to the log */
  constructor(...services: readonly { readonly server: Server; readonly store: EventStore }[]) {
    for (const { server, store } of services) this.#hold(server, store);
  }

  #hold(server: Server, store: EventStore): void {
    const emit = server.emit.bind(server) as (...values: unknown[]) => boolean;
    const marked = (...values: unknown[]): boolean => {
      const [event, request] = values;
      const party = event === 'request' ? (request as IncomingMessage).headers[HEADER] : undefined;
      return party === undefined
        ? emit(...values)
        : this.#party.run(party as Party, () => emit(...values));
    };
    Object.assign(server, { emit: marked });
    const { append, readStream, head } = store;
    const turn = (): Promise<void> | undefined => {
      const party = this.#party.getStore();
      return party && this.#held?.[party].hold();
    };
    async function* heldPages<T>(pages: () => AsyncIterable<T>): AsyncGenerator<T> {
      await turn();
      yield* pages();
    }
    Object.assign(store, {
      append: async (...values: Parameters<EventStore['append']>) => {
        await turn();
        return append.apply(store, values);
      },
      readStream: (...values: Parameters<EventStore['readStream']>) =>
        heldPages(() => readStream.apply(store, values)),
      head: async () => {
        await turn();
        return head.apply(store);
      },
    });
  }

  /** Headers of the request of a party. */
  static headers(party: Party): Readonly<Record<string, string>> {
    return { [HEADER]: party };
  }

  /**
   * Runs both requests, letting one call go at a time, in this order; then the rest as it comes.
   * @returns their results, and how many calls each made
   */
  async run<A, B>(
    order: Iterable<Party>,
    a: () => Promise<A>,
    b: () => Promise<B>,
  ): Promise<{ readonly results: [A, B]; readonly calls: Readonly<Record<Party, number>> }> {
    const held = { a: new Held(), b: new Held() };
    this.#held = held;
    const results = Promise.all([
      a().finally(() => {
        held.a.end();
      }),
      b().finally(() => {
        held.b.end();
      }),
    ]);
    results.catch(() => undefined);
    for (const party of order) {
      if (held.a.done && held.b.done) break;
      const other = held[party === 'a' ? 'b' : 'a'];
      await held[party].ready();
      // a party that waits for the other can't go on alone
      if (!held[party].letGo() && !held[party].done) other.letGo();
    }
    this.#held = undefined;
    for (const one of [held.a, held.b]) while (one.letGo());
    const calls = { a: held.a.calls, b: held.b.calls };
    return { results: await results, calls };
  }
}

/** Every order in which one party is let go some calls, then the other to its end, then the first; and its mirror. */
export function* interruptions(calls: Readonly<Record<Party, number>>): Generator<Party[]> {
  const whole = (party: Party): Party[] => Array.from({ length: calls[party] + 20 }, () => party);
  for (const [first, second] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    for (let after = 0; after <= calls[first]; after++) {
      yield [...Array.from({ length: after }, () => first), ...whole(second), ...whole(first)];
    }
  }
}
