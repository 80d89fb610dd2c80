import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '#libs/platform/event-store';
import { equalJson } from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { feedPrefix } from '../domain/feed-stream.js';
import { type Webhook, wants } from '../domain/webhook.js';
import { type LaneServices, WebhookLane } from './webhook-lane.js';

const CHECKPOINT_MS = 1_000;
const RETRY_MS = 1_000;
/** Requests a webhook gets at a time. */
const CONCURRENCY = 8;

/** What a worker works with. */
export interface WorkerServices extends Omit<LaneServices, 'turn'> {
  readonly store: EventStore;
  /** Where checkpoints are kept. */
  readonly progress: DocumentStore;
  readonly logger: Logger;
}

/**
 * Delivers to one webhook, from where the last process stopped: reads the public streams of its firm and hands each event to
 * the lane of its account. Its checkpoint never passes an event that has not been taken.
 */
export class WebhookWorker {
  readonly #stop = new AbortController();
  readonly #lanes = new Map<string, WebhookLane>();
  readonly #waiting: (() => void)[] = [];
  #free = CONCURRENCY;
  #seen = 0n;
  #saved = 0n;
  #running: Promise<void> | undefined;

  constructor(
    private readonly webhook: Webhook,
    private readonly services: WorkerServices,
  ) {}

  /** Number of the replay it works on. */
  get replay(): number {
    return this.webhook.replay;
  }

  /** Whether it knows which events the webhook is sent. */
  covers({ eventTypes }: Webhook): boolean {
    return equalJson(eventTypes, this.webhook.eventTypes);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        const { webhookId: webhook } = this.webhook;
        const name = error instanceof Error ? error.name : typeof error;
        this.services.logger.warn({ webhook, error: name }, 'webhook waits');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(): Promise<void> {
    const { store } = this.services;
    const { firmId } = this.webhook;
    const broken = new AbortController();
    let failure: unknown;
    const signal = AbortSignal.any([this.#stop.signal, broken.signal]);
    const failed = (error: unknown): void => {
      failure ??= error;
      broken.abort();
    };
    this.#lanes.clear();
    await this.#resume();
    const saving = setInterval(() => void this.#save().catch(failed), CHECKPOINT_MS);
    const filter = { streamPrefixes: [feedPrefix(firmId)] };
    try {
      for await (const message of store.subscribeToAll({ after: this.#seen, filter, signal })) {
        if (message.kind === 'event') {
          for (const entry of await this.services.reader.entries([message.event])) {
            if (!wants(this.webhook, entry.event.type)) continue;
            this.#lane(entry.accountNumber, signal, failed).offer(entry, this.#seen);
          }
        }
        if (message.kind !== 'caught-up') {
          this.#seen = message.kind === 'event' ? message.event.position : message.position;
        }
      }
    } finally {
      clearInterval(saving);
      broken.abort();
      await Promise.all([...this.#lanes.values()].map((lane) => lane.idle()));
      await this.#save().catch(() => undefined);
    }
    if (failure !== undefined) throw failure as Error;
  }

  #lane(accountNumber: string, signal: AbortSignal, failed: (error: unknown) => void): WebhookLane {
    const known = this.#lanes.get(accountNumber);
    if (known) return known;
    const { webhookId, replay } = this.webhook;
    const services = { ...this.services, turn: <T>(task: () => Promise<T>) => this.#turn(task) };
    const lane = new WebhookLane(webhookId, replay, accountNumber, services, signal, failed);
    this.#lanes.set(accountNumber, lane);
    return lane;
  }

  async #turn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  async #resume(): Promise<void> {
    const { store, progress } = this.services;
    const from = BigInt(this.webhook.from);
    const known = (await progress.checkpoint(this.#checkpoint)) ?? from;
    // ahead of the log: that was restored from an older copy, and everything in it is looked at again
    this.#seen = known > (await store.head()) ? from : known;
    this.#saved = known;
  }

  get #checkpoint(): string {
    return `webhook:${this.webhook.webhookId}:${this.webhook.replay}`;
  }

  async #save(): Promise<void> {
    let position = this.#seen;
    for (const { pendingAfter } of this.#lanes.values()) {
      if (pendingAfter !== undefined && pendingAfter < position) position = pendingAfter;
    }
    if (position <= this.#saved) return;
    const checkpoint = { name: this.#checkpoint, position };
    await this.services.progress.write({ writes: [], checkpoints: [checkpoint] });
    this.#saved = position;
  }
}
