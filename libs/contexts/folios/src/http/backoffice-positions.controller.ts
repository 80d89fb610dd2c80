import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Answer, commandMetadata, requireValidFor, type RowRequest } from '#libs/platform/http';
import { AggregateStore } from '#libs/platform/event-store';
import { BackOfficeListRow } from '#libs/platform/service';
import { PositionDto, POSITIONS } from './folio.dto.js';
import { folioWritten, requireFolio } from '../folio-lookup.js';
import { SetPositionsCommand } from '../use-cases/set-positions.js';

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
    const positions = await requireValidFor(body, () =>
      requireFolio(this.aggregates, accountNumber, folioNumber),
    );
    const asked = { accountNumber, folioNumber, positions, expectedRevision: context.ifMatch };
    const outcome = await this.commands.execute(
      new SetPositionsCommand(asked, commandMetadata(context)),
    );
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
