import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { type DocumentStore, yieldToRequests } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import type { BackgroundProcess, ConsumerStatus } from './background-process.js';
import { REQUESTS } from './parking/parked-events.js';
import { Parking, type ParkingOptions } from './parking/parking.js';
import { nameOf } from './reaction-registry.js';

/** The longest pause while a store is away: once it is back, nobody waits for long. */
const LONGEST_OUTAGE_PAUSE_MS = 1_000;
const BACKOFF_MS = { first: 100, most: 30_000 };
const CHECKPOINT_EVERY_MS = 1_000;

/** Where a consumer keeps how far it has come, so that another process or a later run goes on from there. */
interface KeptCheckpoint {
  readonly name: string;
  readonly progress: DocumentStore;
  /** Default 1,000 ms. Others may read from it how far the consumer is. */
  readonly everyMs?: number;
}

/** A consumer of the log: its name, the events it takes, what it does with them, and what it keeps. */
interface LogConsumerOptions {
  /** `<context>.<what-it-does>`, as status, metrics and log lines call it. */
  readonly name: string;
  /** How the stored names of the events it takes start. */
  readonly typePrefixes: readonly string[];
  readonly store: EventStore;
  /** The position to begin behind: a checkpoint, or what a function answers, which is asked until it succeeds. */
  readonly from: KeptCheckpoint | (() => Promise<bigint>);
  /** About how many events it takes at a time, at most; default 1. */
  readonly batch?: number;
  /** Deals with events, in the order of the log. It is called with the same events again after a failure or a crash. */
  readonly handle: (events: readonly StoredEvent[]) => Promise<void>;
  /** All events up to here have been dealt with. */
  readonly moved?: (position: bigint) => void;
  /** Absent: it stays with an event that fails, however often. */
  readonly parking?: ParkingOptions;
  /** Told of failures; absent where whoever is called reports them. */
  readonly logger?: Logger;
}

/** For {@link LogConsumerOptions.handle}: deals with events one by one. */
export function oneByOne(
  take: (event: StoredEvent) => Promise<unknown>,
): LogConsumerOptions['handle'] {
  return async (events) => {
    for (const event of events) await take(event);
  };
}

/**
 * Takes events of the log in order, and stays with those it fails at until it succeeds, or has parked them: at least once. Its
 * checkpoint, if it keeps one, never passes an event that has not been dealt with.
 */
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

  /** All events up to here have been dealt with; undefined while it does not run in this process. */
  get position(): bigint | undefined {
    return this.#position;
  }

  status(): ConsumerStatus | undefined {
    if (!this.#isRunning) return undefined;
    const error = this.#lastError === undefined ? {} : { lastError: this.#lastError };
    const parked = this.#parking?.size ?? 0;
    return { name: this.name, position: this.#position ?? 0n, parked, ...error };
  }

  /** Position that another process, or an earlier run, has kept; 0n before the first. */
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
        this.options.logger?.error(
          { consumer: this.name, error: this.#lastError },
          'consumer failed',
        );
        const isAway = error instanceof StoreUnavailableError;
        const pause = isAway ? Math.min(this.#backoff, LONGEST_OUTAGE_PAUSE_MS) : this.#backoff;
        await delay(pause, undefined, { signal }).catch(() => undefined);
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
      // Whoever has a long way to go must not hold requests up; who has come to the head must not fall behind again.
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

/** Keeps a position now and then, and when it ends. */
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

  /** One that can't be kept is kept with the next. */
  async #write(): Promise<void> {
    const { name, progress } = this.kept;
    const position = this.#position;
    if (position === undefined) return;
    try {
      await progress.write({ writes: [], checkpoints: [{ name, position }] });
      if (this.#position === position) this.#position = undefined;
    } catch (error) {
      this.logger?.warn({ checkpoint: name, error: nameOf(error) }, 'checkpoint not kept');
    }
  }
}

/**
 * The place in the log that a checkpoint keeps. One that is ahead of the log is of a later state of it: it is removed, and there is
 * no place.
 * @param head position of the newest event
 */
export async function placeInLog(
  progress: DocumentStore,
  checkpoint: string,
  head: bigint,
): Promise<bigint | undefined> {
  const known = await progress.checkpoint(checkpoint);
  if (known === undefined || known <= head) return known;
  // Kept, it would count again as soon as the log is long enough: checkpoints only move forwards.
  await progress.deleteCheckpoint(checkpoint);
  return undefined;
}
