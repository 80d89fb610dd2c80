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
  nameOf,
  oneByOne,
  type ProcessGauge,
  PROGRESS_STORE,
} from '#libs/platform/service';
import { readySince } from '../documents/webhook.document.js';
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
const CHECKPOINT_MS = 1_000;
const NOTHING_WAITS = { waitingSince: undefined, failingSince: undefined };

/** Sees to it that each enabled webhook has a worker, and keeps how far each of them has come. */
@Injectable()
export class WebhookDispatcher implements BackgroundProcess {
  readonly name = 'feed.webhooks';
  readonly gauges: readonly ProcessGauge[];
  readonly #services: WorkerServices;
  readonly #known: KnownWebhooks;
  readonly #workers = new Map<string, WebhookWorker>();
  readonly #consumer: LogConsumer;
  #keeping: Promise<void> = Promise.resolve();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly aggregates: AggregateStore,
    codec: EventCodec,
    readModels: ReadModels,
    @Inject(PROGRESS_STORE) private readonly progress: DocumentStore,
    commands: Commands,
    reader: FeedReader,
    hub: FeedHub,
    sender: WebhookSender,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
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
    const keeping = setInterval(() => void this.#keep(), CHECKPOINT_MS);
    await this.#consumer.run(signal);
    clearInterval(keeping);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    await this.#keep();
    this.#workers.clear();
    this.#known.forget();
  }

  /** Keeps the places of all workers that have come further, in one write. */
  #keep(): Promise<void> {
    this.#keeping = this.#keeping.then(async () => {
      const moved = [...this.#workers.values()].flatMap((worker) => {
        const { checkpoint } = worker;
        return checkpoint === undefined ? [] : [{ worker, checkpoint }];
      });
      if (moved.length === 0) return;
      const checkpoints = moved.map(({ checkpoint }) => checkpoint);
      try {
        await this.progress.write({ writes: [], checkpoints });
        for (const { worker, checkpoint } of moved) worker.kept(checkpoint);
      } catch (error) {
        this.logger.warn(
          { process: this.name, error: nameOf(error) },
          'places of webhooks not kept',
        );
      }
    });
    return this.#keeping;
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
    const fits =
      webhook !== undefined &&
      worker?.replay === webhook.replay &&
      worker.readySince === ready &&
      worker.covers(webhook);
    if (fits && !anew) return;
    await worker?.stop();
    await this.#keep();
    this.#workers.delete(id);
    if (!webhook) return;
    const next = new WebhookWorker(webhook, ready, this.#services);
    this.#workers.set(id, next);
    next.start();
  }
}
