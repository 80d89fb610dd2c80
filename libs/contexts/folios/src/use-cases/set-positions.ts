import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { SetPositions } from '../domain/folio-book.commands.js';
import { folioBook } from '../domain/folio-book.js';
import { accountFact, requireFolio } from '../folio-lookup.js';

/** Back office: replaces the positions of a folio ([back-office.positions]). */
export class SetPositionsCommand extends Command<OutcomeOf<typeof folioBook>> {
  constructor(
    readonly asked: Asked<SetPositions>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(SetPositionsCommand)
export class SetPositionsHandler implements ICommandHandler<SetPositionsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({ asked, metadata }: SetPositionsCommand): Promise<OutcomeOf<typeof folioBook>> {
    const { accountNumber, folioNumber } = asked;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const facts = { account: accountFact(account) };
    const command = { type: 'SetPositions', ...asked, facts } as const;
    return this.commands.carryOut(folioBook, accountNumber, command, metadata);
  }
}
