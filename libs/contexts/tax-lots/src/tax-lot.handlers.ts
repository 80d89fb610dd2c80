import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { type Payload, refuse, RefusedException } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type SwitchTaxData, taxData } from './tax-data.js';
import { type PutLot, taxLot, taxLotId } from './tax-lot.js';
import { nonTaxableAccount } from './tax-lot.facts.js';

/** Back office: reports or corrects a closed tax lot ([back-office.reportedtaxlots]). */
export class PutLotCommand extends UseCaseCommand<typeof taxLot, Payload<PutLot>> {}

@CommandHandler(PutLotCommand)
export class PutLotHandler implements ICommandHandler<PutLotCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: PutLotCommand) {
    const nonTaxable = await nonTaxableAccount(this.aggregates, payload.ids.accountNumber);
    if (nonTaxable) throw new RefusedException(refuse(nonTaxable));
    const command = { type: 'PutLot', ...payload } as const;
    const id = taxLotId(payload.ids);
    return this.commands.executeOrThrow(taxLot, id, command, metadata, { expectedRevision });
  }
}

/** Back office: sets whether an account's tax data is available ([back-office.taxdata]). */
export class SwitchTaxDataCommand extends UseCaseCommand<typeof taxData, Payload<SwitchTaxData>> {}

@CommandHandler(SwitchTaxDataCommand)
export class SwitchTaxDataHandler implements ICommandHandler<SwitchTaxDataCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: SwitchTaxDataCommand) {
    const { accountNumber } = await requireAccount(this.aggregates, payload.accountNumber);
    const command = { type: 'SwitchTaxData', ...payload } as const;
    return this.commands.executeOrThrow(taxData, accountNumber, command, metadata, {
      expectedRevision,
    });
  }
}
