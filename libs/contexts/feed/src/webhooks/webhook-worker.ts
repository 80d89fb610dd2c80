import { setMaxListeners } from 'node:events';
import { equalJson, Turns } from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf, sleep } from '#libs/platform/stores';
import { wants, type Webhook } from '../webhook.js';
import type { FeedEntry } from '../feed.queries.js';
import type { FeedHub, FeedListener } from '../stream/feed-hub.js';
import {
  type PartitionServices,
  type PartitionTask,
  WebhookPartition,
} from './webhook-partition.js';
import { type Progress, WebhookProgress } from './webhook-progress.js';

const RETRY_MS = 1_000;
/** Concurrent requests per webhook. */
const CONCURRENCY = 8;
const BATCH = 100;
/** Events that may wait in memory while older ones are read. The rest is read from the log later. */
const INBOX = 1_000;

/**
 * Accounts with something to deliver at a time. While a receiver fails, these are retried; other accounts and new events are read
 * from the log once there is room.
 */
const MAX_PARTITIONS = 64;

/** What a worker depends on. */
export interface WorkerServices extends Omit<PartitionServices, 'turns' | 'progress'> {
  readonly hub: Pick<FeedHub, 'listen' | 'position'>;
  readonly progress: DocumentStore;
  readonly logger: Logger;
}

/**
 * Delivers to one webhook, from where the last process stopped: passes each event of its firm to the partition of its account.
 * New events come from the hub, which never waits for it; older ones it reads from the log, a page at a time. Its memory is
 * bounded, however many accounts the firm has and however long the receiver is down.
 */
export class WebhookWorker implements FeedListener {
  readonly #stop = new AbortController();
  readonly #partitions = new Map<string, WebhookPartition>();
  readonly #turns = new Turns(CONCURRENCY);
  /** Everything up to here was passed to the partitions; undefined before the start is known. */
  #seen: bigint | undefined;
  /** Number of the newest replay of a single account that is included. */
  #accountReplays: number | undefined;
  /** New events go straight to the partitions. */
  #live = false;
  #inbox: FeedEntry[] = [];
  #missed = false;
  /** There was no room for an event. It is read from the log once a partition is done. */
  #isFull = false;
  #wake: () => void = () => undefined;
  /** Aborted when a partition fails or the worker ends. */
  #halt = new AbortController();
  #signal = this.#halt.signal;
  #failure: unknown;
  #running: Promise<void> | undefined;

  readonly #progress: WebhookProgress;

  constructor(
    private readonly webhook: Webhook,
    /** Since when the receiver counts as repaired, ISO-8601 UTC. */
    private readonly readySince: string,
    private readonly services: WorkerServices,
  ) {
    this.#progress = new WebhookProgress(webhook, services, () => this.#reached);
  }

  /** Whether the worker is up to date: same URL, event types and replay, and no repair since. */
  covers(webhook: Webhook, readySince: string): boolean {
    const known = ({ eventTypes, url, replay }: Webhook) => ({ eventTypes, url, replay });
    return readySince === this.readySince && equalJson(known(webhook), known(this.webhook));
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    try {
      await this.#progress.keep();
      await this.#progress.log();
    } catch (error) {
      this.#warn(error, 'progress not stored');
    }
  }

  /** Time of the oldest undelivered event, and of the earliest first failure, ISO-8601. */
  get status(): { waitingSince: string | undefined; failingSince: string | undefined } {
    const partitions = [...this.#partitions.values()];
    return {
      waitingSince: earliest(partitions.map((partition) => partition.waitingSince)),
      failingSince: earliest(partitions.map((partition) => partition.failingSince)),
    };
  }

  /** Stores the progress; called once a second. */
  async tick(): Promise<void> {
    await this.#progress.tick().catch((error: unknown) => this.#warn(error, 'progress not stored'));
  }

  published(entry: FeedEntry): void {
    if (entry.firmId !== this.webhook.firmId) return;
    if (this.#live) this.#live = this.#offer(entry);
    else if (!this.#isFull && this.#inbox.length < INBOX) this.#inbox.push(entry);
    else this.#missed = true;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        this.#warn(error, 'webhook deliveries interrupted, retrying');
      }
      await sleep(RETRY_MS, signal);
    }
  }

  #warn(error: unknown, message: string): void {
    const { webhookId: webhook } = this.webhook;
    logRecurring(this.services.logger, message, nameOf(error), { webhook });
  }

  async #follow(): Promise<void> {
    this.#halt = new AbortController();
    this.#failure = undefined;
    const signal = AbortSignal.any([this.#stop.signal, this.#halt.signal]);
    // every waiting partition listens to it
    setMaxListeners(0, signal);
    this.#signal = signal;
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake);
    let leave: () => void = () => undefined;
    try {
      await this.#begin();
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

  /** Resumes from the stored progress. Accounts that waited get a partition right away. */
  async #begin(): Promise<void> {
    this.#seen = undefined;
    this.#partitions.clear();
    const reached = await this.#progress.resume(await this.services.reader.head());
    const { position, waiting, accountReplays } = reached;
    this.#accountReplays = accountReplays;
    const owedUpTo = BigInt(position);
    this.#seen = owedUpTo;
    for (const { sequence: settled, ...account } of waiting) {
      this.#addPartition({ ...account, settled, owedUpTo });
    }
  }

  /** Reads events older than those the hub brings, as long as there is room. */
  async #catchUp(): Promise<void> {
    const { reader } = this.services;
    while (!this.#isOver()) {
      this.#inbox = [];
      this.#missed = this.#isFull = false;
      const head = await reader.head();
      let count = 0;
      for await (const entry of reader.ofFirm(this.webhook.firmId, this.#seen ?? 0n, BATCH)) {
        if (this.#isOver() || !this.#offer(entry)) return;
        count += 1;
      }
      if (count === BATCH) continue;
      if (head > (this.#seen ?? 0n)) this.#seen = head;
      if (this.#hasMissed()) continue;
      if (!this.#inbox.splice(0).every((entry) => this.#offer(entry))) return;
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

  /** Passes an event to the partition of its account. Returns false if there is no room. */
  #offer(entry: FeedEntry): boolean {
    const { accountNumber, sequence, position } = entry;
    if (position <= (this.#seen ?? 0n)) return true;
    if (wants(this.webhook, entry.event.type)) {
      let partition = this.#partitions.get(accountNumber);
      if (partition === undefined && this.#partitions.size >= MAX_PARTITIONS) {
        this.#isFull = true;
        return false;
      }
      const task = { accountNumber, settled: sequence - 1, owedUpTo: 0n };
      partition ??= this.#addPartition(task);
      partition.offer(entry);
    }
    this.#seen = position;
    return true;
  }

  #addPartition(
    of: Pick<PartitionTask, 'accountNumber' | 'settled' | 'owedUpTo' | 'accountReplay'>,
  ): WebhookPartition {
    const { readySince } = this;
    const { webhookId, replay } = this.webhook;
    const task = { ...of, webhookId, replay, readySince };
    const services = { ...this.services, turns: this.#turns, progress: this.#progress };
    const halt = this.#halt;
    const partition = new WebhookPartition(task, services, this.#signal, {
      failed: (error) => {
        this.#failure ??= error;
        halt.abort();
      },
      // recreated for the account's next event, so that idle accounts take no memory
      rested: () => {
        this.#partitions.delete(of.accountNumber);
        if (this.#isFull) this.#wake();
      },
    });
    this.#partitions.set(of.accountNumber, partition);
    return partition;
  }

  /** Current progress; undefined before the start is known. */
  get #reached(): Progress | undefined {
    if (this.#seen === undefined) return undefined;
    const { position } = this.services.hub;
    const seen = this.#live && position > this.#seen ? position : this.#seen;
    const waiting = [...this.#partitions.values()]
      .filter(({ isOpen }) => isOpen)
      .map((partition) => partition.waiting);
    const accountReplays = this.#accountReplays;
    return {
      position: String(seen),
      waiting,
      ...(accountReplays !== undefined && { accountReplays }),
      waitingSince: this.status.waitingSince,
    };
  }
}

function earliest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.filter((moment) => moment !== undefined).sort()[0];
}
