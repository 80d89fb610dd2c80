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
/** Events that are begun before requests have their turn: whoever has a long way to go must not hold them up. */
const EVENTS_AT_ONCE = 16;

/** What a follower works with. */
export interface DurableFollowerOptions {
  /** `<context>.<what-it-does>`; names its checkpoint. */
  readonly name: string;
  /** Types of events it takes, without version. */
  readonly events: readonly string[];
  /** Events that may be worked on at a time; they are begun in the order of the log. */
  readonly window: number;
  readonly store: EventStore;
  readonly codec: EventCodec;
  /** Where the checkpoint is kept. */
  readonly progress: DocumentStore;
  readonly logger: Logger;
  /**
   * Deals with an event. It is called again for the same event after a failure or a crash.
   * @param run one for all events since the follower began or began again; aborted once one of them has failed
   */
  readonly handle: (event: Recorded, run: AbortSignal) => Promise<void>;
  /** All events up to here have been dealt with. */
  readonly moved?: (position: bigint) => void;
}

/** An event being worked on, or a place in the log reached. */
interface Step {
  readonly position: bigint;
  done: boolean;
}

/**
 * A process that follows the log with a checkpoint of its own and works on several events at a time. The checkpoint never
 * passes an event that has not been dealt with: at least once. After a failure it starts again from the last event dealt
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

  async #follow(stop: AbortSignal): Promise<void> {
    const { store, events, progress, window } = this.options;
    if (!this.#running) {
      const name = checkpointOf(this.name);
      this.#position = (await placeInLog(progress, name, await store.head())) ?? 0n;
      this.#saved = this.#position;
      this.#running = true;
      this.options.moved?.(this.#position);
    }
    const failed = new AbortController();
    const signal = AbortSignal.any([stop, failed.signal]);
    const filter = { typePrefixes: events.map((type) => `${type}.v`) };
    const steps: Step[] = [];
    const open = new Set<Promise<void>>();
    let begun = 0;
    let failure: unknown;
    const fail = (error: unknown): void => {
      failure ??= error;
      failed.abort();
    };
    try {
      for await (const message of store.subscribeToAll({ after: this.#position, filter, signal })) {
        if (message.kind === 'caught-up') continue;
        const position = message.kind === 'event' ? message.event.position : message.position;
        const step: Step = { position, done: message.kind === 'checkpoint' };
        steps.push(step);
        if (message.kind === 'checkpoint') {
          this.#advance(steps);
          continue;
        }
        const [event] = await this.options.codec.decode([message.event]);
        if (signal.aborted) break;
        const work = this.#handle(event, failed.signal)
          .then(() => {
            step.done = true;
            this.#advance(steps);
          })
          .catch(fail)
          .finally(() => open.delete(work));
        open.add(work);
        if (open.size >= window) await Promise.race(open);
        begun += 1;
        if (begun % EVENTS_AT_ONCE === 0) await giveWay();
      }
    } catch (error) {
      fail(error);
    }
    // nothing of this run may go on beside the next one
    await Promise.all(open);
    if (failed.signal.aborted) throw failure;
  }

  async #handle(event: Recorded | undefined, run: AbortSignal): Promise<void> {
    if (event && this.options.events.includes(event.type)) await this.options.handle(event, run);
  }

  #advance(steps: Step[]): void {
    let count = 0;
    while (steps[count]?.done === true) count += 1;
    const last = steps[count - 1];
    if (last === undefined) return;
    steps.splice(0, count);
    this.#position = last.position;
    this.#lastError = undefined;
    this.#backoff = BACKOFF_MS.first;
    this.options.moved?.(last.position);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#saving = this.#save().catch((error: unknown) => {
          this.options.logger.warn({ process: this.name, error: nameOf(error) }, 'place not kept');
        });
      },
      steps.length === 0 ? IDLE_CHECKPOINT_MS : CHECKPOINT_EVERY_MS,
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
