import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { FeedEvent } from './feed-consumer.js';

/**
 * Checks and reads what a webhook was sent (Standard Webhooks): signature, age, and the event itself.
 * @param secrets the secret of the webhook; while a new one is taken over, both
 * @param headers of the request
 * @param body exactly as it came
 * @throws WebhookVerificationError for anything that does not come from the service, or is older than five minutes
 */
export function receiveWebhook(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: string,
): FeedEvent {
  let refusal: unknown = new WebhookVerificationError('there is no secret to check with');
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, { ...headers }) as FeedEvent;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

export { WebhookVerificationError } from 'standardwebhooks';
