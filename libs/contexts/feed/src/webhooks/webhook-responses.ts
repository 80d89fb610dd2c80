import type { List } from '#libs/platform/http';
import { type ReadPoint, wireTimestamp } from '#libs/platform/kernel';
import type { ReadModels } from '#libs/platform/read-models';
import type { FailingAccountDocument } from '../read-models/failing-account.document.js';
import { readySince, type WebhookDocument } from '../read-models/webhook.document.js';
import { givenUpAt } from '../domain/delivery.js';
import {
  DELIVERIES_BY_TIME,
  type DeliveryDocument,
  deliveryDocuments,
} from '../read-models/delivery.document.js';
import {
  DELIVERIES,
  type DeliveryResponse,
  type WebhookResponse,
  type WebhookFailureResponse,
  type WebhookStatusResponse,
} from '../http/webhook.dto.js';
import type { WebhookStatus } from './webhook-statuses.js';

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
