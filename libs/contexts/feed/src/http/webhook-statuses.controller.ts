import { Controller, Get, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  listAnswer,
  PageQuery,
  PresentOnly,
  RefusedException,
  type RequestContext,
  requireValid,
  StrictQuery,
} from '#libs/platform/http';
import { notFound, type ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import { type WebhookDocument, webhookDocuments } from '../read-models/webhook.document.js';
import {
  DELIVERIES,
  type DeliveryAnswer,
  ReplayDto,
  WEBHOOKS_PAGE,
  WebhookStatusesQuery,
  WebhookStatusAnswer,
} from './webhook.dto.js';
import { deliveriesOf, toStatusAnswer } from '../webhooks/webhook-answers.js';
import { ReplayEventsCommand } from '../use-cases/replay-events.js';
import { WebhookStatuses } from '../webhooks/webhook-statuses.js';

/** Webhooks of every firm, for those who run the service. */
@Controller('operator/webhooks')
export class WebhookStatusesController {
  constructor(
    private readonly statuses: WebhookStatuses,
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  /** By firm and id: state, lag, what fails and when it is tried again. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List the webhooks of all firms', {
    shape: WebhookStatusAnswer,
    list: true,
    pages: WEBHOOKS_PAGE,
  })
  list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(WebhookStatusesQuery) query: WebhookStatusesQuery,
  ): Promise<Answer<readonly WebhookStatusAnswer[]>> {
    const { firmId } = query;
    return listAnswer(query, {
      page: (wanted) => this.statuses.list({ firmId, ...wanted }, consistency),
      show: toStatusAnswer,
      usual: WEBHOOKS_PAGE,
    });
  }

  /** What the firm itself sees of them: attempts that failed or ended failures, and rows of those that went well at once. */
  @Get(':webhookid/deliveries')
  @PresentOnly()
  @ForRoles('operator', 'auditor')
  @Describes('Get the deliveries of a webhook of any firm', DELIVERIES)
  async deliveries(
    @Context() { consistency }: RequestContext,
    @Param('webhookid') id: string,
    @StrictQuery(PageQuery) query: PageQuery,
  ): Promise<Answer<readonly DeliveryAnswer[]>> {
    await this.#webhook(id, consistency);
    return listAnswer(query, deliveriesOf(this.readModels, id, consistency));
  }

  /** As the firm itself has it: what is published to it alone is sent, and only where its webhook leads. */
  @Post(':webhookid/replay')
  @ForRoles('operator')
  @Describes('Replay events to a webhook of any firm', { status: 200 })
  async replay(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
    @LenientBody(ReplayDto) body: Body<ReplayDto>,
  ): Promise<Answer> {
    const webhook = await this.#webhook(id, context.consistency);
    const command = new ReplayEventsCommand(webhook, requireValid(body), commandMetadata(context));
    return Answer.updated(await this.commands.execute(command));
  }

  async #webhook(id: string, point: ReadPoint | undefined): Promise<WebhookDocument> {
    const known = await this.readModels.of(webhookDocuments).get(id, point);
    if (known === undefined) throw new RefusedException(notFound());
    return known;
  }
}
