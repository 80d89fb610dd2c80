import { Controller, Get, Param } from '@nestjs/common';
import {
  Answer,
  Context,
  Describes,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  StrictQuery,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { ForRoles } from '#libs/platform/service';
import { ALL_RTGS, rtgDocuments, toRtgBody } from '../read-models/rtg.document.js';
import { RtgDto } from './rtg.dto.js';

/** RTG folio models ([rtg.read]). Every firm sees all of them. */
@Controller('restapi/rtgs')
export class RtgsController {
  constructor(private readonly readModels: ReadModels) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all RTG folios', { shape: RtgDto, list: true })
  list(
    @Context() { consistency }: RequestContext,
    @StrictQuery(PageQuery) query: PageQuery,
  ): Promise<Answer<readonly RtgDto[]>> {
    const selection = { index: ALL_RTGS, equals: [] };
    return listAnswer(query, {
      page: this.readModels.of(rtgDocuments).pages(selection, consistency),
      show: toRtgBody,
    });
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an RTG folio', { shape: RtgDto })
  async get(
    @Param('oid') oid: string,
    @Context() { consistency }: RequestContext,
  ): Promise<Answer<RtgDto>> {
    const model = await this.readModels.of(rtgDocuments).shown(oid, consistency);
    if (!model) throw new RefusedException(notFound());
    return Answer.ok(toRtgBody(model), { revision: model.revision });
  }
}
