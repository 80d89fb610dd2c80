import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { carryOut, ForRoles, PartitionedBy } from '#libs/platform/service';
import { unitValues } from './domain/unit-values.js';
import { RecordUnitValuesDto } from './dto/performance.dto.js';

/** Unit values come from the back office ([back-office.unitvalues]). */
@Controller('backoffice/accounts/:accountnumber/folios/:folionumber/performance/unitvalues')
export class BackofficeUnitValuesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @Put()
  @PartitionedBy(({ folionumber }) => `unit values ${folionumber}`)
  @ForRoles('backoffice')
  @Describes('Record unit values of a folio')
  async put(
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @LenientBody(RecordUnitValuesDto) body: Body<RecordUnitValuesDto>,
  ): Promise<Answer> {
    await requireFolio(this.aggregates, accountNumber, folioNumber);
    const { values, identifierValue } = requireValid(body);
    const outcome = await carryOut(
      this.commands,
      context,
      unitValues,
      folioNumber,
      { type: 'RecordUnitValues', accountNumber, folioNumber, values, identifierValue },
      { expectedRevision: context.ifMatch },
    );
    // A folio without values has no event, and so no entity tag.
    return Answer.updated(outcome.revision < 0 ? undefined : outcome);
  }
}
