import {
  type EventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { describeError, type DocumentStore, yieldToRequests } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf, sleep } from '#libs/platform/stores';
import type { BackgroundProcess, ConsumerStatus } from './discovered.js';
import { REQUESTS } from './parking/parked-events.js';
import { Parking, type ParkingOptions } from './parking/parking.js';

/** Longest retry pause while a store is unavailable, so that work resumes soon after it is back. */
const LONGEST_OUTAGE_PAUSE_MS = 1_000;
const BACKOFF_MS = { first: 100, most: 30_000 };
const CHECKPOINT_EVERY_MS = 1_000;

/** Where a consumer stores its progress, so that another process or a later run can resume. */
interface KeptCheckpoint {
  readonly name: string;
  readonly progress: DocumentStore;
  /** Default 1,000 ms. Other processes may read the consumer's progress from it. */
  readonly everyMs?: number;
}

interface LogConsumerOptions {
  /** `<context>.<what-it-does>`; used in status, metrics and log lines. */
  readonly name: string;
  /** Prefixes of the stored names of the events it handles. */
  readonly typePrefixes: readonly string[];
  readonly store: EventStore;
  /** Where to resume: a stored checkpoint, or a function that returns the position to start after and is retried until it succeeds. */
  readonly from: KeptCheckpoint | (() => Promise<bigint>);
  /** Approximate maximum number of events per call of `handle`; default 1. */
  readonly batch?: number;
  /** Handles events in log order. After a failure or crash it is called with the same events again. */
  readonly handle: (events: readonly StoredEvent[]) => Promise<void>;
  /** All events up to here have been dealt with. */
  readonly moved?: (position: bigint) => void;
  /** Absent: a failing event is retried forever. */
  readonly parking?: ParkingOptions;
  /** Logs failures; absent if the functions called here log them themselves. */
  readonly logger?: Logger;
}

/** Adapts a function that handles one event to {@link LogConsumerOptions.handle}. */
export function oneByOne(
  handle: (event: StoredEvent) => Promise<unknown>,
): LogConsumerOptions['handle'] {
  return async (events) => {
    for (const event of events) await handle(event);
  };
}

/** Delivers events of the log in order, at least once. A failing event is retried or parked; the checkpoint never passes it before. */
export class LogConsumer implements BackgroundProcess {
  readonly name: string;
  readonly #checkpoint: Checkpoint | undefined;
  readonly #parking: Parking | undefined;
  #isRunning = false;
  #position: bigint | undefined;
  #lastError: string | undefined;
  #backoff = BACKOFF_MS.first;

  constructor(private readonly options: LogConsumerOptions) {
    const { name, from, handle, logger, parking, store, typePrefixes } = options;
    const filter = { typePrefixes };
    this.name = name;
    this.#parking = parking && new Parking({ name, store, filter, handle, logger }, parking);
    this.#checkpoint = typeof from === 'function' ? undefined : new Checkpoint(from, logger);
  }

  /** All events up to here have been handled; undefined while it does not run in this process. */
  get position(): bigint | undefined {
    return this.#position;
  }

  status(): ConsumerStatus | undefined {
    if (!this.#isRunning) return undefined;
    const error = this.#lastError === undefined ? {} : { lastError: this.#lastError };
    const parked = this.#parking?.size ?? 0;
    return { name: this.name, position: this.#position ?? 0n, parked, ...error };
  }

  /** Returns the position stored by another process or an earlier run; 0n if there is none. */
  async storedPosition(): Promise<bigint> {
    return (await this.#checkpoint?.read()) ?? 0n;
  }

  async run(signal: AbortSignal): Promise<void> {
    this.#isRunning = true;
    while (!signal.aborted) {
      try {
        await this.#consume(signal);
      } catch (error) {
        this.#lastError = nameOf(error);
        const event = this.#parking?.failedOn(error);
        const details = { consumer: this.name, stream: event?.stream };
        const described = describeError(error, event);
        logRecurring(this.options.logger, 'consumer failed', described, details, 'error');
        const isAway = error instanceof StoreUnavailableError;
        const pause = isAway ? Math.min(this.#backoff, LONGEST_OUTAGE_PAUSE_MS) : this.#backoff;
        await sleep(pause, signal);
        this.#backoff = Math.min(this.#backoff * 2, BACKOFF_MS.most);
      }
    }
    await this.#checkpoint?.end();
    this.#isRunning = false;
    this.#position = undefined;
  }

  async #consume(signal: AbortSignal): Promise<void> {
    const { store, batch = 1, handle } = this.options;
    const after = (this.#position ??= await this.#start(signal));
    this.options.moved?.(after);
    const most = batch === 1 ? {} : { most: batch };
    const typePrefixes = [...this.options.typePrefixes, ...(this.#parking ? REQUESTS : [])];
    const subscription = { after, filter: { typePrefixes }, ...most, signal };
    let isLive = false;
    for await (const { events, position, caughtUp } of store.subscribeToAll(subscription)) {
      for (let first = 0; first < events.length; first += batch) {
        if (signal.aborted) return;
        const some = events.slice(first, first + batch);
        await (this.#parking?.handle(some) ?? handle(some));
        this.#succeeded(some.at(-1)?.position ?? position);
      }
      this.#succeeded(position);
      isLive ||= caughtUp;
      // A consumer far behind must not slow requests down; one that has caught up must not fall behind again.
      if (!isLive) await yieldToRequests();
    }
  }

  async #start(signal: AbortSignal): Promise<bigint> {
    const { from, store } = this.options;
    if (typeof from === 'function') return from();
    const position = (await placeInLog(from.progress, from.name, await store.head())) ?? 0n;
    await this.#parking?.begin(position, signal);
    return position;
  }

  #succeeded(position: bigint): void {
    this.#position = position;
    this.#lastError = undefined;
    this.#backoff = BACKOFF_MS.first;
    this.options.moved?.(position);
    this.#checkpoint?.keep(position);
  }
}

/** Stores a position at intervals and at the end. */
class Checkpoint {
  #position: bigint | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly kept: KeptCheckpoint,
    private readonly logger: Logger | undefined,
  ) {}

  read(): Promise<bigint | undefined> {
    return this.kept.progress.checkpoint(this.kept.name);
  }

  keep(position: bigint): void {
    this.#position = position;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write();
    }, this.kept.everyMs ?? CHECKPOINT_EVERY_MS);
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    await this.#write();
  }

  /** A failed write is made up for by the next one. */
  async #write(): Promise<void> {
    const { name, progress } = this.kept;
    const position = this.#position;
    if (position === undefined) return;
    try {
      await progress.write({ writes: [], checkpoints: [{ name, position }] });
      if (this.#position === position) this.#position = undefined;
    } catch (error) {
      logRecurring(this.logger, 'checkpoint not kept', nameOf(error), { checkpoint: name });
    }
  }
}

/** Returns the position stored in a checkpoint. One beyond `head`, the end of the log, is of a state that was lost, and is deleted. */
export async function placeInLog(
  progress: DocumentStore,
  checkpoint: string,
  head: bigint,
): Promise<bigint | undefined> {
  const known = await progress.checkpoint(checkpoint);
  if (known === undefined || known <= head) return known;
  // If it were kept, it would count again once the log is long enough: checkpoints only move forwards.
  await progress.deleteCheckpoint(checkpoint);
  return undefined;
}
