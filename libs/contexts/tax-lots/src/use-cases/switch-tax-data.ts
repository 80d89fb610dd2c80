import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { type SwitchTaxData, taxData } from '../domain/tax-data.js';

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
