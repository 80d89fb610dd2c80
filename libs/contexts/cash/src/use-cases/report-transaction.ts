import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { closedProblem, jointly, requireAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { isNumericOid, type Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { BankLinkDirectory } from '../bank-link-directory.js';
import type { ReportTransaction } from '../domain/cash.commands.js';
import { cash } from '../domain/cash.js';
import { cashStreamId } from '../domain/cash-id.js';
import { seriesObstacle } from '../series-obstacle.js';

/** Back office: reports a cash transaction or changes one ([back-office.cashtransactions]). */
export class ReportTransactionCommand extends UseCaseCommand<
  typeof cash,
  Payload<ReportTransaction>
> {}

@CommandHandler(ReportTransactionCommand)
export class ReportTransactionHandler implements ICommandHandler<ReportTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly bankLinks: BankLinkDirectory,
  ) {}

  async execute({ payload, metadata, expectedRevision }: ReportTransactionCommand) {
    const { accountNumber, oid } = payload;
    const account = await requireAccount(this.aggregates, accountNumber);
    const { firmId, primaryAccountOwner } = account;
    const { sourceId, targetId } = payload.input;
    const named = [sourceId, targetId].find((id) => isNumericOid(id ?? ''));
    const facts = {
      firmId,
      primaryAccountOwner,
      ...jointly(account),
      obstacle: seriesObstacle(account),
      closed: closedProblem(account),
      bankLink: typeof named === 'string' ? await this.bankLinks.find(named) : undefined,
    };
    const command = { type: 'ReportTransaction', ...payload, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }
}
