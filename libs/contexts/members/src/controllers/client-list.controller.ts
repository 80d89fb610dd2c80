import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  Answer,
  Context,
  Describes,
  nextPage,
  type RequestContext,
  StrictQuery,
} from '#libs/platform/http';
import { DocumentsBy, ForRoles } from '#libs/platform/service';
import { clientDocuments, clientView } from '../documents/index.js';
import { ClientAnswer, ClientsQuery, MOST_ENTRIES } from '../dto/index.js';

/** API clients of every firm, for those who run the service. Nothing of a secret is shown. */
@Controller('operator/clients')
export class ClientListController {
  constructor(private readonly queries: QueryBus) {}

  /** By firm and API key. A `Link` header leads to the next page. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List API clients', { shape: ClientAnswer, list: true })
  async list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(ClientsQuery) { firmId, limit = MOST_ENTRIES, cursor }: ClientsQuery,
  ): Promise<Answer> {
    const selection = {
      index: 'byFirm',
      equals: firmId === undefined ? [] : [firmId],
      limit,
      ...(cursor !== undefined && { after: cursor }),
    };
    const { items, next } = await this.queries.execute(
      new DocumentsBy(clientDocuments, selection, consistency),
    );
    const headers = nextPage('/operator/clients', { firmId, limit }, next);
    return Answer.ok(items.map(clientView), { headers });
  }
}
