import { setTimeout as delay } from 'node:timers/promises';
import type { AggregateStore, Turns } from '#libs/platform/event-store';
import {
  type Clock,
  type CommandMetadata,
  type Ids,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import type { Commands } from '#libs/platform/service';
import {
  asMended,
  deliveries,
  deliveryId,
  type DeliveryState,
  endedBy,
  nextAttempt,
  untilDue,
} from '../domain/delivery.js';
import { type Webhook, webhooks, wants } from '../domain/webhook.js';
import type { DeliveryEvent } from '../domain/webhook.events.js';
import type { FeedEntry, FeedReader } from '../feed-reader.js';
import { PartitionOffers } from './partition-offers.js';
import type { SendResult, WebhookSender } from './webhook-sender.js';

const BATCH = 50;
/** The clock is looked at this often while an attempt is waited for. */
const LOOK_MS = 500;

/** Whose events a partition delivers, and since when they may be. */
export interface PartitionTask {
  readonly webhookId: string;
  readonly replay: number;
  /** Since when the receiver is taken for mended, ISO-8601 UTC. */
  readonly readySince: string;
  readonly accountNumber: string;
}

/** What partitions work with. */
export interface PartitionServices {
  readonly aggregates: AggregateStore;
  readonly commands: Commands;
  readonly reader: FeedReader;
  readonly sender: WebhookSender;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A webhook gets a few requests at a time, whatever partitions they are of. */
  readonly turns: Turns;
}

/** What a partition tells its worker. */
export interface PartitionEvents {
  /** It halts, and goes on when the worker begins anew. */
  failed(error: unknown): void;
  /** Everything that was offered has been taken. */
  rested(): void;
}

/**
 * Delivers the events of one account to one webhook, one after the other, each until it has been taken. What came of each
 * attempt stands in the log before the next one, so after a crash the last attempt at most is made once more.
 */
export class WebhookPartition {
  readonly #offers = new PartitionOffers();
  #running: Promise<void> | undefined;
  #failingSince: string | undefined;
  /** Nothing may be sent any more: the worker is about to be replaced. */
  #halted = false;

  constructor(
    private readonly task: PartitionTask,
    private readonly services: PartitionServices,
    private readonly signal: AbortSignal,
    private readonly events: PartitionEvents,
  ) {}

  /** Position of the log before the oldest event that may still have to be delivered; undefined: there is none. */
  get pendingAfter(): bigint | undefined {
    return this.#offers.oldest?.before;
  }

  /** When the oldest event happened that may still have to be delivered; undefined: there is none. */
  get waitingSince(): string | undefined {
    return this.#offers.oldest?.time;
  }

  /** When the first attempt was made at the event that is not taken; undefined: none fails. */
  get failingSince(): string | undefined {
    return this.#failingSince;
  }

  /**
   * An event is to be delivered, unless it has been.
   * @param before position of the log before it
   */
  offer(entry: FeedEntry, before: bigint): void {
    if (this.#offers.add(entry, before)) this.#start();
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
        // an event may have been offered while the last one was being put away
        if (!this.#stopped() && this.#offers.isOpen) this.#start();
        else if (this.pendingAfter === undefined) this.events.rested();
      });
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  /** Delivers what has been offered. A failure halts the partition until the worker begins anew. */
  async #run(): Promise<void> {
    const { aggregates, reader } = this.services;
    const loaded = await aggregates.load(deliveries, this.#id);
    const state = asMended(loaded.state, this.task.readySince);
    this.#offers.settle(state.settled ?? 0);
    this.#failingSince = state.failing?.retry?.since;
    while (!this.#stopped() && this.#offers.isOpen) {
      const webhook = await this.#webhook();
      if (!webhook) {
        this.#halted = true;
        return;
      }
      const { settled } = this.#offers;
      const { accountNumber } = this.task;
      const page = await reader.ofAccount(webhook.firmId, accountNumber, settled, BATCH);
      for (const entry of page) {
        if (this.#stopped()) return;
        if (wants(webhook, entry.event.type) && !(await this.#deliver(entry, state))) {
          this.#halted = true;
          return;
        }
        this.#offers.settle(entry.sequence);
      }
    }
  }

  #stopped(): boolean {
    return this.signal.aborted;
  }

  /** The webhook as it is now; undefined when nothing may be sent, or a replay has taken over. */
  async #webhook(): Promise<Webhook | undefined> {
    const { webhookId, replay } = this.task;
    const { state } = await this.services.aggregates.load(webhooks, webhookId);
    const { webhook } = state;
    return webhook?.enabled === true && webhook.replay === replay ? webhook : undefined;
  }

  /** Id of the deliveries. */
  get #id(): string {
    const { webhookId, replay, accountNumber } = this.task;
    return deliveryId(webhookId, replay, accountNumber);
  }

  /** Tries until the event is taken; false: not to be gone on with. */
  async #deliver(entry: FeedEntry, { failing }: DeliveryState): Promise<boolean> {
    const before = failing?.sequence === entry.sequence ? failing : undefined;
    let attempt = before?.attempt ?? 0;
    let { since, dueAt } = before?.retry ?? {};
    for (;;) {
      if (dueAt !== undefined) await this.#waitUntil(Date.parse(dueAt));
      const webhook = await this.#webhook();
      if (!webhook) return false;
      attempt += 1;
      const body = JSON.stringify(entry.event);
      const { sender, turns, clock, ids } = this.services;
      const result = await turns.take(() =>
        sender.send(webhook, entry.event.id, body, this.signal),
      );
      // what was cut off by a stop is tried again by whoever comes after
      if (result === undefined) return false;
      const at = clock.now();
      since ??= timestampOf(at);
      const { delivered, status, retryAfter } = result;
      const chance = (ids.bytes(1)[0] ?? 0) / 255;
      const failed = { at, failingSince: Date.parse(since), retryAfter };
      dueAt = timestampOf(nextAttempt(failed, chance));
      await this.#record(entry, attempt, result, since, dueAt);
      this.#failingSince = delivered ? undefined : since;
      if (delivered) return true;
      const end = endedBy({ status, failingSince: since }, timestampOf(at));
      if (end === undefined) continue;
      await this.#disable(end, entry, attempt);
      return false;
    }
  }

  async #record(
    { event, sequence }: FeedEntry,
    attempt: number,
    { delivered, status, reason }: SendResult,
    failingSince: string,
    nextAttemptAt: string,
  ): Promise<void> {
    const { id: eventId, type: eventType } = event;
    const of = { sequence, eventType, attempt };
    const recorded: DeliveryEvent = delivered
      ? { type: 'webhook.DeliverySucceeded', data: { ...of, status: status ?? 0 } }
      : {
          type: 'webhook.DeliveryFailed',
          data: { ...of, status, reason: reason ?? 'error', failingSince, nextAttemptAt },
        };
    const metadata = this.#metadata(eventId, `${this.#id}:${attempt}`);
    const { commands } = this.services;
    // an attempt that is known leaves nothing
    const options = { always: true };
    await commands.execute(deliveries, this.#id, { event: recorded }, metadata, options);
  }

  async #disable(cause: 'gone' | 'failing', { event }: FeedEntry, attempt: number): Promise<void> {
    const { webhookId, replay } = this.task;
    const metadata = this.#metadata(event.id, `${webhookId}:disable:${replay}:${attempt}`);
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
      await delay(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => undefined);
    }
  }
}
