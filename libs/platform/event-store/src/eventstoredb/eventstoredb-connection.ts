import { type EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import { StoreUnavailableError } from '../event-store.js';
import { clientOf } from './eventstoredb-client.js';
import { asStoreError, isAppendTimeout } from './eventstoredb-errors.js';

/** A stream of the client that can be ended at the server. */
export type ServerStream<T> = Readable & AsyncIterable<T> & { cancelCall(): Promise<void> };

/** Makes a {@link ServerStream} of either kind of stream the client has; both are Readables. */
export function serverStream<T>(stream: object, cancelCall: () => Promise<void>): ServerStream<T> {
  return Object.assign(stream as Readable, { cancelCall });
}

/** How a stream of the server is read. */
interface StreamOptions {
  readonly firstOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** How long a client that is given up may take to end its calls. */
const DISPOSE_MS = 1_000;

/** Whether another node is the leader. The client knows by then which. */
function isOfNoLeader(error: unknown): boolean {
  return error instanceof StoreUnavailableError && error.cause instanceof NotLeaderError;
}

/**
 * The one client of the process, with deadlines of our own around it: the client's appends go through one stream without a
 * timer, so a silent server would be a promise that never settles.
 *
 * When a deadline passes or the server is away, the client is given up and everything that hangs on it fails. The next one is
 * used only when it has ended its calls: the client keeps account of appends under way for all its instances together,
 * forgets all of them when one instance's stream breaks, and throws where nobody catches when an answer to a forgotten
 * one arrives.
 */
export class Connection {
  readonly #connectionString: string;
  readonly #deadlineMs: number;
  readonly #streams = new Map<Readable, EventStoreDBClient>();
  readonly #calls = new Set<Promise<unknown>>();
  #client: EventStoreDBClient;
  #ready: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(connectionString: string, deadlineMs: number) {
    this.#connectionString = connectionString;
    this.#deadlineMs = deadlineMs;
    this.#client = clientOf(connectionString);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /**
   * Makes a call that answers once, to the leader once more when this was none. Throws {@link StoreUnavailableError} when it has not
   * answered by the deadline.
   */
  async call<T>(action: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    try {
      return await this.#call(action);
    } catch (error) {
      if (!isOfNoLeader(error)) throw error;
      return this.#call(action);
    }
  }

  async #call<T>(action: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const client = await this.#current();
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(this.#timeout()), this.#deadlineMs);
    });
    const call = Promise.race([action(client), deadline]);
    this.#calls.add(call);
    try {
      return await call;
    } catch (error) {
      throw this.#failed(client, error);
    } finally {
      clearTimeout(timer);
      this.#calls.delete(call);
    }
  }

  /**
   * Reads a stream of the server, from the leader when this is none. The deadline runs while an item is waited for: for each, or
   * with `firstOnly` until `confirm` is called. However the reading ends, the call at the server ends with it.
   */
  async *stream<T>(
    open: (client: EventStoreDBClient, confirm: () => void) => ServerStream<T>,
    options: StreamOptions = {},
  ): AsyncGenerator<T, void, undefined> {
    let begun = false;
    try {
      for await (const item of this.#stream(open, options)) {
        begun = true;
        yield item;
      }
    } catch (error) {
      if (begun || !isOfNoLeader(error)) throw error;
      yield* this.#stream(open, options);
    }
  }

  async *#stream<T>(
    open: (client: EventStoreDBClient, confirm: () => void) => ServerStream<T>,
    options: StreamOptions,
  ): AsyncGenerator<T, void, undefined> {
    const client = await this.#current();
    let confirmed = false;
    const stream = open(client, () => {
      confirmed = true;
    });
    // Errors after the reader has gone must not become uncaught ones.
    stream.on('error', () => undefined);
    this.#streams.set(stream, client);
    const abort = (): void => {
      stream.destroy();
      // Not awaited: a call that never got through can't be cancelled either.
      stream.cancelCall().catch(() => undefined);
    };
    options.signal?.addEventListener('abort', abort);
    if (options.signal?.aborted === true) abort();
    let waitingSince = performance.now();
    const watch = setInterval(
      () => {
        if (confirmed && options.firstOnly === true) clearInterval(watch);
        else if (performance.now() - waitingSince > this.#deadlineMs) {
          stream.destroy(this.#timeout());
        }
      },
      Math.max(1, this.#deadlineMs / 20),
    );
    try {
      for await (const item of stream) {
        waitingSince = Infinity;
        yield item;
        waitingSince = performance.now();
      }
    } catch (error) {
      if (options.signal?.aborted !== true) throw this.#failed(client, error);
    } finally {
      clearInterval(watch);
      options.signal?.removeEventListener('abort', abort);
      this.#streams.delete(stream);
      abort();
    }
  }

  async #current(): Promise<EventStoreDBClient> {
    this.#checkOpen();
    await this.#ready;
    this.#checkOpen();
    return this.#client;
  }

  #timeout(): StoreUnavailableError {
    return new StoreUnavailableError(`EventStoreDB did not answer within ${this.#deadlineMs} ms`);
  }

  /** The error for the caller. A client that has lost its server is given up, once. */
  #failed(client: EventStoreDBClient, error: unknown): unknown {
    const storeError = asStoreError(error);
    if (
      storeError instanceof StoreUnavailableError &&
      // Who the leader is only this client has been told; and a server that gives up an append answers the others.
      !(error instanceof NotLeaderError || isAppendTimeout(error)) &&
      client === this.#client &&
      !this.#closed
    ) {
      this.#client = clientOf(this.#connectionString);
      this.#ready = this.#dispose(client, storeError);
    }
    return storeError;
  }

  async #dispose(client: EventStoreDBClient, error: Error): Promise<void> {
    for (const [stream, owner] of this.#streams) {
      if (owner === client) stream.destroy(error);
    }
    // Held meanwhile: a process that has nothing else to do would end before it can say why it could not start.
    let timer: NodeJS.Timeout | undefined;
    const given = new Promise((resolve) => (timer = setTimeout(resolve, DISPOSE_MS)));
    await Promise.race([client.dispose().catch(() => undefined), given]);
    clearTimeout(timer);
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreUnavailableError('the log is closed');
  }

  /** Waits for calls under way, at most their deadline, and ends all streams. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#calls);
    await this.#dispose(this.#client, new StoreUnavailableError('the log is closed'));
  }
}
