import { Inject, Injectable } from '@nestjs/common';
import {
  AggregateStore,
  EventCodec,
  type EventStore,
  type StoredEvent,
} from '#libs/platform/event-store';
import type { Clock, Ids, RecordedOf } from '#libs/platform/kernel';
import { type DocumentStore, ReadModels } from '#libs/platform/read-models';
import type { Logger } from '#libs/platform/runtime';
import {
  type BackgroundProcess,
  CLOCK,
  Commands,
  type ConsumerStatus,
  EVENT_STORE,
  type GaugeSample,
  IDS,
  LogConsumer,
  LOGGER,
  oneByOne,
  type ProcessGauge,
  PROGRESS_STORE,
} from '#libs/platform/service';
import {
  readySince,
  type WebhookDocument,
  webhookDocuments,
  WEBHOOKS_BY_FIRM,
} from '../read-models/webhook.document.js';
import type { WebhookEvent } from '../domain/webhook.events.js';
import { webhooks } from '../domain/webhook.js';
import { FeedReader } from '../feed-reader.js';
import { FeedHub } from '../stream/feed-hub.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker, type WorkerServices } from './webhook-worker.js';

/** All webhooks, `WEBHOOKS_PER_FIRM` of each firm and some KiB each, kept in memory: from their read model to begin with, then by the same fold. */
export class KnownWebhooks {
  readonly #documents = new Map<string, WebhookDocument>();

  constructor(
    private readonly readModels: ReadModels,
    private readonly codec: EventCodec,
  ) {}

  get all(): ReadonlyMap<string, WebhookDocument> {
    return this.#documents;
  }

  forget(): void {
    this.#documents.clear();
  }

  /** Reads them as they are at a position of the log or later. */
  async load(atLeast: bigint): Promise<void> {
    const all = { index: WEBHOOKS_BY_FIRM, equals: [] };
    for await (const webhook of this.readModels.of(webhookDocuments).each(all, atLeast)) {
      this.#documents.set(webhook.webhookId, webhook);
    }
  }

  /** Something has happened to a webhook. */
  async apply(stored: StoredEvent): Promise<void> {
    const [recorded] = await this.codec.decode([stored]);
    if (recorded === undefined) return;
    const event = recorded as RecordedOf<WebhookEvent>;
    const { webhookId } = event.data;
    const known = this.#documents.get(webhookId);
    if (known !== undefined && event.revision <= known.revision) return;
    const webhook = webhookDocuments.fold(known, event, webhookId);
    if (webhook === undefined) this.#documents.delete(webhookId);
    else this.#documents.set(webhookId, webhook);
  }
}

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

const LABELS = ['webhook', 'firm'] as const;
/** States as numbers, so that an alert can compare them. */
const DISABLED = { request: 1, gone: 2, failing: 3 } as const;

interface LiveStatus {
  readonly webhook: WebhookDocument;
  /** When the oldest event happened that has not been taken, ISO-8601; undefined: there is none. */
  readonly waitingSince: string | undefined;
  /** When the first attempt was made at the event that has not been taken for longest, ISO-8601; undefined: none fails. */
  readonly failingSince: string | undefined;
}

/**
 * What `/metrics` says of webhooks, where they are delivered to: all of it from memory, however many there are.
 * @param statuses none while this process does not deliver
 */
export function webhookGauges(
  statuses: () => readonly LiveStatus[],
  clock: Clock,
): readonly ProcessGauge[] {
  const gauge = (
    name: string,
    help: string,
    value: (status: LiveStatus) => number,
  ): ProcessGauge => ({
    name,
    help,
    labels: LABELS,
    samples: () => {
      const samples = statuses().map((status): GaugeSample => {
        const { webhookId, firmId } = status.webhook;
        return { labels: { webhook: webhookId, firm: firmId }, value: value(status) };
      });
      return Promise.resolve(samples);
    },
  });
  return [
    gauge(
      'brokerage_webhook_state',
      '0 enabled, 1 disabled on request, 2 its receiver is gone, 3 it has failed for three days.',
      ({ webhook: { enabled, disabledBecause } }) =>
        enabled ? 0 : DISABLED[disabledBecause ?? 'request'],
    ),
    gauge(
      'brokerage_webhook_state_age_seconds',
      'Seconds since a webhook was enabled or disabled.',
      ({ webhook }) => since(webhook.stateSince, clock.now()),
    ),
    gauge(
      'brokerage_webhook_failing_seconds',
      'Seconds since the first attempt at the event that has not been taken for longest; 0: all are taken.',
      ({ failingSince }) => since(failingSince, clock.now()),
    ),
    gauge(
      'brokerage_webhook_lag_seconds',
      'Seconds since the oldest event happened that has not been taken; 0: none waits.',
      ({ waitingSince }) => since(waitingSince, clock.now()),
    ),
  ];
}

function since(moment: string | undefined, now: number): number {
  return moment === undefined ? 0 : Math.max(0, now - Date.parse(moment)) / 1_000;
}
