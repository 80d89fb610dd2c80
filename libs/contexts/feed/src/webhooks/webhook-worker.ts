import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Turns } from '#libs/platform/event-store';
import { equalJson } from '#libs/platform/kernel';
import type { Checkpoint, DocumentStore } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { nameOf, placeInLog } from '#libs/platform/service';
import { webhookCheckpoint } from '../domain/delivery.js';
import { type Webhook, wants } from '../domain/webhook.js';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedHub, FeedListener } from '../stream/feed-hub.js';
import { type PartitionServices, WebhookPartition } from './webhook-partition.js';

const RETRY_MS = 1_000;
/** Requests a webhook gets at a time. */
const CONCURRENCY = 8;
/** Events read at a time. */
const BATCH = 100;
/** Events that may wait in memory while older ones are read; what doesn't fit is read from the log as well. */
const INBOX = 1_000;

/** What a worker works with. */
export interface WorkerServices extends Omit<PartitionServices, 'turns'> {
  readonly hub: Pick<FeedHub, 'listen' | 'position'>;
  /** Where checkpoints are kept. */
  readonly progress: DocumentStore;
  readonly logger: Logger;
}

/**
 * Delivers to one webhook, from where the last process stopped: hands each event of its firm to the partition of its account. What
 * is new comes from the hub, which never waits for it; what is older it reads from the log for itself, a page at a time.
 */
export class WebhookWorker implements FeedListener {
  readonly #stop = new AbortController();
  readonly #partitions = new Map<string, WebhookPartition>();
  readonly #turns = new Turns(CONCURRENCY);
  /** Everything up to here has been given to the partitions; undefined before it is known where to begin. */
  #seen: bigint | undefined;
  #saved: bigint | undefined;
  /** What is new is given to the partitions as it comes. */
  #live = false;
  #inbox: FeedEntry[] = [];
  #missed = false;
  #wake: () => void = () => undefined;
  /** Ends what partitions do when one of them fails, and with the worker. */
  #halt = new AbortController();
  #signal = this.#halt.signal;
  #failure: unknown;
  #running: Promise<void> | undefined;

  constructor(
    private readonly webhook: Webhook,
    /** Since when the receiver is taken for mended, ISO-8601 UTC. */
    readonly readySince: string,
    private readonly services: WorkerServices,
  ) {}

  /** Number of the replay it works on. */
  get replay(): number {
    return this.webhook.replay;
  }

  /** Whether it knows which events the webhook is sent, and where. */
  covers({ eventTypes, url }: Webhook): boolean {
    return url === this.webhook.url && equalJson(eventTypes, this.webhook.eventTypes);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** When the oldest event happened that has not been taken, and since when one has failed: ISO-8601; undefined: none. */
  get status(): { waitingSince: string | undefined; failingSince: string | undefined } {
    const partitions = [...this.#partitions.values()];
    return {
      waitingSince: earliest(partitions.map((partition) => partition.waitingSince)),
      failingSince: earliest(partitions.map((partition) => partition.failingSince)),
    };
  }

  /** What there is to keep of how far it has come. It never passes an event that has not been taken; undefined: nothing new. */
  get checkpoint(): Checkpoint | undefined {
    const position = this.#place;
    if (position === undefined || this.#saved === undefined || position <= this.#saved) {
      return undefined;
    }
    return { name: this.#checkpointName, position };
  }

  /** A {@link checkpoint} has been kept. */
  kept({ position }: Checkpoint): void {
    this.#saved = position;
  }

  published(entry: FeedEntry): void {
    if (entry.firmId !== this.webhook.firmId) return;
    if (this.#live) this.#offer(entry);
    else if (this.#inbox.length < INBOX) this.#inbox.push(entry);
    else this.#missed = true;
  }

  rightsChanged(): void {
    // a webhook is sent the events of all accounts of its firm
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        const { webhookId: webhook } = this.webhook;
        this.services.logger.warn({ webhook, error: nameOf(error) }, 'webhook waits');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Follows until it is stopped or a partition fails. */
  async #follow(): Promise<void> {
    await this.#begin();
    this.#halt = new AbortController();
    this.#failure = undefined;
    const signal = AbortSignal.any([this.#stop.signal, this.#halt.signal]);
    // every partition that waits listens to it
    setMaxListeners(0, signal);
    this.#signal = signal;
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake);
    let leave: () => void = () => undefined;
    try {
      leave = await this.services.hub.listen(this);
      while (!this.#isOver()) {
        const woken = new Promise<void>((resolve) => (this.#wake = resolve));
        if (!this.#live) await this.#catchUp();
        if (!this.#isOver()) await woken;
      }
    } finally {
      leave();
      signal.removeEventListener('abort', wake);
      this.#live = false;
      this.#halt.abort();
      await Promise.all([...this.#partitions.values()].map((partition) => partition.idle()));
    }
    if (this.#failure !== undefined) throw this.#failure as Error;
  }

  /** Goes back to before the oldest event that has not been taken: what became of the newer ones is in the log. */
  async #begin(): Promise<void> {
    this.#seen = this.#place ?? (await this.#resume());
    this.#partitions.clear();
  }

  async #resume(): Promise<bigint> {
    const { reader, progress } = this.services;
    const from = BigInt(this.webhook.from);
    const known = await placeInLog(progress, this.#checkpointName, await reader.head());
    this.#saved = known ?? from;
    return this.#saved;
  }

  /** Reads what is older than what the hub brings. */
  async #catchUp(): Promise<void> {
    const { reader } = this.services;
    while (!this.#isOver()) {
      this.#inbox = [];
      this.#missed = false;
      const head = await reader.head();
      let count = 0;
      for await (const entry of reader.ofFirm(this.webhook.firmId, this.#seen ?? 0n, BATCH)) {
        if (this.#isOver()) return;
        this.#offer(entry);
        count += 1;
      }
      if (count === BATCH) continue;
      if (head > (this.#seen ?? 0n)) this.#seen = head;
      if (this.#hasMissed()) continue;
      for (const entry of this.#inbox) this.#offer(entry);
      this.#live = true;
      return;
    }
  }

  #isOver(): boolean {
    return this.#signal.aborted;
  }

  #hasMissed(): boolean {
    return this.#missed;
  }

  #offer(entry: FeedEntry): void {
    const before = this.#seen ?? 0n;
    if (entry.position <= before) return;
    if (wants(this.webhook, entry.event.type))
      this.#partition(entry.accountNumber).offer(entry, before);
    this.#seen = entry.position;
  }

  #partition(accountNumber: string): WebhookPartition {
    const known = this.#partitions.get(accountNumber);
    if (known) return known;
    const { readySince } = this;
    const { webhookId, replay } = this.webhook;
    const task = { webhookId, replay, readySince, accountNumber };
    const services = { ...this.services, turns: this.#turns };
    const halt = this.#halt;
    const partition = new WebhookPartition(task, services, this.#signal, {
      failed: (error) => {
        this.#failure ??= error;
        halt.abort();
      },
      // it is made anew for the next event of the account: an account at rest holds no memory
      rested: () => this.#partitions.delete(accountNumber),
    });
    this.#partitions.set(accountNumber, partition);
    return partition;
  }

  get #checkpointName(): string {
    return webhookCheckpoint(this.webhook);
  }

  /** Everything up to here has been taken, or is not for this webhook. */
  get #place(): bigint | undefined {
    let place = this.#seen;
    if (place === undefined) return undefined;
    const { position } = this.services.hub;
    if (this.#live && position > place) place = position;
    for (const { pendingAfter } of this.#partitions.values()) {
      if (pendingAfter !== undefined && pendingAfter < place) place = pendingAfter;
    }
    return place;
  }
}

function earliest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.filter((moment) => moment !== undefined).sort()[0];
}
