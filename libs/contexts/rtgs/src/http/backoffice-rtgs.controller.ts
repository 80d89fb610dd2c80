import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { folioRules } from '#libs/contexts/folios';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValid,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { PutRtgCommand } from '../use-cases/put-rtg.js';
import { RtgDto } from './rtg.dto.js';

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
    const asked = { oid, report: requireValid(body) };
    const outcome = await this.commands.execute(
      new PutRtgCommand(asked, commandMetadata(context), context.ifMatch),
    );
    return Answer.updated(outcome);
  }
}
