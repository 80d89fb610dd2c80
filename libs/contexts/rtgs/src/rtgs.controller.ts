import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import {
  Answer,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { AllDocumentsBy, DocumentById, ForRoles } from '#libs/platform/service';
import { ALL_RTGS, rtgDocuments, toRtgBody } from './documents/rtg.document.js';
import { RtgDto } from './dto/rtg.dto.js';

/** RTG folio models (specification, "Folio, target weight, RTG subscription"; decisions §8). Every firm sees all of them. */
@Controller('restapi/rtgs')
export class RtgsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all RTG folios', { shape: RtgDto, list: true })
  async list(@Context() { consistency }: RequestContext): Promise<Answer> {
    const models = await this.queries.execute(
      new AllDocumentsBy(rtgDocuments, { index: ALL_RTGS, equals: [] }, consistency),
    );
    return Answer.ok(models.map(toRtgBody));
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an RTG folio', { shape: RtgDto })
  async get(
    @Param('oid') oid: string,
    @Context() { consistency }: RequestContext,
  ): Promise<Answer> {
    const model = await this.queries.execute(new DocumentById(rtgDocuments, oid, consistency));
    if (!model) throw new RefusedException(notFound());
    return Answer.ok(toRtgBody(model), { revision: model.revision });
  }
}
