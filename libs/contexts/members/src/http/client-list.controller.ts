import { Controller, Get } from '@nestjs/common';
import {
  type Answer,
  Context,
  Describes,
  listAnswer,
  MOST_ITEMS,
  type RequestContext,
  StrictQuery,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import { clientDocuments, toClientAnswer } from '../read-models/index.js';
import { ClientAnswer, ClientsQuery } from './index.js';

/** API clients of every firm, for those who run the service. Nothing of a secret is shown. */
@Controller('operator/clients')
export class ClientListController {
  constructor(private readonly readModels: ReadModels) {}

  /** By firm and API key. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List API clients', { shape: ClientAnswer, list: true, pages: MOST_ITEMS })
  list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(ClientsQuery) query: ClientsQuery,
  ): Promise<Answer<readonly ClientAnswer[]>> {
    const { firmId } = query;
    const selection = { index: 'byFirm', equals: firmId === undefined ? [] : [firmId] };
    return listAnswer(query, {
      page: this.readModels.of(clientDocuments).pages(selection, consistency),
      show: toClientAnswer,
      usual: MOST_ITEMS,
    });
  }
}
