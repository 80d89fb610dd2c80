import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type RecordUnitValues, unitValues } from './unit-values.js';

/** Back office: records unit values of a folio ([back-office.unitvalues]). */
export class RecordUnitValuesCommand extends UseCaseCommand<
  typeof unitValues,
  Payload<RecordUnitValues>
> {}

@CommandHandler(RecordUnitValuesCommand)
export class RecordUnitValuesHandler implements ICommandHandler<RecordUnitValuesCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: RecordUnitValuesCommand) {
    const { accountNumber, folioNumber } = payload;
    await requireFolio(this.aggregates, accountNumber, folioNumber);
    const command = { type: 'RecordUnitValues', ...payload } as const;
    return this.commands.executeOrThrow(unitValues, folioNumber, command, metadata, {
      expectedRevision,
    });
  }
}
