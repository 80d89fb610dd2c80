import { Controller, Get } from '@nestjs/common';
import {
  Answer,
  Context,
  Describes,
  nextPage,
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

  /** By firm and id: state, lag, what fails and when it is tried again. A `Link` header leads to the next page. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List the webhooks of all firms', { shape: WebhookStandingAnswer, list: true })
  async list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(WebhookStandingsQuery)
    { firmId, limit = WEBHOOKS_PAGE, cursor }: WebhookStandingsQuery,
  ): Promise<Answer> {
    const page = { firmId, limit, ...(cursor !== undefined && { after: cursor }) };
    const { items, next } = await this.standings.list(page, consistency);
    const headers = nextPage('/operator/webhooks', { firmId, limit }, next);
    return Answer.ok(items.map(toStandingAnswer), { headers });
  }
}
