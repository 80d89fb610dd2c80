import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
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
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: RecordUnitValuesCommand) {
    const command = { type: 'RecordUnitValues', ...payload } as const;
    const id = payload.folioNumber;
    return this.commands.executeOrThrow(unitValues, id, command, metadata, { expectedRevision });
  }
}
