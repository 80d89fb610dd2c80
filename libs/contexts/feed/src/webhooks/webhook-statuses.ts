import { Inject, Injectable } from '@nestjs/common';
import type { WantedPage } from '#libs/platform/http';
import type { Clock, ReadPoint } from '#libs/platform/kernel';
import { type DocumentStore, type Page, ReadModels } from '#libs/platform/read-models';
import { CLOCK, PROGRESS_STORE } from '#libs/platform/service';
import {
  FAILING_BY_TIME,
  type FailingAccountDocument,
  failingAccountDocuments,
} from '../read-models/failing-account.document.js';
import {
  type WebhookDocument,
  webhookDocuments,
  WEBHOOKS_BY_FIRM,
} from '../read-models/webhook.document.js';
import { wants } from '../domain/webhook.js';
import { FeedReader } from '../feed-reader.js';
import { keptProgress } from './webhook-progress.js';

/** Events scanned for one that waits: a worker passes events its webhook doesn't want within a second. */
const MAX_SCANNED = 1_000;

/** The state of a webhook's deliveries. */
export interface WebhookStatus {
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
    for await (const { event } of entries) if (wants(webhook, event.type)) return event.time;
    return undefined;
  }
}
