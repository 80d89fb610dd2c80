import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventCodec, EventStore, StoredEvent } from '#libs/platform/event-store';
import type { Clock } from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import type { DocumentStore } from '#libs/platform/read-models';
import { placeInLog } from './place-in-log.js';
import { nameOf } from './reaction-registry.js';
import type { Reaction } from './reaction.js';

const CHECKPOINT_EVERY_MS = 1_000;
const BACKOFF_MS = { first: 100, most: 30_000 };

/** What the runner works with. */
export interface ReactionRunnerOptions {
  readonly store: EventStore;
  readonly codec: EventCodec;
  /** Where checkpoints are kept. */
  readonly progress: DocumentStore;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Progress of one reaction. */
export interface ReactionStatus {
  readonly name: string;
  /** Everything in the log up to here has been dealt with, or is no concern of it. */
  readonly position: bigint;
  /** Kind of the error that is being retried. */
  readonly lastError?: string;
}

/**
 * The durable half of reactions: each has a subscription and a checkpoint of its own, takes events one after the other and
 * stays with one until it succeeds. At least once; the commands' ids make that once.
 */
export class ReactionRunner {
  readonly #status = new Map<string, ReactionStatus>();

  constructor(private readonly options: ReactionRunnerOptions) {}

  /** Runs reactions until the signal is aborted; lets the events under way finish. */
  async run(reactions: readonly Reaction[], signal: AbortSignal): Promise<void> {
    // each subscription listens to it
    setMaxListeners(0, signal);
    await Promise.all(reactions.map((reaction) => this.#supervise(reaction, signal)));
    this.#status.clear();
  }

  /** Those that this process runs now. */
  status(): readonly ReactionStatus[] {
    return [...this.#status.values()];
  }

  async #supervise(reaction: Reaction, signal: AbortSignal): Promise<void> {
    let backoff = BACKOFF_MS.first;
    while (!signal.aborted) {
      try {
        await this.#follow(reaction, signal, () => (backoff = BACKOFF_MS.first));
      } catch (error) {
        const lastError = nameOf(error);
        this.#tell(reaction, { lastError });
        this.options.logger.error({ reaction: reaction.name, error: lastError }, 'reaction failed');
        await delay(backoff, undefined, { signal }).catch(() => undefined);
        backoff = Math.min(backoff * 2, BACKOFF_MS.most);
      }
    }
  }

  async #follow(reaction: Reaction, signal: AbortSignal, succeeded: () => void): Promise<void> {
    const { store, progress, clock } = this.options;
    const { name } = reaction;
    const checkpointName = `reaction:${name}`;
    const after = (await placeInLog(progress, checkpointName, await store.head())) ?? 0n;
    let position = after;
    let saved = { position, at: clock.now() };
    const save = async (): Promise<void> => {
      if (position === saved.position) return;
      await progress.write({ writes: [], checkpoints: [{ name: checkpointName, position }] });
      saved = { position, at: clock.now() };
    };
    this.#tell(reaction, { position });

    const filter = { typePrefixes: reaction.events.map((type) => `${type}.v`) };
    for await (const page of store.subscribeToAll({ after, filter, signal })) {
      for (const event of page.events) {
        if (signal.aborted) break;
        await this.#react(reaction, event);
        position = event.position;
        this.#status.set(name, { name, position });
        succeeded();
        if (clock.now() - saved.at >= CHECKPOINT_EVERY_MS) await save();
      }
      if (signal.aborted) break;
      position = page.position;
      this.#tell(reaction, { position });
      if (clock.now() - saved.at >= CHECKPOINT_EVERY_MS) await save();
    }
    await save();
  }

  /** An error stays until the event it was about has been dealt with. */
  #tell({ name }: Reaction, news: Partial<ReactionStatus>): void {
    this.#status.set(name, { position: 0n, ...this.#status.get(name), name, ...news });
  }

  async #react(reaction: Reaction, stored: StoredEvent): Promise<void> {
    const [event] = await this.options.codec.decode([stored]);
    if (event && reaction.events.includes(event.type)) await reaction.react(event);
  }
}
