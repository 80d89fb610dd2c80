import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal, type Refusal } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { Commands, type Platform, PLATFORM } from '#libs/platform/service';
import { webhookDocuments, WEBHOOKS_BY_FIRM } from '../read-models/webhook.document.js';
import { webhooks } from '../domain/webhook.js';
import { webhookPlaces } from '../domain/webhook-places.js';

/** Sees to it that a firm has no more webhooks than it may have. */
@Injectable()
export class WebhookPlaces {
  readonly #most: number;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly readModels: ReadModels,
    @Inject(PLATFORM) { config }: Platform,
  ) {
    this.#most = config.webhooksPerFirm;
  }

  /**
   * Takes a place for a webhook that is not there yet; the refusal when there is none.
   * @param atLeast position of the log that the answer must not be older than
   */
  async take(
    firmId: string,
    webhookId: string,
    metadata: CommandMetadata,
    atLeast: bigint | undefined,
  ): Promise<Refusal | undefined> {
    if ((await this.aggregates.load(webhooks, webhookId)).revision >= 0) return undefined;
    const { state: places } = await this.aggregates.load(webhookPlaces, firmId);
    const { deleted, missing } = await this.#gone([...places.keys()]);
    const selection = { index: WEBHOOKS_BY_FIRM, equals: [firmId], limit: this.#most };
    const { items } = await this.readModels.of(webhookDocuments).find(selection, atLeast);
    const others = items.filter((known) => !places.has(known.webhookId)).length;
    const command = { firmId, webhookId, most: this.#most, deleted, missing, others };
    const outcome = await this.commands.execute(webhookPlaces, firmId, command, metadata);
    return isRefusal(outcome) ? outcome : undefined;
  }

  async #gone(
    ids: readonly string[],
  ): Promise<{ readonly deleted: readonly string[]; readonly missing: readonly string[] }> {
    const loaded = await Promise.all(
      ids.map(async (id) => ({ id, known: await this.aggregates.load(webhooks, id) })),
    );
    const gone = loaded.filter(({ known }) => known.state.webhook === undefined);
    return {
      deleted: gone.filter(({ known }) => known.revision >= 0).map(({ id }) => id),
      missing: gone.filter(({ known }) => known.revision < 0).map(({ id }) => id),
    };
  }
}
