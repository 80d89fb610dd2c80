import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioRules } from '#libs/contexts/folios';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { RtgDto } from './dto/rtg.dto.js';
import { rtgDecider } from './rtg.decider.js';

/** The back office's side of RTG folio models ([back-office.rtgs]). */
@Controller()
export class BackofficeRtgsController {
  constructor(private readonly commands: CommandBus) {}

  @BackOfficeRow('rtgs/:oid', {
    summary: 'Define or change an RTG folio',
    body: RtgDto,
    errors: folioRules.of('folio.target.weights.total.rule'),
  })
  async put({ params: { oid }, body, context }: RowRequest<RtgDto, 'oid'>): Promise<Answer> {
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
