import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientList,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { carryOut, ForRoles, PartitionedBy } from '#libs/platform/service';
import { folioBook } from './domain/folio-book.js';
import { PositionDto, POSITIONS } from './dto/folio.dto.js';
import { accountFact, requireFolio } from './folio-lookup.js';
import { folioWritten } from './folio-revision.js';

/** The holdings of a folio, as the back office knows them ([back-office.positions]). */
@Controller('backoffice/accounts/:accountnumber/folios/:folionumber/positions')
export class BackofficePositionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @Put()
  @PartitionedBy(({ accountnumber }) => `folios ${accountnumber}`)
  @ForRoles('backoffice')
  @Describes('Set the positions of a folio')
  async set(
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @LenientList(PositionDto, POSITIONS) body: Body<readonly PositionDto[]>,
  ): Promise<Answer> {
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const outcome = await carryOut(this.commands, context, folioBook, accountNumber, {
      type: 'SetPositions',
      accountNumber,
      folioNumber,
      positions: requireValid(body),
      expectedRevision: context.ifMatch,
      facts: { account: accountFact(account) },
    });
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
