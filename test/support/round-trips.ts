import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#libs/platform/event-store';
import type { Reaction } from '#libs/platform/service';

/** Calls that one request made to the log. */
export interface RoundTrips {
  readonly appends: number;
  readonly reads: number;
  /** Length of the longest chain of sequential calls. */
  readonly depth: number;
  /** The calls in the order they began: operation, stream, and position in the chain. */
  readonly calls: readonly string[];
}

interface Call {
  readonly what: 'append' | 'read';
  readonly on: string;
  readonly depth: number;
}

/** Minimum duration of a call in milliseconds, so that concurrent calls don't look like a chain. */
const UNDER_WAY = 5;
/** Delay of durable reactions, so that they follow those that requests wait for. */
const BEHIND = 500;

/** The calls of one request. */
class Counted {
  readonly begun: Call[] = [];
  #ended = 0;

  begin(what: Call['what'], on: string): () => void {
    const call = { what, on, depth: this.#ended + 1 };
    this.begun.push(call);
    return () => (this.#ended = Math.max(this.#ended, call.depth));
  }

  get sum(): RoundTrips {
    const { begun } = this;
    const count = (what: Call['what']): number => begun.filter((call) => call.what === what).length;
    return {
      appends: count('append'),
      reads: count('read'),
      depth: Math.max(0, ...begun.map(({ depth }) => depth)),
      calls: begun.map(({ what, on, depth }) => `${depth} ${what} ${on}`),
    };
  }
}

/** Counts the calls to the log that each request waits for. Background work is left out. */
export class RoundTripCounter {
  readonly #current = new AsyncLocalStorage<Counted>();
  #newest = new Counted();

  constructor(server: Server, store: EventStore, reactions: readonly Reaction[]) {
    const emit = server.emit.bind(server) as (...values: unknown[]) => boolean;
    const counting = (...values: unknown[]): boolean => {
      if (values[0] !== 'request') return emit(...values);
      this.#newest = new Counted();
      return this.#current.run(this.#newest, () => emit(...values));
    };
    Object.assign(server, { emit: counting });
    const append = store.append.bind(store);
    const readStream = store.readStream.bind(store);
    const readAll = store.readAll.bind(store);
    const newest = store.newest.bind(store);
    const counter = this.#current;
    const counted = async <T>(
      what: Call['what'],
      on: string,
      call: () => Promise<T>,
    ): Promise<T> => {
      const end = counter.getStore()?.begin(what, on);
      if (end) await delay(UNDER_WAY);
      try {
        return await call();
      } finally {
        end?.();
      }
    };
    async function* countedPages<T>(on: string, pages: AsyncIterable<T>): AsyncGenerator<T> {
      const end = counter.getStore()?.begin('read', on);
      if (end) await delay(UNDER_WAY);
      try {
        yield* pages;
      } finally {
        end?.();
      }
    }
    for (const reaction of reactions) {
      const react = reaction.react.bind(reaction);
      const afterwards: typeof react = async (event) => {
        if (!counter.getStore()) await delay(BEHIND);
        return react(event);
      };
      Object.assign(reaction, { react: afterwards });
    }
    Object.assign(store, {
      append: (...values: Parameters<typeof append>) =>
        counted('append', values[0], () => append(...values)),
      readStream: (...values: Parameters<typeof readStream>) =>
        countedPages(values[0], readStream(...values)),
      readAll: (...values: Parameters<typeof readAll>) => countedPages('$all', readAll(...values)),
      newest: () => counted('read', '$all', newest),
      head: async () => (await counted('read', '$all', newest))?.position ?? 0n,
    });
  }

  /** The minimum of several requests of a kind, which leaves out interference by background work. */
  async least(times: number, request: () => Promise<unknown>): Promise<RoundTrips> {
    let least: RoundTrips | undefined;
    for (let left = times; left > 0; left--) {
      await request();
      const { sum } = this.#newest;
      if (least === undefined || weight(sum) < weight(least)) least = sum;
    }
    return least ?? new Counted().sum;
  }
}

function weight({ appends, reads, depth }: RoundTrips): number {
  return depth * 1_000 + appends + reads;
}
