import { Inject } from '@nestjs/common';
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
  CommandRunner,
  type ConsumerStatus,
  EVENT_STORE,
  type GaugeSample,
  IDS,
  LogConsumer,
  LOGGER,
  oneByOne,
  type ProcessGauge,
  PROGRESS_STORE,
  FollowsLog,
} from '#libs/platform/service';
import {
  readySince,
  type WebhookDocument,
  webhookDocuments,
  WEBHOOKS_BY_FIRM,
} from '../webhook.document.js';
import type { WebhookEvent } from '../webhook.events.js';
import { webhooks } from '../webhook.js';
import { FeedReader } from '../feed.queries.js';
import { deliveryStreamParts, webhookOfProgress } from '../delivery.js';
import { FeedHub } from '../stream/feed-hub.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookWorker, type WorkerServices } from './webhook-worker.js';

/** All webhooks in memory (a few KiB each): loaded from the read model, then kept current by the same fold. */
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

  /** Loads them as of a log position or later. */
  async load(atLeast: bigint): Promise<void> {
    const all = { index: WEBHOOKS_BY_FIRM, equals: [] };
    for await (const webhook of this.readModels.of(webhookDocuments).each(all, atLeast)) {
      this.#documents.set(webhook.webhookId, webhook);
    }
  }

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

/** Types of events after which a worker may have to start or stop. */
const SKIPPED = 'webhook.DeliverySkipped.';
const REPLAYED = 'webhook.AccountReplayed.';
const FOLLOWED = ['webhook.Webhook', SKIPPED, REPLAYED];
const ENDING = 'webhook.WebhookDisabled.';
const TICK_MS = 1_000;
const NOTHING_WAITS = { waitingSince: undefined, failingSince: undefined };

/** Runs a worker for each enabled webhook. */
@FollowsLog()
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
    commands: CommandRunner,
    reader: FeedReader,
    hub: FeedHub,
    sender: WebhookSender,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.gauges = webhookGauges(() => this.#statuses(), clock);
    this.#known = new KnownWebhooks(readModels, codec);
    this.#services = { aggregates, progress, commands, reader, sender, hub, clock, ids, logger };
    this.#consumer = new LogConsumer({
      name: this.name,
      store,
      logger,
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
    if (event.type.startsWith(SKIPPED)) {
      // goes on with the event after it, at once
      await this.#reconcile(deliveryStreamParts(event.stream).webhookId, true);
      return;
    }
    if (event.type.startsWith(REPLAYED)) {
      await this.#reconcile(webhookOfProgress(event.stream), true);
      return;
    }
    await this.#known.apply(event);
    // disabling ends what the worker was doing, even if the webhook has been enabled again since
    await this.#reconcile(event.data['webhookId'] as string, event.type.startsWith(ENDING));
  }

  #statuses(): LiveStatus[] {
    if (this.#consumer.position === undefined) return [];
    return [...this.#known.all.values()].map((webhook) => {
      const worker = webhook.enabled ? this.#workers.get(webhook.webhookId) : undefined;
      return { webhook, ...(worker?.status ?? NOTHING_WAITS) };
    });
  }

  async #reconcile(id: string, restart = false): Promise<void> {
    const { state } = await this.aggregates.load(webhooks, id);
    const webhook = state.webhook?.enabled === true ? state.webhook : undefined;
    const worker = this.#workers.get(id);
    const known = this.#known.all.get(id);
    const ready = known === undefined ? '' : readySince(known);
    if (webhook && worker?.covers(webhook, ready) === true && !restart) return;
    await worker?.stop();
    this.#workers.delete(id);
    if (!webhook) return;
    const next = new WebhookWorker(webhook, ready, this.#services);
    this.#workers.set(id, next);
    next.start();
  }
}

const LABELS = ['webhook', 'firm'] as const;
/** Disabled states as numbers, so that alerts can compare them. */
const DISABLED = { request: 1, gone: 2, failing: 3 } as const;

interface LiveStatus {
  readonly webhook: WebhookDocument;
  /** Time of the oldest undelivered event, ISO-8601. */
  readonly waitingSince: string | undefined;
  /** Earliest first attempt of a failing event, ISO-8601. */
  readonly failingSince: string | undefined;
}

/**
 * The metrics of webhooks, computed from memory in the process that delivers.
 * @param statuses empty while this process doesn't deliver
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
      '0 enabled, 1 disabled on request, 2 receiver gone, 3 failed for three days.',
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
      'Seconds since the first attempt at the event that has been failing longest; 0: none fails.',
      ({ failingSince }) => since(failingSince, clock.now()),
    ),
    gauge(
      'brokerage_webhook_lag_seconds',
      'Age of the oldest undelivered event in seconds; 0: none waits.',
      ({ waitingSince }) => since(waitingSince, clock.now()),
    ),
  ];
}

function since(moment: string | undefined, now: number): number {
  return moment === undefined ? 0 : Math.max(0, now - Date.parse(moment)) / 1_000;
}
