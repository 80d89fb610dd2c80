import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientList,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { isAccountNumber, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles, PartitionedBy } from '#libs/platform/service';
import { folioBook } from './domain/folio-book.js';
import { PositionDto } from './dto/folio.dto.js';
import { accountFact } from './folio-lookup.js';
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
    @LenientList(PositionDto) { value: positions, problems }: Body<readonly PositionDto[]>,
  ): Promise<Answer> {
    if (!isAccountNumber(accountNumber)) throw new RefusedException(notFound());
    const { state } = await this.aggregates.load(account, accountNumber);
    const outcome = await carryOut(this.commands, context, folioBook, accountNumber, {
      type: 'SetPositions',
      accountNumber,
      folioNumber,
      positions,
      problems,
      expectedRevision: context.ifMatch,
      facts: { account: state.opened ? accountFact(state) : undefined },
    });
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
