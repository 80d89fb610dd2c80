import { omit, type RecordedOf } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import { changesOf } from '../domain/webhook.js';
import type { DisablingCause, WebhookCreated, WebhookEvent } from '../domain/webhook.events.js';

/** A webhook as GET returns it, without its secrets. */
export type WebhookDocument = Omit<WebhookCreated['data'], 'secret'> &
  Readonly<{
    disabledBecause: DisablingCause | null;
    /** ISO-8601 UTC; null: only one secret signs. */
    previousSecretUntil: string | null;
    /** ISO-8601 UTC of the last change of state. */
    stateSince: string;
    /** ISO-8601 UTC of the last change of the URL. */
    urlSince: string;
    createdAt: string;
    replay: number;
    revision: number;
  }>;

/** Index of the webhooks of a firm: firmId, webhookId. */
export const WEBHOOKS_BY_FIRM = 'firm';

function fold(
  document: WebhookDocument | undefined,
  event: RecordedOf<WebhookEvent>,
): WebhookDocument | undefined {
  const { revision, at } = event;
  if (event.type === 'webhook.WebhookCreated') {
    return {
      ...omit(event.data, 'secret'),
      disabledBecause: event.data.enabled ? null : 'request',
      previousSecretUntil: null,
      stateSince: at,
      urlSince: at,
      createdAt: at,
      replay: 0,
      revision,
    };
  }
  if (!document || event.type === 'webhook.WebhookDeleted') return undefined;
  const { type } = event;
  const isSwitched = type === 'webhook.WebhookEnabled' || type === 'webhook.WebhookDisabled';
  const next = { ...document, ...changesOf(event), revision };
  if (isSwitched) return { ...next, stateSince: at };
  return next.url === document.url ? next : { ...next, urlSince: at };
}

/** Read model `feed.webhook`: one document per webhook. */
export const webhookDocuments: Projection<WebhookDocument, WebhookEvent> = {
  name: 'feed.webhook',
  version: 3,
  indexes: [{ name: WEBHOOKS_BY_FIRM, fields: ['firmId', 'webhookId'] }],
  events: [
    'webhook.WebhookCreated',
    'webhook.WebhookChanged',
    'webhook.WebhookEnabled',
    'webhook.WebhookDisabled',
    'webhook.WebhookSecretRotated',
    'webhook.WebhookReplayed',
    'webhook.WebhookDeleted',
  ],
  impersonal: true,
  documents: (event) => [event.data.webhookId],
  fold,
};

/** Since when the receiver counts as repaired: when it was last enabled or given another URL. ISO-8601 UTC. */
export function readySince({ stateSince, urlSince }: WebhookDocument): string {
  return stateSince > urlSince ? stateSince : urlSince;
}
