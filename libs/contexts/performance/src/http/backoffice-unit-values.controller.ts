import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, commandMetadata, requireValidFor, type RowRequest } from '#libs/platform/http';
import { BackOfficeRow } from '#libs/platform/service';
import { RecordUnitValuesCommand } from '../use-cases/record-unit-values.js';
import { RecordUnitValuesDto } from './performance.dto.js';

/** Unit values come from the back office ([back-office.unitvalues]). */
@Controller()
export class BackofficeUnitValuesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/folios/:folionumber/performance/unitvalues', {
    summary: 'Record unit values of a folio',
    body: RecordUnitValuesDto,
    partition: ({ folionumber }) => `unit values ${folionumber}`,
  })
  async put({
    params: { accountnumber: accountNumber, folionumber: folioNumber },
    body,
    context,
  }: RowRequest<RecordUnitValuesDto, 'accountnumber' | 'folionumber'>): Promise<Answer> {
    const { values, identifierValue } = await requireValidFor(body, () =>
      requireFolio(this.aggregates, accountNumber, folioNumber),
    );
    const asked = { accountNumber, folioNumber, values, identifierValue };
    const outcome = await this.commands.execute(
      new RecordUnitValuesCommand(asked, commandMetadata(context), context.ifMatch),
    );
    // A folio without values has no event, and so no entity tag.
    return Answer.updated(outcome.revision < 0 ? undefined : outcome);
  }
}
