import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { jointly, requireAccount, restrictionProblem } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import type { ReportTransaction } from '../domain/cash.commands.js';
import { cash } from '../domain/cash.js';
import { cashStreamId } from '../domain/cash-id.js';

/** Back office: reports a cash transaction or changes one ([back-office.cashtransactions]). */
export class ReportTransactionCommand extends UseCaseCommand<
  typeof cash,
  Payload<ReportTransaction>
> {}

@CommandHandler(ReportTransactionCommand)
export class ReportTransactionHandler implements ICommandHandler<ReportTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ReportTransactionCommand) {
    const { accountNumber, oid } = payload;
    const account = await requireAccount(this.aggregates, accountNumber);
    const { firmId, primaryAccountOwner } = account;
    const obstacle = restrictionProblem(account, 'createCashTransaction')?.message;
    const facts = { firmId, primaryAccountOwner, ...jointly(account), obstacle };
    const command = { type: 'ReportTransaction', ...payload, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }
}
