import {
  type CommandMetadata,
  processMetadata,
  type Timestamp,
  timestampOf,
  type Turns,
} from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { traced, tracing } from '#libs/platform/tracing';
import { sleep } from '#libs/platform/stores';
import {
  afterRepair,
  deliveries,
  deliveryId,
  type DeliveryState,
  endedBy,
  nextAttempt,
  ofReplay,
  sinceReplay,
  untilDue,
  type WaitingAccount,
} from '../delivery.js';
import { wants, type Webhook, webhooks } from '../webhook.js';
import type { DeliveryEvent } from '../webhook.events.js';

import type { FeedEntry, FeedReader } from '../feed.queries.js';
import type { ProgressServices, WebhookProgress } from './webhook-progress.js';
import type { SendResult, WebhookSender } from './webhook-sender.js';

const BATCH = 50;
/** How often the clock is checked while waiting for the next attempt. */
const CLOCK_CHECK_MS = 500;

/** What a partition delivers, and since when. */
export interface PartitionTask {
  readonly webhookId: string;
  readonly replay: number;
  /** Since when the receiver counts as repaired. */
  readonly readySince: Timestamp;
  readonly accountNumber: string;
  /** Sequence of the newest event that needs no delivery any more. */
  readonly settled: number;
  /** Events up to this log position are delivered without being offered. */
  readonly owedUpTo: bigint;
  /** Number of the newest replay of this account alone, as far as is known; none: 0. */
  readonly accountReplay?: number;
}

/** What partitions depend on. */
export interface PartitionServices extends Omit<ProgressServices, 'progress'> {
  readonly reader: FeedReader;
  readonly sender: WebhookSender;
  /** Limits the concurrent requests of a webhook across its partitions. */
  readonly turns: Turns;
  readonly progress: Pick<WebhookProgress, 'taken' | 'failed' | 'keep'>;
}

interface PartitionEvents {
  /** The partition has halted. It resumes when the worker restarts. */
  failed(error: unknown): void;
  rested(): void;
}

/**
 * Delivers the events of one account to one webhook in order, each until it is accepted. Records the outcome of each attempt
 * before the next one, so a crash repeats at most one attempt. Holds no events: it reads them from the public stream when due.
 */
export class WebhookPartition {
  #settled: number;
  /** Sequence of the newest event that was offered. */
  #newest: number;
  #owedUpTo: bigint;
  #accountReplay: number;
  #waitingSince: string | undefined;
  #failing: DeliveryState['failing'];
  #failsInLog = false;
  #running: Promise<void> | undefined;
  /** Nothing may be sent any more, because the worker is about to be replaced. */
  #halted = false;

  constructor(
    private readonly task: PartitionTask,
    private readonly services: PartitionServices,
    private readonly signal: AbortSignal,
    private readonly events: PartitionEvents,
  ) {
    this.#settled = this.#newest = task.settled;
    this.#owedUpTo = task.owedUpTo;
    this.#accountReplay = task.accountReplay ?? 0;
    if (this.isOpen) this.#start();
  }

  get isOpen(): boolean {
    return this.#settled < this.#newest || this.#owedUpTo > 0n;
  }

  /** The account, and up to where it is delivered. */
  get waiting(): WaitingAccount {
    const { accountNumber } = this.task;
    return { accountNumber, sequence: this.#settled, ...ofReplay(this.#accountReplay) };
  }

  /** When the oldest event that may be undelivered was recorded, ISO-8601 UTC. */
  get waitingSince(): string | undefined {
    return this.#waitingSince;
  }

  /** Time of the first attempt at the failing event, ISO-8601 UTC. */
  get failingSince(): string | undefined {
    return this.#failing?.retry?.since;
  }

  offer({ sequence, recordedAt }: FeedEntry): void {
    if (sequence <= this.#settled) return;
    this.#newest = sequence;
    this.#waitingSince ??= recordedAt;
    this.#start();
  }

  #start(): void {
    if (this.#halted) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#halted = true;
        this.events.failed(error);
      })
      .finally(() => {
        this.#running = undefined;
        // an event may have been offered while the run was ending
        if (!this.isOpen) this.events.rested();
        else if (!this.#stopped()) this.#start();
      });
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** Delivers what was offered. An error halts the partition until the worker restarts. */
  async #run(): Promise<void> {
    const { state } = await this.services.aggregates.load(deliveries, this.#id);
    this.#failsInLog = state.failing !== undefined;
    this.#accountReplay = Math.max(this.#accountReplay, state.accountReplay ?? 0);
    const current = sinceReplay(state, this.#accountReplay);
    const { settled = 0, failing } = afterRepair(current, this.task.readySince);
    this.#settle(settled);
    this.#failing = failing;
    while (!this.#stopped() && !this.#halted && this.isOpen) {
      const due = await this.#deliverPage();
      if (due !== undefined) await this.#waitUntil(due);
    }
  }

  /** Delivers a page of events. Returns when to retry if one has to wait, so that nothing is held in memory meanwhile. */
  async #deliverPage(): Promise<number | undefined> {
    const { reader, progress, clock } = this.services;
    const webhook = await this.#webhook();
    if (!webhook) {
      this.#halted = true;
      return undefined;
    }
    const owed = this.#owedUpTo;
    const count = owed > 0n ? BATCH : Math.min(BATCH, this.#newest - this.#settled);
    const { accountNumber } = this.task;
    const read = await reader.ofAccount(webhook.firmId, accountNumber, this.#settled, count);
    const page = read.filter((one) => one.sequence <= this.#newest || one.position <= owed);
    for (const [at, entry] of page.entries()) {
      if (this.#stopped()) return undefined;
      this.#waitingSince = entry.recordedAt;
      const isWanted = wants(webhook, entry.event.type);
      if (isWanted) {
        const retry = this.#failureOf(entry)?.retry;
        const due = retry && Date.parse(retry.dueAt);
        if (due !== undefined && untilDue(due, clock.now()) > 0) return due;
        if (!(await this.#attempt(entry))) return undefined;
      }
      this.#settle(entry.sequence, page[at + 1]);
      if (isWanted) await progress.keep();
    }
    if (page.length < count) this.#owedUpTo = 0n;
    return undefined;
  }

  #settle(sequence: number, next?: FeedEntry): void {
    if (sequence <= this.#settled) return;
    this.#settled = sequence;
    this.#newest = Math.max(sequence, this.#newest);
    this.#waitingSince = next?.recordedAt;
  }

  #stopped(): boolean {
    return this.signal.aborted;
  }

  /** The current webhook; undefined if nothing may be sent, or a replay has superseded this one. */
  async #webhook(): Promise<Webhook | undefined> {
    const { webhookId, replay } = this.task;
    const { state } = await this.services.aggregates.load(webhooks, webhookId);
    const { webhook } = state;
    return webhook?.enabled === true && webhook.replay === replay ? webhook : undefined;
  }

  get #id(): string {
    const { webhookId, replay, accountNumber } = this.task;
    return deliveryId(webhookId, replay, accountNumber);
  }

  #failureOf({ sequence }: FeedEntry): DeliveryState['failing'] {
    return this.#failing?.sequence === sequence ? this.#failing : undefined;
  }

  /** Makes one attempt. Returns whether the event was accepted. */
  async #attempt(entry: FeedEntry): Promise<boolean> {
    const webhook = await this.#webhook();
    const { sender, turns, clock, ids } = this.services;
    const body = JSON.stringify(entry.event);
    const { traceparent } = entry;
    const send = (to: Webhook) =>
      traced(
        traceparent === undefined
          ? undefined
          : tracing()?.start('deliver webhook', { kind: 'client', links: [traceparent] }),
        () => sender.send(to, entry.event.id, body, this.signal),
        (sent) => ({
          ...targetOf(to),
          'brokerage.outcome': sent?.delivered === true ? 'delivered' : 'not delivered',
          ...(typeof sent?.status === 'number' && { 'http.response.status_code': sent.status }),
        }),
      );
    const result = webhook && (await turns.take(() => send(webhook)));
    if (result === undefined) {
      // cut off by a stop: the next worker tries again
      this.#halted = true;
      return false;
    }
    const before = this.#failureOf(entry);
    const attempt = (before?.attempt ?? 0) + 1;
    const at = clock.now();
    const failingSince = before?.retry?.since ?? timestampOf(at);
    const { delivered, status, retryAfter } = result;
    const chance = (ids.bytes(1)[0] ?? 0) / 255;
    const failed = { at, failingSince: Date.parse(failingSince), retryAfter };
    const dueAt = timestampOf(nextAttempt(failed, chance));
    await this.#record(entry, attempt, result, failingSince, dueAt);
    this.#failing = undefined;
    if (delivered) return true;
    this.#failing = { sequence: entry.sequence, attempt, retry: { since: failingSince, dueAt } };
    const end = endedBy({ status, failingSince }, timestampOf(at));
    if (end !== undefined) {
      await this.#disable(end, entry, attempt);
      this.#halted = true;
    }
    return false;
  }

  /** Failures, and the success that ends them, go to the log; other successes are collected by the progress. */
  async #record(
    { event, sequence }: FeedEntry,
    attempt: number,
    { delivered, status, reason }: SendResult,
    failingSince: string,
    nextAttemptAt: string,
  ): Promise<void> {
    const { id: eventId, type: eventType } = event;
    const { progress, clock, commands } = this.services;
    const { accountNumber } = this.task;
    if (delivered && !this.#failsInLog) {
      const at = timestampOf(clock.now());
      const row = { accountNumber, sequence, eventId, eventType, status: status ?? 0, at };
      return progress.taken(row);
    }
    progress.failed(accountNumber);
    const tried = { sequence, eventType, attempt, ...ofReplay(this.#accountReplay) };
    const recorded: DeliveryEvent = delivered
      ? { type: 'webhook.DeliverySucceeded', data: { ...tried, status: status ?? 0 } }
      : {
          type: 'webhook.DeliveryFailed',
          data: { ...tried, status, reason: reason ?? 'error', failingSince, nextAttemptAt },
        };
    const metadata = this.#metadata(eventId, `${this.#id}:${attempt}:${this.#accountReplay}`);
    // an attempt already recorded yields no event
    const options = { always: true };
    await commands.execute(deliveries, this.#id, { event: recorded }, metadata, options);
    this.#failsInLog = !delivered;
  }

  async #disable(cause: 'gone' | 'failing', { event }: FeedEntry, attempt: number): Promise<void> {
    const { webhookId, replay } = this.task;
    const target = `${webhookId}:disable:${replay}:${attempt}:${this.#accountReplay}`;
    const metadata = this.#metadata(event.id, target);
    const command = { type: 'Disable', cause } as const;
    await this.services.commands.execute(webhooks, webhookId, command, metadata);
  }

  #metadata(eventId: string, target: string): CommandMetadata {
    const receivedAt = timestampOf(this.services.clock.now());
    return {
      ...processMetadata('feed.webhooks', deriveUuid(eventId, target), receivedAt),
      correlationId: eventId,
      causationId: eventId,
    };
  }

  async #waitUntil(due: number): Promise<void> {
    const { signal, services } = this;
    for (;;) {
      const left = untilDue(due, services.clock.now());
      if (left === 0 || this.#stopped()) return;
      await sleep(Math.min(left, CLOCK_CHECK_MS), signal);
    }
  }
}

/** Attributes of a span: where a message goes, without the path, which may have a secret. */
function targetOf({ url }: Webhook): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
  };
}
