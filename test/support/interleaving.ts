import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#libs/platform/event-store';
import type { DocumentStore } from '#libs/platform/read-models';

/** One of two requests under way at once. */
export type Party = 'a' | 'b';

/** Header that says which party a request is. */
const HEADER = 'x-party';

/** How long a party that waits for the other may hold up both, in milliseconds. Only the order that is tried depends on it. */
const STUCK_AFTER = 100;

/** A request, and its calls to the stores that wait to be let go. */
class Held {
  readonly waiting: (() => void)[] = [];
  done = false;
  calls = 0;
  #isFree = false;
  #changed: (() => void) | undefined;

  async hold(): Promise<void> {
    this.calls += 1;
    if (this.#isFree) return;
    await new Promise<void>((resolve) => {
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

  /** Holds no call any more. */
  free(): void {
    this.#isFree = true;
    while (this.letGo());
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

/** Headers that say of which party a request is. */
type Headers = Readonly<Record<string, string>>;

/** What a process that serves requests asks. */
interface AskedStores {
  readonly eventStore: EventStore;
  readonly documents: DocumentStore;
}

/**
 * Runs two requests at once and decides which of them goes on: each call to the log is held until it is let go, and where `documents` are
 * given each read of them too. What follows from the log later (projections, the durable run of reactions) is not held. Several pairs can
 * be under way, each in its own order.
 */
export class Interleaving {
  readonly #current = new AsyncLocalStorage<Held>();
  readonly #parties = new Map<string, Held>();
  #runs = 0;

  /** @param services the processes that serve the requests, with their stores */
  constructor(
    ...services: readonly { readonly server: Server; readonly stores: Partial<AskedStores> }[]
  ) {
    for (const { server, stores } of services) {
      this.#mark(server);
      if (stores.eventStore) this.#holdLog(stores.eventStore);
      if (stores.documents) this.#holdDocuments(stores.documents);
    }
  }

  #mark(server: Server): void {
    const emit = server.emit.bind(server) as (...values: unknown[]) => boolean;
    const marked = (...values: unknown[]): boolean => {
      const [event, request] = values;
      const party = event === 'request' ? (request as IncomingMessage).headers[HEADER] : undefined;
      const held = this.#parties.get(String(party));
      return held ? this.#current.run(held, () => emit(...values)) : emit(...values);
    };
    Object.assign(server, { emit: marked });
  }

  #turn(): Promise<void> | undefined {
    return this.#current.getStore()?.hold();
  }

  #holdLog(store: EventStore): void {
    const append = store.append.bind(store);
    const readStream = store.readStream.bind(store);
    const head = store.head.bind(store);
    const turn = () => this.#turn();
    async function* heldPages<T>(pages: () => AsyncIterable<T>): AsyncGenerator<T> {
      await turn();
      yield* pages();
    }
    Object.assign(store, {
      append: async (...values: Parameters<EventStore['append']>) => {
        await turn();
        return append(...values);
      },
      readStream: (...values: Parameters<EventStore['readStream']>) =>
        heldPages(() => readStream(...values)),
      head: async () => {
        await turn();
        return head();
      },
    });
  }

  #holdDocuments(store: DocumentStore): void {
    for (const name of ['get', 'getMany', 'find', 'findStored'] as const) {
      const read = store[name].bind(store) as (...values: unknown[]) => Promise<unknown>;
      const held = async (...values: unknown[]): Promise<unknown> => {
        await this.#turn();
        return read(...values);
      };
      Object.assign(store, { [name]: held });
    }
  }

  /**
   * Runs both requests, which send the headers they are given, letting one call go at a time, in this order; then the rest as it comes.
   * @returns their results, and how many calls each made
   */
  async run<A, B>(
    order: Iterable<Party>,
    a: (headers: Headers) => Promise<A>,
    b: (headers: Headers) => Promise<B>,
  ): Promise<{ readonly results: [A, B]; readonly calls: Readonly<Record<Party, number>> }> {
    const held = { a: new Held(), b: new Held() };
    const run = ++this.#runs;
    const start = <T>(party: Party, send: (headers: Headers) => Promise<T>): Promise<T> => {
      const name = `${run} ${party}`;
      this.#parties.set(name, held[party]);
      return send({ [HEADER]: name }).finally(() => {
        held[party].end();
        this.#parties.delete(name);
      });
    };
    const results = Promise.all([start('a', a), start('b', b)]);
    results.catch(() => undefined);
    for (const party of order) {
      if (held.a.done && held.b.done) break;
      await held[party].ready();
      // a party that waits for the other can't go on alone
      if (!held[party].letGo() && !held[party].done) held[other(party)].letGo();
    }
    held.a.free();
    held.b.free();
    return { results: await results, calls: { a: held.a.calls, b: held.b.calls } };
  }
}

/** Lets a party go to its end: no request makes as many calls. */
const whole = (party: Party): readonly Party[] => Array<Party>(60).fill(party);

const other = (party: Party): Party => (party === 'a' ? 'b' : 'a');

/** The order in which one party is let go to its end, then the other. */
export function oneAfterTheOther(first: Party): readonly Party[] {
  return [...whole(first), ...whole(other(first))];
}

/** Every order in which one party is let go some calls but not all, then the other to its end, then the first; and its mirror. */
export function* interruptions(calls: Readonly<Record<Party, number>>): Generator<Party[]> {
  for (const first of ['a', 'b'] as const) {
    for (let after = 1; after < calls[first]; after++) {
      yield [...Array<Party>(after).fill(first), ...whole(other(first)), ...whole(first)];
    }
  }
}
