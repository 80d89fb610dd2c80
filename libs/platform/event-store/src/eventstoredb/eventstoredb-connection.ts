import { setTimeout as delay } from 'node:timers/promises';
import { NotLeaderError, TimeoutError, type EventStoreDBClient } from '@eventstore/db-client';
import { parseStoreAddress, type StoreAddress } from '#libs/platform/stores';
import { StoreUnavailableError } from '../event-store.js';
import { clientOf } from './eventstoredb-client.js';
import { asStoreError, isAppendTimeout } from './eventstoredb-errors.js';

/** Time that an abandoned client may take to end its calls. */
const DISPOSE_MS = 1_000;
/** A server counts as away if it has sent nothing for so long while a call is pending. */
const SILENT_MS = 800;
/** After so long a silence the client is replaced: its connection may be dead unnoticed. */
const DEAD_MS = 3_000;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 250;

/** Whether the client must be replaced. Not after a leader change, which it handles itself, or if the server timed out a single call. */
function isLossOfServer(error: unknown): boolean {
  return !(
    error instanceof StoreUnavailableError ||
    error instanceof NotLeaderError ||
    error instanceof TimeoutError ||
    isAppendTimeout(error)
  );
}

/** A call over a client. Reports each part of the response through `onData`. */
type Action<T> = (client: EventStoreDBClient, onData: () => void) => Promise<T>;

class ClientInUse {
  /** Rejects each pending call. */
  readonly #calls = new Set<(error: Error) => void>();
  /** Start of the current silence; undefined while no call is pending. */
  #silentSince: number | undefined;

  constructor(readonly client: EventStoreDBClient) {}

  /** Makes a call. Fails if it takes longer than `mostMs` or the client is replaced. */
  async call<T>(action: Action<T>, mostMs: number, late: () => Error): Promise<T> {
    let fail: (error: Error) => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    if (this.isIdle) this.#silentSince = performance.now();
    try {
      const result = await new Promise<T>((resolve, reject) => {
        fail = reject;
        this.#calls.add(fail);
        timer = setTimeout(() => reject(late()), mostMs);
        action(this.client, () => this.onData()).then(resolve, reject);
      });
      this.onData();
      return result;
    } finally {
      clearTimeout(timer);
      this.#calls.delete(fail);
      if (this.isIdle) this.#silentSince = undefined;
    }
  }

  /** Notes that the server has sent something. */
  onData(): void {
    if (!this.isIdle) this.#silentSince = performance.now();
  }

  /** How long the server has been silent while a call was pending. */
  get silentMs(): number {
    return this.#silentSince === undefined ? 0 : performance.now() - this.#silentSince;
  }

  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** Fails all pending calls, which are then retried on the next client. */
  giveUp(error: StoreUnavailableError): Promise<void> {
    for (const fail of this.#calls) fail(error);
    return this.client.dispose().catch(() => undefined);
  }
}

/**
 * The process's only client, replaced when it loses its server. While the server is away, changes its leader or breaks the
 * connection, calls are retried for `patienceMs`; so they must be safe to repeat. The time counts from when the server was
 * last heard from: if it has been away for longer, a new call is tried only once.
 */
export class Connection {
  readonly #place: StoreAddress;
  readonly #calls = new Set<Promise<unknown>>();
  #inUse: ClientInUse;
  /** Since when all calls have failed; undefined after a success and before the first call. */
  #awaySince: number | undefined;
  /** Error of the last call; undefined if it succeeded. */
  #failure: StoreUnavailableError | undefined;
  #hasAnswered = false;
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    private readonly connectionString: string,
    private readonly patienceMs: number,
  ) {
    this.#place = parseStoreAddress(connectionString);
    this.#inUse = new ClientInUse(clientOf(connectionString));
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Whether the server seems to be away, judging by recent calls. */
  get isAway(): boolean {
    const isSilent = this.#inUse.silentMs > SILENT_MS;
    return !this.#hasAnswered || this.#failure !== undefined || isSilent;
  }

  get unavailableReason(): string | undefined {
    return this.#failure?.message;
  }

  /** @throws StoreUnavailableError if the server stays away for `patienceMs` */
  async call<T>(action: Action<T>): Promise<T> {
    if (this.#closed) throw new StoreUnavailableError('the log is closed');
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
    let redirected = false;
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
        // The client now knows the leader: retry at once, but not twice in a row.
        redirected = !redirected && error.cause instanceof NotLeaderError;
        const wait = redirected ? 0 : pause;
        const since = Math.min(began, this.#awaySince);
        if (this.#closed || performance.now() + wait - since > this.patienceMs) throw error;
        if (!redirected) await delay(wait);
      }
    }
  }

  #answered(): void {
    this.#hasAnswered = true;
    this.#awaySince = undefined;
    this.#failure = undefined;
  }

  async #attempt<T>(action: Action<T>, began: number): Promise<T> {
    const inUse = this.#inUse;
    this.#watch ??= setInterval(() => this.#checkSilence(), SILENT_MS / 4).unref();
    // Even a call that starts with no patience left gets a moment.
    const left = Math.max(this.patienceMs - (performance.now() - began), SILENT_MS);
    try {
      return await inUse.call(action, left, () => this.#silent(this.patienceMs));
    } catch (error) {
      const storeError = asStoreError(error, this.#place);
      const isAway = storeError instanceof StoreUnavailableError;
      if (!isAway) inUse.onData();
      else if (isLossOfServer(error)) this.#giveUp(inUse, storeError);
      throw storeError;
    }
  }

  #checkSilence(): void {
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

  /** Replaces a client; its pending calls are retried on the next one. */
  #giveUp(inUse: ClientInUse, error: StoreUnavailableError): void {
    if (inUse !== this.#inUse || this.#closed) return;
    this.#inUse = new ClientInUse(clientOf(this.connectionString));
    void inUse.giveUp(error);
  }

  /** Waits for pending calls and refuses new ones. */
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
