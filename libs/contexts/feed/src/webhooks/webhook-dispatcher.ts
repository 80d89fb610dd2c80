import { Inject, Injectable } from '@nestjs/common';
import {
  AggregateStore,
  EventCodec,
  type EventStore,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { Clock, Ids } from '#libs/platform/kernel';
import { type DocumentStore, ReadModels } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import {
  type BackgroundProcess,
  CLOCK,
  Commands,
  type ConsumerStatus,
  EVENT_STORE,
  IDS,
  LOGGER,
  LogConsumer,
  oneByOne,
  type ProcessGauge,
  PROGRESS_STORE,
} from '#libs/platform/service';
import { readySince } from '../read-models/webhook.document.js';
import { webhooks } from '../domain/webhook.js';
import { FeedReader } from '../feed-reader.js';
import { FeedHub } from '../stream/feed-hub.js';
import { KnownWebhooks } from './known-webhooks.js';
import { type LiveStatus, webhookGauges } from './webhook-gauges.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker, type WorkerServices } from './webhook-worker.js';

/** Events after which a webhook may have to be worked on, or no longer. */
const FOLLOWED = ['webhook.Webhook'];
const ENDING = 'webhook.WebhookDisabled.';
const TICK_MS = 1_000;
const NOTHING_WAITS = { waitingSince: undefined, failingSince: undefined };

/** Sees to it that each enabled webhook has a worker, and that it is kept how far each of them has come. */
@Injectable()
export class WebhookDispatcher implements BackgroundProcess {
  readonly name = 'feed.webhooks';
  readonly gauges: readonly ProcessGauge[];
  readonly #services: WorkerServices;
  readonly #known: KnownWebhooks;
  readonly #workers = new Map<string, WebhookWorker>();
  readonly #consumer: LogConsumer;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly aggregates: AggregateStore,
    codec: EventCodec,
    readModels: ReadModels,
    @Inject(PROGRESS_STORE) progress: DocumentStore,
    commands: Commands,
    reader: FeedReader,
    hub: FeedHub,
    sender: WebhookSender,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    const services = { aggregates, progress, commands, reader, sender, clock, ids, logger };
    this.gauges = webhookGauges(() => this.#statuses(), clock);
    this.#known = new KnownWebhooks(readModels, codec);
    this.#services = { ...services, hub };
    this.#consumer = new LogConsumer({
      ...{ name: this.name, store, logger },
      typePrefixes: FOLLOWED,
      from: () => this.#begin(),
      handle: oneByOne((event) => this.#changed(event)),
    });
  }

  status(): ConsumerStatus | undefined {
    return this.#consumer.status();
  }

  async run(signal: AbortSignal): Promise<void> {
    const tick = (): void => this.#workers.forEach((worker) => void worker.tick());
    const ticking = setInterval(tick, TICK_MS);
    await this.#consumer.run(signal);
    clearInterval(ticking);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    this.#workers.clear();
    this.#known.forget();
  }

  async #begin(): Promise<bigint> {
    const head = await this.store.head();
    this.#known.forget();
    await this.#known.load(head);
    for (const id of this.#known.all.keys()) await this.#reconcile(id);
    return head;
  }

  async #changed(event: StoredEvent): Promise<void> {
    await this.#known.apply(event);
    // what the worker had under way has ended, also when the webhook is enabled again by now
    await this.#reconcile(event.data['webhookId'] as string, event.type.startsWith(ENDING));
  }

  #statuses(): LiveStatus[] {
    if (this.#consumer.position === undefined) return [];
    return [...this.#known.all.values()].map((webhook) => {
      const worker = webhook.enabled ? this.#workers.get(webhook.webhookId) : undefined;
      return { webhook, ...(worker?.status ?? NOTHING_WAITS) };
    });
  }

  async #reconcile(id: string, anew = false): Promise<void> {
    const { state } = await this.aggregates.load(webhooks, id);
    const webhook = state.webhook?.enabled === true ? state.webhook : undefined;
    const worker = this.#workers.get(id);
    const known = this.#known.all.get(id);
    const ready = known === undefined ? '' : readySince(known);
    if (webhook && worker?.covers(webhook, ready) === true && !anew) return;
    await worker?.stop();
    this.#workers.delete(id);
    if (!webhook) return;
    const next = new WebhookWorker(webhook, ready, this.#services);
    this.#workers.set(id, next);
    next.start();
  }
}
