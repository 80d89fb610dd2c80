import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  type RequestContext,
  requireValid,
  PresentOnly,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import { DELIVERIES_PAGE, DeliveryAnswer, ReplayDto, WebhookTestAnswer } from './webhook.dto.js';
import { FeedRights } from '../feed-rights.js';
import { ReplayEventsCommand } from '../use-cases/replay-events.js';
import { SendTestMessageCommand } from '../use-cases/send-test-message.js';
import { deliveriesOf } from '../webhooks/webhook-answers.js';

/** What was sent to a webhook, and sending it again. */
@Controller('restapi/webhooks/:webhookid')
export class DeliveriesController {
  constructor(
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
    private readonly rights: FeedRights,
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
  ): Promise<Answer<readonly DeliveryAnswer[]>> {
    await this.rights.webhookOf(caller, id);
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
    const webhook = await this.rights.webhookOf(context.caller, id);
    const command = new ReplayEventsCommand(webhook, requireValid(body), commandMetadata(context));
    return Answer.updated(await this.commands.execute(command));
  }

  /** Sends a test message at once and says what became of it; it is no event and is not tried again. */
  @Post('test')
  @ForRoles('client')
  @Describes('Send a test message to a webhook', { status: 200, shape: WebhookTestAnswer })
  async test(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
  ): Promise<Answer<WebhookTestAnswer>> {
    const webhook = await this.rights.webhookOf(context.caller, id);
    const command = new SendTestMessageCommand(webhook, context.stopping, context);
    const { delivered, status, reason } = await this.commands.execute(command);
    return Answer.ok({ delivered, status, reason });
  }
}
