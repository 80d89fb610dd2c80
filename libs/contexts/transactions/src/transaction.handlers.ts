import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { closedProblem, ownersOf } from '#libs/contexts/accounts';
import { requireFolio } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { folioTransaction, folioTransactionId, type PutTransaction } from './transaction.js';

/** Back office: reports or corrects a folio transaction ([back-office.transactions]). */
export class PutTransactionCommand extends UseCaseCommand<
  typeof folioTransaction,
  Payload<PutTransaction>
> {}

@CommandHandler(PutTransactionCommand)
export class PutTransactionHandler implements ICommandHandler<PutTransactionCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: PutTransactionCommand) {
    const { accountNumber, folioNumber, transactionId } = payload;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const id = folioTransactionId(folioNumber, transactionId);
    // what happened while the account was open may be reported later
    const isLater = payload.report.date > (account.closedAt ?? '');
    const facts = {
      owners: ownersOf(account),
      closed: isLater ? closedProblem(account) : undefined,
    };
    const command = { type: 'PutTransaction', ...payload, facts } as const;
    return this.commands.executeOrThrow(folioTransaction, id, command, metadata, {
      expectedRevision,
    });
  }
}
