import { Inject, Injectable } from '@nestjs/common';
import type { List, WantedPage } from '#libs/platform/http';
import { type Clock, type ReadPoint, wireTimestamp } from '#libs/platform/kernel';
import { type DocumentStore, type Page, ReadModels } from '#libs/platform/read-models';
import { CLOCK, PROGRESS_STORE } from '#libs/platform/service';
import { givenUpAt } from './delivery.js';
import { FeedReader } from './feed.queries.js';
import {
  DELIVERIES_BY_TIME,
  type DeliveryDocument,
  deliveryDocuments,
  FAILING_BY_TIME,
  type FailingAccountDocument,
  failingAccountDocuments,
  readySince,
  type WebhookDocument,
  webhookDocuments,
  WEBHOOKS_BY_FIRM,
} from './webhook.document.js';
import {
  DELIVERIES,
  type DeliveryResponse,
  type WebhookFailureResponse,
  type WebhookResponse,
  type WebhookStatusResponse,
} from './webhook.dto.js';
import { wants } from './webhook.js';
import { keptProgress } from './webhooks/webhook-progress.js';

/** Events scanned for one that waits: a worker passes events its webhook doesn't want within a second. */
const MAX_SCANNED = 1_000;

/** The state of a webhook's deliveries. */
interface WebhookStatus {
  readonly webhook: WebhookDocument;
  /** The account that has been failing longest. */
  readonly failing: FailingAccountDocument | undefined;
  /** Age of the oldest undelivered event in seconds; 0 if there is none or the webhook is disabled. */
  readonly lagSeconds: number;
}

/** Delivery states of webhooks, read from the stores and therefore the same in every process. */
@Injectable()
export class WebhookStatuses {
  constructor(
    private readonly readModels: ReadModels,
    private readonly reader: FeedReader,
    @Inject(PROGRESS_STORE) private readonly progress: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Webhooks of one firm or of all, ordered by firm and id. */
  async list(
    page: WantedPage & { readonly firmId: string | undefined },
    point: ReadPoint | undefined,
  ): Promise<Page<WebhookStatus>> {
    const { firmId, ...selection } = page;
    const equals = firmId === undefined ? [] : [firmId];
    const found = await this.readModels
      .of(webhookDocuments)
      .find({ index: WEBHOOKS_BY_FIRM, equals, ...selection }, point);
    const items: WebhookStatus[] = [];
    for (const webhook of found.items) {
      const [failing, lagSeconds] = await Promise.all([
        this.failing(webhook, point),
        this.#lag(webhook),
      ]);
      items.push({ webhook, failing, lagSeconds });
    }
    return { ...found, items };
  }

  async failing(
    { webhookId, replay }: WebhookDocument,
    point: ReadPoint | undefined,
  ): Promise<FailingAccountDocument | undefined> {
    const selection = { index: FAILING_BY_TIME, equals: [webhookId, replay], limit: 1 };
    const { items } = await this.readModels.of(failingAccountDocuments).find(selection, point);
    return items[0];
  }

  async #lag(webhook: WebhookDocument): Promise<number> {
    if (!webhook.enabled) return 0;
    const kept = await keptProgress(this.progress, webhook);
    const since = kept?.waitingSince ?? (await this.#nextAfter(webhook, kept?.position));
    return since === undefined ? 0 : Math.max(0, this.clock.now() - Date.parse(since)) / 1_000;
  }

  async #nextAfter(webhook: WebhookDocument, place = webhook.from): Promise<string | undefined> {
    const entries = this.reader.ofFirm(webhook.firmId, BigInt(place), MAX_SCANNED);
    for await (const { event, recordedAt } of entries)
      if (wants(webhook, event.type)) return recordedAt;
    return undefined;
  }
}

/** A webhook as its firm sees it. */
export function toWebhookResponse(
  webhook: WebhookDocument,
  failing: FailingAccountDocument | undefined,
): WebhookResponse {
  const { url, eventTypes, previousSecretUntil, createdAt } = webhook;
  return {
    ...stateOf(webhook, failing),
    url,
    eventTypes,
    previousSecretUntil: previousSecretUntil === null ? null : wireTimestamp(previousSecretUntil),
    creationDate: wireTimestamp(createdAt),
  };
}

/** A webhook as operators see it: only scheme and host of the URL, since the path may contain a secret. */
export function toStatusResponse(status: WebhookStatus): WebhookStatusResponse {
  const { webhook, failing, lagSeconds } = status;
  return {
    ...stateOf(webhook, failing),
    firmId: webhook.firmId,
    target: new URL(webhook.url).origin,
    lagSeconds: lagSeconds.toFixed(1),
  };
}

function stateOf(
  webhook: WebhookDocument,
  failing: FailingAccountDocument | undefined,
): Pick<WebhookResponse, 'id' | 'state' | 'disabledBecause' | 'stateSince' | 'failing'> {
  const { webhookId, enabled, disabledBecause, stateSince } = webhook;
  return {
    id: webhookId,
    state: enabled ? 'enabled' : 'disabled',
    disabledBecause,
    stateSince: wireTimestamp(stateSince),
    failing: failing === undefined ? null : toFailureResponse(failing, webhook),
  };
}

function toFailureResponse(
  failing: FailingAccountDocument,
  webhook: WebhookDocument,
): WebhookFailureResponse {
  const { accountNumber, sequence, eventType, attempt, status, reason } = failing;
  const { failingSince, attemptedAt, nextAttemptAt } = failing;
  const ready = readySince(webhook);
  const [due, since] = ready > failingSince ? [ready, ready] : [nextAttemptAt, failingSince];
  return {
    accountNumber,
    sequence: String(sequence),
    eventType,
    since: wireTimestamp(failingSince),
    attempts: attempt,
    attemptedAt: wireTimestamp(attemptedAt),
    status,
    reason,
    nextAttemptAt: webhook.enabled ? wireTimestamp(due) : null,
    disabledFrom: webhook.enabled ? wireTimestamp(givenUpAt(since)) : null,
  };
}

/** The deliveries of a webhook, newest first, for its firm and for operators. */
export function deliveriesOf(
  readModels: ReadModels,
  webhookId: string,
  consistency: ReadPoint | undefined,
): List<DeliveryDocument, DeliveryResponse> {
  const all = { index: DELIVERIES_BY_TIME, equals: [webhookId], order: 'descending' } as const;
  return {
    page: (wanted) => readModels.of(deliveryDocuments).find({ ...all, ...wanted }, consistency),
    show: toDeliveryResponse,
    defaultLimit: DELIVERIES.pages,
  };
}

function toDeliveryResponse(document: DeliveryDocument): DeliveryResponse {
  const { webhookId: _, sequence, ...delivery } = document;
  const { attemptedAt, nextAttemptAt } = delivery;
  return {
    ...delivery,
    attemptedAt: wireTimestamp(attemptedAt),
    nextAttemptAt: nextAttemptAt === null ? null : wireTimestamp(nextAttemptAt),
    sequence: String(sequence),
  };
}
