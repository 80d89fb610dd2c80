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
import { DocumentById, DocumentsBy, ForRoles } from '#libs/platform/service';
import { ALL_RTGS, type RtgDocument, rtgDocuments, toRtgBody } from './documents/rtg.document.js';
import { RtgDto } from './dto/rtg.dto.js';

const PAGE = 500;

/** RTG folio models (specification, "Folio, target weight, RTG subscription"; decisions §8). Every firm sees all of them. */
@Controller('restapi/rtgs')
export class RtgsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all RTG folios', { shape: RtgDto, list: true })
  async list(@Context() { consistency }: RequestContext): Promise<Answer> {
    const models: RtgDocument[] = [];
    let after: string | undefined;
    do {
      const place = after === undefined ? {} : { after };
      const selection = { index: ALL_RTGS, equals: [], limit: PAGE, ...place };
      const page = await this.queries.execute(
        new DocumentsBy(rtgDocuments, selection, consistency),
      );
      models.push(...page.items);
      after = page.next;
    } while (after !== undefined);
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
