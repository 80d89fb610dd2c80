import { Webhook } from 'standardwebhooks';
import type { FeedEvent } from './feed-consumer.js';

/** A message that does not come from the service, or is older than five minutes. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Checks and reads what a webhook was sent (Standard Webhooks): signature, age, and the event itself.
 * @param secrets the secret of the webhook; while a new one is taken over, both
 * @param headers of the request
 * @param body exactly as it came
 */
export function receiveWebhook(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
): FeedEvent {
  let refusal: unknown = new Error('there is no secret to check with');
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
