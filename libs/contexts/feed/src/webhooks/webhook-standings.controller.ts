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
import { WEBHOOKS_PAGE, WebhookStandingsQuery, WebhookStandingAnswer } from '../dto/webhook.dto.js';
import { toStandingAnswer } from './webhook-answers.js';
import { WebhookStandings } from './webhook-standings.js';

/** Webhooks of every firm, for those who run the service. */
@Controller('operator/webhooks')
export class WebhookStandingsController {
  constructor(private readonly standings: WebhookStandings) {}

  /** By firm and id: state, lag, what fails and when it is tried again. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List the webhooks of all firms', {
    shape: WebhookStandingAnswer,
    list: true,
    pages: WEBHOOKS_PAGE,
  })
  list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(WebhookStandingsQuery) query: WebhookStandingsQuery,
  ): Promise<Answer> {
    const { firmId } = query;
    return listAnswer(query, {
      page: (wanted) => this.standings.list({ firmId, ...wanted }, consistency),
      show: toStandingAnswer,
      usual: WEBHOOKS_PAGE,
    });
  }
}
