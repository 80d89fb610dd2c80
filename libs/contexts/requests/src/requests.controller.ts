import { Controller, Get, Param, Query } from '@nestjs/common';
import { firmDocuments } from '#libs/contexts/members';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  ListBody,
  PresentOnly,
  type RequestContext,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { forbidden, isNumericOid, notFound, RefusedException } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import {
  matching,
  PAGE,
  RequestResponse,
  RequestsQuery,
  toRequestResponse,
} from './request.dto.js';
import { RequestJournal } from './request.queries.js';

const REQUESTS = { shape: RequestResponse, list: true, pages: PAGE } as const;

/** What a firm sent, and what came back. */
@Controller()
export class RequestsController {
  constructor(
    private readonly journal: RequestJournal,
    private readonly readModels: ReadModels,
  ) {}

  /** For the firm's API client acting as itself, since it shows what all its members do. Newest first. */
  @Get('restapi/requests')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get the requests of the firm', REQUESTS)
  ofFirm(
    @Context() { caller }: RequestContext,
    @Query(FieldsOf(RequestsQuery)) query: Fields<RequestsQuery>,
  ) {
    const { firmId, firmItself } = caller;
    if (firmId === undefined || firmItself !== true) throw new RefusedException(forbidden());
    return this.#list(firmId, query.with());
  }

  /** The same list that the firm sees. */
  @Get('operator/firms/:firmId/requests')
  @ForRoles('operator', 'auditor')
  @Describes('Get the requests of a firm', REQUESTS)
  async ofAnyFirm(
    @Param('firmId') firmId: string,
    @Context() { consistency }: RequestContext,
    @Query(FieldsOf(RequestsQuery)) query: Fields<RequestsQuery>,
  ) {
    const firm = isNumericOid(firmId)
      ? await this.readModels.of(firmDocuments).shown(firmId, consistency)
      : undefined;
    if (!firm) throw new RefusedException(notFound());
    return this.#list(firm.firmId, query.with());
  }

  async #list(firmId: string, query: RequestsQuery): Promise<Response<readonly RequestResponse[]>> {
    const { limit = PAGE, cursor: after, from, to } = query;
    const [first, end] = [from, to].map((bound) =>
      bound === undefined ? undefined : Date.parse(bound),
    );
    const which = { firmId, from: first, to: end, limit, after, matches: matching(query) };
    const { items, next } = await this.journal.page(which);
    return Response.list(new ListBody({ items: items.map(toRequestResponse) }), { next });
  }
}
