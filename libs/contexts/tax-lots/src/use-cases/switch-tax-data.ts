import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata, ExpectedRevision } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { type SwitchTaxData, taxData } from '../domain/tax-data.js';

/** Back office: sets whether the tax data of an account are available ([back-office.taxdata]). */
export class SwitchTaxDataCommand extends Command<OutcomeOf<typeof taxData>> {
  constructor(
    readonly asked: Asked<SwitchTaxData>,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SwitchTaxDataCommand)
export class SwitchTaxDataHandler implements ICommandHandler<SwitchTaxDataCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({
    asked,
    expectedRevision,
    metadata,
  }: SwitchTaxDataCommand): Promise<OutcomeOf<typeof taxData>> {
    const { accountNumber } = await requireAccount(this.aggregates, asked.accountNumber);
    const command = { type: 'SwitchTaxData', ...asked } as const;
    return this.commands.carryOut(taxData, accountNumber, command, metadata, { expectedRevision });
  }
}
