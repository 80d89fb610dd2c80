import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { AggregateStore, isDryRun } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  type Caller,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  requireValid,
  PresentOnly,
} from '#libs/platform/http';
import { type Clock, notFound, timestampOf } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { deriveUuid } from '#libs/platform/runtime';
import { CLOCK, ForRoles } from '#libs/platform/service';
import { TEST_TYPE } from '../domain/contract/schemas.js';
import { type Webhook, webhooks } from '../domain/webhook.js';
import { DELIVERIES_PAGE, DeliveryAnswer, ReplayDto, WebhookTestAnswer } from './webhook.dto.js';
import { FeedRights } from '../feed-rights.js';
import { deliveriesOf } from '../webhooks/webhook-answers.js';
import { WebhookReplays } from '../webhooks/webhook-replays.js';
import { WebhookSender } from '../webhooks/webhook-sender.js';
import { isWebhookId } from './webhooks.controller.js';

/** What is said of a message that a stop of the process has cut off. */
const STOPPING = { delivered: false, status: null, reason: 'stopping' };

/** What was sent to a webhook, and sending it again. */
@Controller('restapi/webhooks/:webhookid')
export class DeliveriesController {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    private readonly replays: WebhookReplays,
    private readonly rights: FeedRights,
    private readonly sender: WebhookSender,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Attempts that failed or ended failures, and rows of those that went well at once: the newest first. */
  @Get('deliveries')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get the deliveries of a webhook', {
    shape: DeliveryAnswer,
    list: true,
    pages: DELIVERIES_PAGE,
  })
  async list(
    @Context() { caller, consistency }: RequestContext,
    @Param('webhookid') id: string,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer> {
    await this.#webhook(caller, id);
    return listAnswer(requireValid(query), deliveriesOf(this.readModels, id, consistency));
  }

  /** Everything from a place on is sent once more, in order; the ids of the messages stay. */
  @Post('replay')
  @ForRoles('client')
  @Describes('Replay events to a webhook', { status: 200 })
  async replay(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
    @LenientBody(ReplayDto) body: Body<ReplayDto>,
  ): Promise<Answer> {
    return this.replays.replay(context, await this.#webhook(context.caller, id), body);
  }

  /** Sends a test message at once and says what became of it; it is no event and is not tried again. */
  @Post('test')
  @ForRoles('client')
  @Describes('Send a test message to a webhook', { status: 200, shape: WebhookTestAnswer })
  async test(@Context() context: RequestContext, @Param('webhookid') id: string): Promise<Answer> {
    const webhook = await this.#webhook(context.caller, id);
    const messageId = deriveUuid(context.commandId, 'webhook-test');
    const message = {
      specversion: '1.0',
      id: messageId,
      source: `/restapi/webhooks/${id}`,
      type: TEST_TYPE,
      time: timestampOf(this.clock.now()),
      datacontenttype: 'application/json',
      data: {},
    };
    const body = JSON.stringify(message);
    if (isDryRun()) return Answer.ok({ delivered: false, status: null, reason: 'dry-run' });
    const result = await this.sender.send(webhook, messageId, body, context.stopping);
    const { delivered, status, reason } = result ?? STOPPING;
    return Answer.ok({ delivered, status, reason });
  }

  async #webhook(caller: Caller, id: string): Promise<Webhook> {
    const firmId = await this.rights.firmOfApiUser(caller);
    if (!isWebhookId(id)) throw new RefusedException(notFound());
    const { state } = await this.aggregates.load(webhooks, id);
    if (state.webhook?.firmId !== firmId) throw new RefusedException(notFound());
    return state.webhook;
  }
}
