import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Turns } from '#libs/platform/event-store';
import { equalJson } from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import { nameOf } from '#libs/platform/service';
import { type Webhook, wants } from '../domain/webhook.js';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedHub, FeedListener } from '../stream/feed-hub.js';
import {
  type PartitionServices,
  type PartitionTask,
  WebhookPartition,
} from './webhook-partition.js';
import { type KeptProgress, WebhookProgress } from './webhook-progress.js';

const RETRY_MS = 1_000;
/** Requests a webhook gets at a time. */
const CONCURRENCY = 8;
/** Events read at a time. */
const BATCH = 100;
/** Events that may wait in memory while older ones are read; what doesn't fit is read from the log as well. */
const INBOX = 1_000;

/**
 * Accounts that may have something to deliver at a time. While a receiver takes nothing, so many accounts are tried; the others, and
 * what happens meanwhile, are read from the log when there is room for them.
 */
const MOST_PARTITIONS = 64;

/** What a worker works with. */
export interface WorkerServices extends Omit<PartitionServices, 'turns' | 'progress'> {
  readonly hub: Pick<FeedHub, 'listen' | 'position'>;
  readonly progress: DocumentStore;
  readonly logger: Logger;
}

/**
 * Delivers to one webhook, from where the last process stopped: hands each event of its firm to the partition of its account. What
 * is new comes from the hub, which never waits for it; what is older it reads from the log for itself, a page at a time. What it holds
 * in memory has a bound, however many accounts the firm has and however long the receiver is away.
 */
export class WebhookWorker implements FeedListener {
  readonly #stop = new AbortController();
  readonly #partitions = new Map<string, WebhookPartition>();
  readonly #turns = new Turns(CONCURRENCY);
  /** Everything up to here has been given to the partitions; undefined before it is known where to begin. */
  #seen: bigint | undefined;
  /** What is new is given to the partitions as it comes. */
  #live = false;
  #inbox: FeedEntry[] = [];
  #missed = false;
  /** An event had no room: it is read from the log once a partition rests. */
  #isFull = false;
  #wake: () => void = () => undefined;
  /** Ends what partitions do when one of them fails, and with the worker. */
  #halt = new AbortController();
  #signal = this.#halt.signal;
  #failure: unknown;
  #running: Promise<void> | undefined;

  readonly #progress: WebhookProgress;

  constructor(
    private readonly webhook: Webhook,
    /** Since when the receiver is taken for mended, ISO-8601 UTC. */
    private readonly readySince: string,
    private readonly services: WorkerServices,
  ) {
    this.#progress = new WebhookProgress(webhook, services, () => this.#reached);
  }

  /** Whether it knows which events the webhook is sent, where, since which replay, and since when the receiver is taken for mended. */
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
      this.#warn(error, 'progress not kept');
    }
  }

  /** When the oldest event happened that has not been taken, and since when one has failed: ISO-8601; undefined: none. */
  get status(): { waitingSince: string | undefined; failingSince: string | undefined } {
    const partitions = [...this.#partitions.values()];
    return {
      waitingSince: earliest(partitions.map((partition) => partition.waitingSince)),
      failingSince: earliest(partitions.map((partition) => partition.failingSince)),
    };
  }

  /** Keeps how far it has come; called once a second. */
  async tick(): Promise<void> {
    await this.#progress.tick().catch((error: unknown) => this.#warn(error, 'progress not kept'));
  }

  published(entry: FeedEntry): void {
    if (entry.firmId !== this.webhook.firmId) return;
    if (this.#live) this.#live = this.#offer(entry);
    else if (!this.#isFull && this.#inbox.length < INBOX) this.#inbox.push(entry);
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
        this.#warn(error, 'webhook waits');
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #warn(error: unknown, what: string): void {
    const { webhookId: webhook } = this.webhook;
    this.services.logger.warn({ webhook, error: nameOf(error) }, what);
  }

  /** Follows until it is stopped or a partition fails. */
  async #follow(): Promise<void> {
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

  /** Goes back to what was kept. Accounts that waited then have a partition from the start. */
  async #begin(): Promise<void> {
    this.#seen = undefined;
    this.#partitions.clear();
    const { position, waiting } = await this.#progress.resume(await this.services.reader.head());
    const owedUpTo = BigInt(position);
    this.#seen = owedUpTo;
    for (const { accountNumber, sequence } of waiting) {
      this.#addPartition({ accountNumber, settled: sequence, owedUpTo });
    }
  }

  /** Reads what is older than what the hub brings, as long as there is room for it. */
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

  /** Gives an event to the partition of its account; false when there is no room for it. */
  #offer(entry: FeedEntry): boolean {
    const { accountNumber, sequence, position } = entry;
    if (position <= (this.#seen ?? 0n)) return true;
    if (wants(this.webhook, entry.event.type)) {
      let partition = this.#partitions.get(accountNumber);
      if (partition === undefined && this.#partitions.size >= MOST_PARTITIONS) {
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
    of: Pick<PartitionTask, 'accountNumber' | 'settled' | 'owedUpTo'>,
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
      // it is made anew for the next event of the account: an account at rest holds no memory
      rested: () => {
        this.#partitions.delete(of.accountNumber);
        if (this.#isFull) this.#wake();
      },
    });
    this.#partitions.set(of.accountNumber, partition);
    return partition;
  }

  /** How far it has come; undefined before it is known where to begin. */
  get #reached(): Omit<KeptProgress, 'replay'> | undefined {
    if (this.#seen === undefined) return undefined;
    const { position } = this.services.hub;
    const seen = this.#live && position > this.#seen ? position : this.#seen;
    const waiting = [...this.#partitions.values()]
      .filter(({ isOpen }) => isOpen)
      .map((partition) => partition.waiting);
    return { position: String(seen), waiting, waitingSince: this.status.waitingSince };
  }
}

function earliest(moments: readonly (string | undefined)[]): string | undefined {
  return moments.filter((moment) => moment !== undefined).sort()[0];
}
