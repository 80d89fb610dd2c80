import { Controller, Get } from '@nestjs/common';
import {
  type Answer,
  Context,
  Describes,
  listAnswer,
  type RequestContext,
  StrictQuery,
} from '#libs/platform/http';
import { ForRoles } from '#libs/platform/service';
import { WEBHOOKS_PAGE, WebhookStatusesQuery, WebhookStatusAnswer } from '../dto/webhook.dto.js';
import { toStatusAnswer } from './webhook-answers.js';
import { WebhookStatuses } from './webhook-statuses.js';

/** Webhooks of every firm, for those who run the service. */
@Controller('operator/webhooks')
export class WebhookStatusesController {
  constructor(private readonly statuses: WebhookStatuses) {}

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
  ): Promise<Answer> {
    const { firmId } = query;
    return listAnswer(query, {
      page: (wanted) => this.statuses.list({ firmId, ...wanted }, consistency),
      show: toStatusAnswer,
      usual: WEBHOOKS_PAGE,
    });
  }
}
