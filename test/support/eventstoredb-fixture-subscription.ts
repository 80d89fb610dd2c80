import { status } from '@grpc/grpc-js';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from '#libs/platform/event-store';
import type { ServerLog } from './eventstoredb-fixture-log.js';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  fellBehindResponse,
} from './eventstoredb-fixture-messages.js';

/** What a server buffers per subscription: this many live events, and this many messages on their way to the client. */
const MOST_KEPT = 32;

/** A buffered message, and the position of its event. */
interface Outgoing {
  readonly message: ReadResp;
  readonly position?: bigint;
}

/** A bounded buffer between one writer and one reader. */
class Buffered<T> {
  readonly #items: T[] = [];
  readonly #waiting: (() => void)[] = [];
  #closed = false;

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.#wake());
  }

  /** Returns whether there was room. */
  tryPut(item: T): boolean {
    if (this.#closed || this.#items.length >= MOST_KEPT) return false;
    this.#items.push(item);
    this.#wake();
    return true;
  }

  /** Waits for room. */
  async put(item: T): Promise<void> {
    while (!this.#closed && !this.tryPut(item)) await this.#change();
  }

  /** Accepts no more; what is buffered can still be read. */
  close(): void {
    this.#closed = true;
    this.#wake();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      while (this.#items.length > 0) {
        this.#wake();
        yield this.#items.shift() as T;
      }
      if (this.#closed) return;
      await this.#change();
    }
  }

  async #change(): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.signal.throwIfAborted();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** What a subscription asked for. */
export interface SubscriptionOptions {
  /** Position after which it begins. */
  readonly after: bigint | undefined;
  readonly matches: (event: StoredEvent) => boolean;
  /** Events examined between two checkpoints; undefined without a filter. */
  readonly checkpointInterval: number | undefined;
  /** Whether a subscription that falls behind returns to catching up (24.2 and later) or is ended. */
  readonly goesBack: boolean;
}

/**
 * A subscription to `$all`. Catching up waits for the client. Live events are buffered and wait for nobody: a client whose buffer is
 * full is too slow, and 23.10 ends its subscription.
 */
export async function subscribe(
  log: ServerLog,
  options: SubscriptionOptions,
  send: (message: ReadResp) => Promise<void>,
  callSignal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const signal = AbortSignal.any([callSignal, ended.signal]);
  const subscription = new Subscription(log, options, signal);
  try {
    await Promise.all([subscription.run(), subscription.deliver(send)]);
  } finally {
    ended.abort();
  }
}

class Subscription {
  readonly #outgoing: Buffered<Outgoing>;
  #considered = 0;
  #failure: Error | undefined;

  constructor(
    private readonly log: ServerLog,
    private readonly options: SubscriptionOptions,
    private readonly signal: AbortSignal,
  ) {
    this.#outgoing = new Buffered(signal);
  }

  /** Sends everything buffered, each event once, before it fails. */
  async deliver(send: (message: ReadResp) => Promise<void>): Promise<void> {
    let last = this.options.after ?? -1n;
    for await (const { message, position } of this.#outgoing) {
      if (position !== undefined && position <= last) continue;
      last = position ?? last;
      await send(message);
    }
    if (this.#failure) throw this.#failure;
  }

  async run(): Promise<void> {
    const { after, goesBack } = this.options;
    if (after !== undefined && !(await this.log.canReadFrom(after))) {
      throw goesBack
        ? refusal(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.')
        : refusal(status.UNKNOWN, 'Exception was thrown by handler.');
    }
    await this.#outgoing.put({ message: confirmationResponse() });
    for (let position = after ?? -1n; !this.#outgoing.isClosed;) {
      position = await this.#live(await this.#catchUp(position));
      await this.#outgoing.put({ message: fellBehindResponse() });
    }
  }

  /** Messages sent after an event has been examined. */
  *#messages(event: StoredEvent): Generator<Outgoing, void, undefined> {
    const { position } = event;
    if (this.options.matches(event)) yield { message: eventResponse(event), position };
    this.#considered += 1;
    const { checkpointInterval } = this.options;
    if (checkpointInterval !== undefined && this.#considered % checkpointInterval === 0) {
      yield { message: checkpointResponse(position) };
    }
  }

  /** Sends history up to the head. */
  async #catchUp(after: bigint): Promise<bigint> {
    let position = after;
    for await (const event of this.log.forwards(after + 1n)) {
      for (const message of this.#messages(event)) await this.#outgoing.put(message);
      position = event.position;
    }
    return position;
  }

  /** Sends live events. Ends when the subscription falls behind, with the position it has reached. */
  async #live(after: bigint): Promise<bigint> {
    const live = new Buffered<Outgoing>(this.signal);
    const falling = new AbortController();
    let state = 'transitioning to live';
    const tooSlow = (): void => {
      falling.abort();
      live.close();
      if (!this.options.goesBack) this.#end(state);
    };
    const start = await this.log.head();
    const take = (event: StoredEvent): void => {
      for (const message of this.#messages(event)) if (!live.tryPut(message)) tooSlow();
    };
    const ended = AbortSignal.any([this.signal, falling.signal]);
    const following = this.log.follow(start, take, ended);
    let position = after;
    for await (const event of this.log.forwards(after + 1n)) {
      if (event.position > start) break;
      for (const message of this.#messages(event)) {
        if (this.options.goesBack) await this.#outgoing.put(message);
        else if (!this.#outgoing.tryPut(message)) tooSlow();
      }
      position = event.position;
    }
    state = 'live';
    await this.#outgoing.put({ message: caughtUpResponse() });
    for await (const message of live) {
      await this.#outgoing.put(message);
      position = message.position ?? position;
    }
    await following;
    return position;
  }

  #end(state: string): void {
    this.#failure ??= refusal(
      status.ABORTED,
      `Operation timed out: Consumer too slow to handle event while ${state}. Client resubscription required.`,
    );
    this.#outgoing.close();
  }
}

/** The error that ends a call. */
export function refusal(code: status, details: string): Error {
  return Object.assign(new Error(details), { code, details });
}
