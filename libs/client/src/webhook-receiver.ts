import { Webhook } from 'standardwebhooks';
import type { FeedEvent } from './feed-event.js';

/** The message does not come from the service, or is older than five minutes. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Checks signature and age of a webhook message (Standard Webhooks) and returns its event.
 * @param secrets the webhook's secret, or both during a rotation
 * @param headers of the request
 * @param body exactly as received
 */
export function receiveWebhook(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
): FeedEvent {
  let refusal: unknown = new Error('no secret given');
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, { ...headers }) as FeedEvent;
    } catch (error) {
      refusal = error;
    }
  }
  const { message } = refusal as Error;
  throw new WebhookVerificationError(message, { cause: refusal });
}
