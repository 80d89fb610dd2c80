import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, requireValid, type RowRequest } from '#libs/platform/http';
import { BackOfficeListRow, carryOut } from '#libs/platform/service';
import { folioBook } from './domain/folio-book.js';
import { PositionDto, POSITIONS } from './dto/folio.dto.js';
import { accountFact, requireFolio } from './folio-lookup.js';
import { folioWritten } from './folio-revision.js';

/** The holdings of a folio, as the back office knows them ([back-office.positions]). */
@Controller()
export class BackofficePositionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeListRow('accounts/:accountnumber/folios/:folionumber/positions', {
    summary: 'Set the positions of a folio',
    body: PositionDto,
    rules: POSITIONS,
    partition: ({ accountnumber }) => `folios ${accountnumber}`,
  })
  async set({
    params: { accountnumber: accountNumber, folionumber: folioNumber },
    body,
    context,
  }: RowRequest<readonly PositionDto[], 'accountnumber' | 'folionumber'>): Promise<Answer> {
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
