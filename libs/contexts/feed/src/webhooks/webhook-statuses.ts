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

/** Events that are looked at for one that waits: what a webhook isn't sent is behind it within a second. */
const LOOKED_AT = 1_000;

/** How a webhook fares. */
export interface WebhookStatus {
  readonly webhook: WebhookDocument;
  /** The account that has waited longest for an event to be taken; undefined: none fails. */
  readonly failing: FailingAccountDocument | undefined;
  /** Seconds since the oldest event happened that has not been taken; 0: there is none. A webhook that is disabled has no lag. */
  readonly lagSeconds: number;
}

/** How webhooks fare, from what is stored: the same in every process, whichever of them delivers. */
@Injectable()
export class WebhookStatuses {
  constructor(
    private readonly readModels: ReadModels,
    private readonly reader: FeedReader,
    @Inject(PROGRESS_STORE) private readonly progress: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Webhooks of a firm, or of all, by firm and id. */
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

  /** When the first event after a place happened that a webhook is sent. */
  async #nextAfter(webhook: WebhookDocument, place = webhook.from): Promise<string | undefined> {
    const entries = this.reader.ofFirm(webhook.firmId, BigInt(place), LOOKED_AT);
    for await (const { event } of entries) if (wants(webhook, event.type)) return event.time;
    return undefined;
  }
}
