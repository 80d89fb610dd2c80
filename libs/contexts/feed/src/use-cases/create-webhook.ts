import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import type { Ids } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  CommandRunner,
  IDS,
  type Platform,
  PLATFORM,
  UseCaseCommand,
} from '#libs/platform/service';
import { type TakePlace, webhookPlaces } from '../domain/webhook-places.js';
import { type WebhookCommand, webhooks } from '../domain/webhook.js';
import { FeedReader } from '../feed-reader.js';
import { webhookDocuments, WEBHOOKS_BY_FIRM } from '../read-models/webhook.document.js';
import { newWebhookSecret } from './change-webhook.js';

type Create = Extract<WebhookCommand, { type: 'Create' }>;

/** Creates a webhook of a firm. It receives everything published from now on. */
export class CreateWebhookCommand extends UseCaseCommand<typeof webhooks, NewWebhook> {}

interface NewWebhook extends Pick<Create, 'firmId' | 'url' | 'eventTypes' | 'enabled'> {
  /** Log position as of which the firm's webhooks are counted, at least. */
  readonly atLeast: bigint | undefined;
}

/** Takes one of the firm's places before it creates the webhook, so that the limit holds under concurrency. */
@CommandHandler(CreateWebhookCommand)
export class CreateWebhookHandler implements ICommandHandler<CreateWebhookCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly readModels: ReadModels,
    private readonly reader: FeedReader,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute(command: CreateWebhookCommand) {
    const { payload, metadata } = command;
    const { atLeast: _, ...webhook } = payload;
    // derived from the command, so that a repeated command finds its webhook
    const webhookId = deriveUuid(metadata.commandId, 'webhook');
    const from = String(await this.reader.head());
    const secret = newWebhookSecret(this.ids);
    const create: WebhookCommand = { type: 'Create', webhookId, ...webhook, secret, from };
    await this.#takePlace(command, webhookId);
    return this.commands.executeOrThrow(webhooks, webhookId, create, metadata);
  }

  async #takePlace({ payload, metadata }: CreateWebhookCommand, webhookId: string): Promise<void> {
    const { firmId, atLeast } = payload;
    if ((await this.aggregates.load(webhooks, webhookId)).revision >= 0) return;
    const limit = this.platform.config.webhooksPerFirm;
    const { state: places } = await this.aggregates.load(webhookPlaces, firmId);
    const { deleted, missing } = await this.#gone([...places.keys()]);
    const selection = { index: WEBHOOKS_BY_FIRM, equals: [firmId], limit };
    const { items } = await this.readModels.of(webhookDocuments).find(selection, atLeast);
    const others = items.filter((known) => !places.has(known.webhookId)).length;
    const place = { firmId, webhookId, limit, deleted, missing, others };
    await this.commands.executeOrThrow(webhookPlaces, firmId, place, metadata);
  }

  async #gone(ids: readonly string[]): Promise<Pick<TakePlace, 'deleted' | 'missing'>> {
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
