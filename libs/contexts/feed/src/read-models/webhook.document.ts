import { omit, type RecordedOf } from '#libs/platform/kernel';
import type { Projection } from '#libs/platform/read-models';
import type { DisablingCause, WebhookCreated, WebhookEvent } from '../domain/webhook.events.js';

/** A webhook as GET answers it; its secrets are nowhere in it. */
export type WebhookDocument = Omit<WebhookCreated['data'], 'secret'> &
  Readonly<{
    disabledBecause: DisablingCause | null;
    /** ISO-8601 UTC; null: only one secret signs. */
    previousSecretUntil: string | null;
    /** ISO-8601 UTC of the last change of state. */
    stateSince: string;
    /** ISO-8601 UTC: since when events are sent to this URL. */
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
      ...{ stateSince: at, urlSince: at, createdAt: at },
      ...{ replay: 0, revision },
    };
  }
  if (!document) return undefined;
  switch (event.type) {
    case 'webhook.WebhookChanged': {
      const { url, eventTypes } = event.data;
      const urlSince = url === document.url ? document.urlSince : at;
      return { ...document, url, urlSince, eventTypes, revision };
    }
    case 'webhook.WebhookEnabled':
      return { ...document, enabled: true, disabledBecause: null, stateSince: at, revision };
    case 'webhook.WebhookDisabled': {
      const { cause: disabledBecause } = event.data;
      return { ...document, enabled: false, disabledBecause, stateSince: at, revision };
    }
    case 'webhook.WebhookSecretRotated':
      return { ...document, previousSecretUntil: event.data.previousUntil, revision };
    case 'webhook.WebhookReplayed': {
      const { replay, from } = event.data;
      return { ...document, replay, from, revision };
    }
    case 'webhook.WebhookDeleted':
      return undefined;
  }
}

/** Read model `feed.webhook`, one document per webhook. */
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

/** Since when its receiver is taken for mended: when it was enabled, or given another URL. ISO-8601 UTC. */
export function readySince({ stateSince, urlSince }: WebhookDocument): string {
  return stateSince > urlSince ? stateSince : urlSince;
}
