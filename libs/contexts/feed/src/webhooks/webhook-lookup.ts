import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { type Webhook, webhooks } from '../domain/webhook.js';

/** @throws RefusedException 404 for a text that is the id of no webhook */
export function requireWebhookId(text: string): void {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) {
    throw new RefusedException(notFound());
  }
}

/**
 * The webhook of a path, as the log has it.
 * @throws RefusedException 404 when the firm has none of this id
 */
export async function requireWebhook(
  aggregates: AggregateStore,
  firmId: string,
  id: string,
): Promise<Webhook> {
  requireWebhookId(id);
  const { webhook } = (await aggregates.load(webhooks, id)).state;
  if (webhook?.firmId !== firmId) throw new RefusedException(notFound());
  return webhook;
}
