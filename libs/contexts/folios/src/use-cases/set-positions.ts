import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { closedProblem } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type SetPositions } from '../domain/folio-book.js';
import { requireFolio } from '../folio-lookup.js';

/** Back office: replaces the positions of a folio ([back-office.positions]). */
export class SetPositionsCommand extends UseCaseCommand<typeof folioBook, Payload<SetPositions>> {}

@CommandHandler(SetPositionsCommand)
export class SetPositionsHandler implements ICommandHandler<SetPositionsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: SetPositionsCommand) {
    const { accountNumber, folioNumber } = payload;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const facts = { closed: closedProblem(account) };
    const command = { type: 'SetPositions', ...payload, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(folioBook, accountNumber, command, metadata);
  }
}
