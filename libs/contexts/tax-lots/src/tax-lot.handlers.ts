import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type SwitchTaxData, taxData } from './tax-data.js';
import { type PutLot, taxLot, taxLotId } from './tax-lot.js';

/** Back office: reports or corrects a closed tax lot ([back-office.reportedtaxlots]). */
export class PutLotCommand extends UseCaseCommand<typeof taxLot, Payload<PutLot>> {}

@CommandHandler(PutLotCommand)
export class PutLotHandler implements ICommandHandler<PutLotCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: PutLotCommand) {
    const command = { type: 'PutLot', ...payload } as const;
    const id = taxLotId(payload.ids);
    return this.commands.executeOrThrow(taxLot, id, command, metadata, { expectedRevision });
  }
}

/** Back office: sets whether an account's tax data is available ([back-office.taxdata]). */
export class SwitchTaxDataCommand extends UseCaseCommand<typeof taxData, Payload<SwitchTaxData>> {}

@CommandHandler(SwitchTaxDataCommand)
export class SwitchTaxDataHandler implements ICommandHandler<SwitchTaxDataCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload, metadata, expectedRevision }: SwitchTaxDataCommand) {
    const command = { type: 'SwitchTaxData', ...payload } as const;
    const id = payload.accountNumber;
    return this.commands.executeOrThrow(taxData, id, command, metadata, { expectedRevision });
  }
}
