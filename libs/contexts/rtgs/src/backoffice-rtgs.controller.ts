import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioRules } from '#libs/contexts/folios';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles } from '#libs/platform/service';
import { RtgDto } from './dto/rtg.dto.js';
import { rtgDecider } from './rtg.decider.js';

/** The back office's side of RTG folio models ([back-office.rtgs]). */
@Controller('backoffice/rtgs')
export class BackofficeRtgsController {
  constructor(private readonly commands: CommandBus) {}

  @Put(':oid')
  @ForRoles('backoffice')
  @Describes('Define or change an RTG folio', {
    errors: folioRules.of('folio.target.weights.total.rule'),
  })
  async put(
    @Param('oid') oid: string,
    @Context() context: RequestContext,
    @LenientBody(RtgDto) body: Body<RtgDto>,
  ): Promise<Answer> {
    if (!isOid(oid)) throw new RefusedException(notFound());
    const outcome = await carryOut(
      this.commands,
      context,
      rtgDecider,
      oid,
      { type: 'PutRtg', oid, report: requireValid(body) },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }
}
