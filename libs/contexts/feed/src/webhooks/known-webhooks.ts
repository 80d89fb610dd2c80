import type { EventCodec, StoredEvent } from '#libs/platform/event-store';
import type { RecordedOf } from '#libs/platform/kernel';
import type { ReadModels } from '#libs/platform/read-models';
import {
  type WebhookDocument,
  webhookDocuments,
  WEBHOOKS_BY_FIRM,
} from '../read-models/webhook.document.js';
import type { WebhookEvent } from '../domain/webhook.events.js';

/** All webhooks, `WEBHOOKS_PER_FIRM` of each firm and some KiB each, kept in memory: from their read model to begin with, then by the same fold. */
export class KnownWebhooks {
  readonly #documents = new Map<string, WebhookDocument>();

  constructor(
    private readonly readModels: ReadModels,
    private readonly codec: EventCodec,
  ) {}

  /** Every webhook there is, by id. */
  get all(): ReadonlyMap<string, WebhookDocument> {
    return this.#documents;
  }

  /** Nothing is known any more of what happens to them. */
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
