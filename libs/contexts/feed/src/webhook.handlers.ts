import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isAccountNumber } from '#libs/contexts/codes';
import { AggregateStore, isDryRun, type OutcomeOf } from '#libs/platform/event-store';
import {
  type Clock,
  type CommandMetadata,
  FieldCode,
  fieldProblem,
  type Ids,
  refuse,
  RefusedException,
  Secret,
  timestampOf,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  IDS,
  PLATFORM,
  type Platform,
  UseCaseCommand,
} from '#libs/platform/service';
import { TEST_TYPE } from './contract.js';
import { deliveries, deliveryId, progressId, webhookProgress } from './delivery.js';
import { FeedPages, FeedReader } from './feed.queries.js';
import { webhookDocuments, WEBHOOKS_BY_FIRM } from './webhook.document.js';
import {
  type TakePlace,
  type Webhook,
  type WebhookCommand,
  webhookPlaces,
  webhooks,
} from './webhook.js';
import { notSent, type SendResult, WebhookSender } from './webhooks/webhook-sender.js';
import {
  NO_SUCH_EVENT,
  reachedPosition,
  type ReplayStart,
  sequenceOfReplay,
} from './webhook.facts.js';

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

type Change =
  | Extract<WebhookCommand, { type: 'Change' | 'Delete' }>
  | { readonly type: 'RotateSecret'; readonly firmId: string };

/**
 * Changes, enables, disables or deletes a webhook, or replaces its secret. A webhook that is enabled again resumes where it
 * stopped. Both secrets sign for a day, so the receiver can switch without a gap.
 */
export class ChangeWebhookCommand extends UseCaseCommand<
  typeof webhooks,
  Change & { readonly webhookId: string }
> {}

/** A new secret in the format of Standard Webhooks. */
export function newWebhookSecret(ids: Pick<Ids, 'bytes'>): Secret {
  return Secret.of(`whsec_${Buffer.from(ids.bytes(32)).toString('base64')}`);
}

@CommandHandler(ChangeWebhookCommand)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhookCommand> {
  constructor(
    private readonly commands: CommandRunner,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ payload: { webhookId, ...change }, metadata, expectedRevision }: ChangeWebhookCommand) {
    const renewed = { secret: newWebhookSecret(this.ids), at: timestampOf(this.clock.now()) };
    const command = change.type === 'RotateSecret' ? { ...change, ...renewed } : change;
    return this.commands.executeOrThrow(webhooks, webhookId, command, metadata, {
      expectedRevision,
    });
  }
}

/** Sends everything after a place to a webhook again, or what one account has there, in order and under the same message ids. */
export class ReplayEventsCommand extends UseCaseCommand<
  typeof webhooks,
  {
    readonly webhook: Pick<Webhook, 'firmId' | 'webhookId' | 'replay'>;
    readonly start: ReplayStart;
  },
  OutcomeOf<typeof webhookProgress>
> {}

@CommandHandler(ReplayEventsCommand)
export class ReplayEventsHandler implements ICommandHandler<ReplayEventsCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly pages: FeedPages,
  ) {}

  async execute({ payload: { webhook, start }, metadata }: ReplayEventsCommand) {
    const { firmId, webhookId } = webhook;
    const { accountNumber } = start;
    if (accountNumber !== undefined) {
      const sequence = await sequenceOfReplay(this.pages, { firmId, accountNumber }, start);
      const stream = progressId(webhook);
      const command = { replay: { accountNumber, sequence } };
      return this.commands.executeOrThrow(webhookProgress, stream, command, metadata);
    }
    const from = String(await reachedPosition(this.pages, start));
    const replay = { type: 'Replay', firmId, from } as const;
    return this.commands.executeOrThrow(webhooks, webhookId, replay, metadata);
  }
}

/** Skips the event of an account that the receiver of a webhook does not accept: those after it are sent. */
export class SkipEventCommand extends UseCaseCommand<
  typeof deliveries,
  SkippedEvent & { readonly webhook: Pick<Webhook, 'firmId' | 'webhookId' | 'replay'> }
> {}

interface SkippedEvent {
  readonly accountNumber: string;
  readonly sequence: number;
  readonly reason: string;
}

@CommandHandler(SkipEventCommand)
export class SkipEventHandler implements ICommandHandler<SkipEventCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly reader: FeedReader,
  ) {}

  async execute({ payload, metadata }: SkipEventCommand) {
    const { webhook, accountNumber, sequence, reason } = payload;
    const { firmId, webhookId, replay } = webhook;
    const [entry] = isAccountNumber(accountNumber)
      ? await this.reader.ofAccount(firmId, accountNumber, sequence - 1, 1)
      : [];
    if (!entry) {
      throw new RefusedException(refuse(fieldProblem('sequence', FieldCode.Value, NO_SUCH_EVENT)));
    }
    const { id, type: eventType } = entry.event;
    const skip = { skip: { sequence, eventType, reason } };
    const stream = deliveryId(webhookId, replay, accountNumber);
    const caused = { ...metadata, causationId: id };
    return this.commands.executeOrThrow(deliveries, stream, skip, caused);
  }
}

/** Sends a test message to a webhook at once. It is not an event and isn't retried. */
export class SendTestMessageCommand extends Command<SendResult> {
  constructor(
    readonly webhook: Webhook,
    /** Aborted when the process stops. */
    readonly stopping: AbortSignal,
    readonly metadata: Pick<CommandMetadata, 'commandId'>,
  ) {
    super();
  }
}

@CommandHandler(SendTestMessageCommand)
export class SendTestMessageHandler implements ICommandHandler<SendTestMessageCommand> {
  constructor(
    private readonly sender: WebhookSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ webhook, stopping, metadata }: SendTestMessageCommand): Promise<SendResult> {
    if (isDryRun()) return notSent('dry-run');
    const id = deriveUuid(metadata.commandId, 'webhook-test');
    const message = {
      specversion: '1.0',
      id,
      source: `/restapi/webhooks/${webhook.webhookId}`,
      type: TEST_TYPE,
      time: timestampOf(this.clock.now()),
      datacontenttype: 'application/json',
      data: {},
    };
    const sent = await this.sender.send(webhook, id, JSON.stringify(message), stopping);
    return sent ?? notSent('stopping');
  }
}
