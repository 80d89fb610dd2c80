import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { type RecordUnitValues, unitValues } from '../domain/unit-values.js';

/** Back office: records unit values of a folio ([back-office.unitvalues]). */
export class RecordUnitValuesCommand extends Command<OutcomeOf<typeof unitValues>> {
  constructor(
    readonly asked: Asked<RecordUnitValues>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(RecordUnitValuesCommand)
export class RecordUnitValuesHandler implements ICommandHandler<RecordUnitValuesCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    asked,
    expectedRevision,
    metadata,
  }: RecordUnitValuesCommand): Promise<OutcomeOf<typeof unitValues>> {
    const { accountNumber, folioNumber } = asked;
    await requireFolio(this.aggregates, accountNumber, folioNumber);
    const command = { type: 'RecordUnitValues', ...asked } as const;
    return this.commands.carryOut(unitValues, folioNumber, command, metadata, { expectedRevision });
  }
}
