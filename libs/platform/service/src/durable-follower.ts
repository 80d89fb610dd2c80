import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec, EventStore } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { type DocumentStore, giveWay } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import type { BackgroundProcess } from './background-process.js';
import { placeInLog } from './place-in-log.js';
import { nameOf } from './reaction-registry.js';
import type { ReactionStatus } from './reaction-runner.js';

const CHECKPOINT_EVERY_MS = 1_000;
/** A follower that has nothing more to do keeps its place soon: others read from it how far it is. */
const IDLE_CHECKPOINT_MS = 50;
const BACKOFF_MS = { first: 100, most: 30_000 };

/** What a follower works with. */
export interface DurableFollowerOptions {
  /** `<context>.<what-it-does>`; names its checkpoint. */
  readonly name: string;
  /** Types of events it takes, without version. */
  readonly events: readonly string[];
  /** About how many events are dealt with at a time, at most. */
  readonly batch: number;
  readonly store: EventStore;
  readonly codec: EventCodec;
  /** Where the checkpoint is kept. */
  readonly progress: DocumentStore;
  readonly logger: Logger;
  /** Deals with events, in the order of the log. It is called with the same events again after a failure or a crash. */
  readonly handle: (events: readonly Recorded[]) => Promise<void>;
  /** All events up to here have been dealt with. */
  readonly moved?: (position: bigint) => void;
}

/**
 * A process that follows the log with a checkpoint of its own and works on whatever has come meanwhile at a time. The checkpoint
 * never passes an event that has not been dealt with: at least once. After a failure it starts again from the last events dealt
 * with, after a pause.
 */
export class DurableFollower implements BackgroundProcess {
  readonly name: string;
  #running = false;
  #position = 0n;
  #saved = 0n;
  #lastError: string | undefined;
  #backoff = BACKOFF_MS.first;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  constructor(private readonly options: DurableFollowerOptions) {
    this.name = options.name;
  }

  /** Whether it works in this process. */
  get isRunning(): boolean {
    return this.#running;
  }

  /** All events up to here have been dealt with, as far as this process knows. */
  get position(): bigint {
    return this.#position;
  }

  status(): ReactionStatus | undefined {
    if (!this.#running) return undefined;
    return {
      name: this.name,
      position: this.#position,
      ...(this.#lastError !== undefined && { lastError: this.#lastError }),
    };
  }

  /** Position another process, or an earlier run, has come to; 0n before the first. */
  async storedPosition(): Promise<bigint> {
    return (await this.options.progress.checkpoint(checkpointOf(this.name))) ?? 0n;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch (error) {
        this.#lastError = nameOf(error);
        this.options.logger.error({ process: this.name, error: this.#lastError }, 'process failed');
        await delay(this.#backoff, undefined, { signal }).catch(() => undefined);
        this.#backoff = Math.min(this.#backoff * 2, BACKOFF_MS.most);
      }
    }
    if (!this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    await this.#save().catch(() => undefined);
    this.#running = false;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { store, events, progress, batch, codec, handle } = this.options;
    if (!this.#running) {
      const name = checkpointOf(this.name);
      this.#position = (await placeInLog(progress, name, await store.head())) ?? 0n;
      this.#saved = this.#position;
      this.#running = true;
      this.options.moved?.(this.#position);
    }
    const filter = { typePrefixes: events.map((type) => `${type}.v`) };
    let isLive = false;
    const pages = store.subscribeToAll({ after: this.#position, filter, most: batch, signal });
    for await (const { events: stored, position, caughtUp } of pages) {
      const recorded = await codec.decode(stored);
      if (recorded.length > 0) await handle(recorded.filter((event) => event !== undefined));
      this.#advance(position, caughtUp);
      isLive ||= caughtUp;
      // Whoever has a long way to go must not hold requests up; who has come to the head must not fall behind again.
      if (!isLive) await giveWay();
    }
  }

  #advance(position: bigint, idle: boolean): void {
    this.#position = position;
    this.#lastError = undefined;
    this.#backoff = BACKOFF_MS.first;
    this.options.moved?.(position);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#saving = this.#save().catch((error: unknown) => {
          this.options.logger.warn({ process: this.name, error: nameOf(error) }, 'place not kept');
        });
      },
      idle ? IDLE_CHECKPOINT_MS : CHECKPOINT_EVERY_MS,
    );
  }

  async #save(): Promise<void> {
    const position = this.#position;
    if (position === this.#saved) return;
    const checkpoint = { name: checkpointOf(this.name), position };
    await this.options.progress.write({ writes: [], checkpoints: [checkpoint] });
    this.#saved = position;
  }
}

function checkpointOf(name: string): string {
  return `process:${name}`;
}
