import { setTimeout as delay } from 'node:timers/promises';
import { NotLeaderError, TimeoutError, type EventStoreDBClient } from '@eventstore/db-client';
import { placeOf, type StorePlace } from '#libs/platform/stores';
import { StoreUnavailableError } from '../event-store.js';
import { clientOf } from './eventstoredb-client.js';
import { asStoreError, isAppendTimeout } from './eventstoredb-errors.js';

/** How long a client that is given up may take to end its calls. */
const DISPOSE_MS = 1_000;
/** A server that has said nothing for so long, while it was asked something, counts as away. */
const SILENT_MS = 800;
/** After so long a silence the client is given up: a connection may be dead without anybody knowing. */
const DEAD_MS = 3_000;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;

/**
 * Whether the client is of no more use. It is where only another node leads, which it has been told, and where the server gave up a
 * single call.
 */
function isLossOfServer(error: unknown): boolean {
  return !(
    error instanceof StoreUnavailableError ||
    error instanceof NotLeaderError ||
    error instanceof TimeoutError ||
    isAppendTimeout(error)
  );
}

/** A call over a client. It tells whenever something of the answer has come. */
type Action<T> = (client: EventStoreDBClient, heard: () => void) => Promise<T>;

/** One client, with what is under way on it. */
class ClientInUse {
  /** Ends a call that is under way. */
  readonly #calls = new Set<(error: Error) => void>();
  /** Since when nothing has come that is waited for; undefined while nothing is under way. */
  #silentSince: number | undefined;

  constructor(readonly client: EventStoreDBClient) {}

  /** Makes a call, which fails when it takes longer than `mostMs` or the client is given up. */
  async call<T>(action: Action<T>, mostMs: number, late: () => Error): Promise<T> {
    let fail: (error: Error) => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    if (this.isIdle) this.#silentSince = performance.now();
    try {
      const result = await new Promise<T>((resolve, reject) => {
        fail = reject;
        this.#calls.add(fail);
        timer = setTimeout(() => reject(late()), mostMs);
        action(this.client, () => this.heard()).then(resolve, reject);
      });
      this.heard();
      return result;
    } finally {
      clearTimeout(timer);
      this.#calls.delete(fail);
      if (this.isIdle) this.#silentSince = undefined;
    }
  }

  /** Something has come from the server. */
  heard(): void {
    if (!this.isIdle) this.#silentSince = performance.now();
  }

  /** How long the server has been silent while something was asked of it, in milliseconds. */
  get silentMs(): number {
    return this.#silentSince === undefined ? 0 : performance.now() - this.#silentSince;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** Everything under way on it fails, to be sent again on the next one. */
  giveUp(error: StoreUnavailableError): Promise<void> {
    for (const fail of this.#calls) fail(error);
    return this.client.dispose().catch(() => undefined);
  }
}

/**
 * The one client of the process. A call is made again, for as long as a caller's patience lasts, while the server is away, changes
 * its leader or breaks the connection; so a call must be one that may be made twice. How long that is counts from when the server
 * was last heard: once it has been away for so long, a further call tries once.
 *
 * A client that has lost its server is given up, with all that is under way on it.
 */
export class Connection {
  readonly #place: StorePlace;
  readonly #calls = new Set<Promise<unknown>>();
  #inUse: ClientInUse;
  /** Since when no call has succeeded; undefined while they do, and before the first. */
  #awaySince: number | undefined;
  /** What the last call has failed with; undefined when it succeeded. */
  #failure: StoreUnavailableError | undefined;
  #wasThere = false;
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly patienceMs: number,
  ) {
    this.#place = placeOf(connectionString);
    this.#inUse = new ClientInUse(clientOf(connectionString));
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Whether the server answers, as far as the last calls tell. */
  get isAway(): boolean {
    const isSilent = this.#inUse.silentMs > SILENT_MS;
    return !this.#wasThere || this.#failure !== undefined || isSilent;
  }

  /** Why the server does not answer, or refuses whoever asks, as far as the last calls tell. */
  get whyAway(): string | undefined {
    return this.#failure?.message;
  }

  /** @throws StoreUnavailableError when the server was away for as long as callers are patient */
  async call<T>(action: Action<T>): Promise<T> {
    this.#checkOpen();
    const call = this.#call(action);
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }

  async #call<T>(action: Action<T>): Promise<T> {
    const began = performance.now();
    let leaderTold = false;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
      try {
        const result = await this.#attempt(action, began);
        this.#answered();
        return result;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) {
          this.#answered();
          throw error;
        }
        this.#failure = error;
        if (error.permanent) throw error;
        this.#awaySince ??= began;
        // The client has been told who the leader is.
        const toLeader: boolean = !leaderTold && error.cause instanceof NotLeaderError;
        leaderTold = toLeader;
        const wait = toLeader ? 0 : pause;
        const since = Math.min(began, this.#awaySince);
        if (this.#closed || performance.now() + wait - since > this.patienceMs) throw error;
        if (!toLeader) await delay(wait);
      }
    }
  }

  #answered(): void {
    this.#wasThere = true;
    this.#awaySince = undefined;
    this.#failure = undefined;
  }

  async #attempt<T>(action: Action<T>, began: number): Promise<T> {
    const inUse = this.#inUse;
    this.#watch ??= setInterval(() => this.#look(), SILENT_MS / 4).unref();
    // A call that is made when patience is over already has a moment.
    const left = Math.max(this.patienceMs - (performance.now() - began), SILENT_MS);
    try {
      return await inUse.call(action, left, () => this.#silent(this.patienceMs));
    } catch (error) {
      const storeError = asStoreError(error, this.#place);
      const isAway = storeError instanceof StoreUnavailableError;
      if (!isAway) inUse.heard();
      else if (isLossOfServer(error)) this.#giveUp(inUse, storeError);
      throw storeError;
    }
  }

  /** Gives the client up when the server has been silent for long. */
  #look(): void {
    const dead = Math.min(DEAD_MS, this.patienceMs / 2);
    if (this.#inUse.isIdle) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    } else if (this.#inUse.silentMs > dead) this.#giveUp(this.#inUse, this.#silent(dead));
  }

  #silent(milliseconds: number): StoreUnavailableError {
    const { hosts } = this.#place;
    return new StoreUnavailableError(
      `EventStoreDB at ${hosts} has not answered for ${milliseconds} ms`,
    );
  }

  /** Whatever is under way on a client is made again on the next one. */
  #giveUp(inUse: ClientInUse, error: StoreUnavailableError): void {
    if (inUse !== this.#inUse || this.#closed) return;
    this.#inUse = new ClientInUse(clientOf(this.connectionString));
    void inUse.giveUp(error);
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreUnavailableError('the log is closed');
  }

  /** Lets calls under way end, and takes no more. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await Promise.allSettled(this.#calls);
    clearInterval(this.#watch);
    const late = delay(DISPOSE_MS, undefined, { ref: false });
    const closed = new StoreUnavailableError('the log is closed');
    await Promise.race([this.#inUse.giveUp(closed), late]);
  }
}
