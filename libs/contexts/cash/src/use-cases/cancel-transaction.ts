import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountView } from '#libs/contexts/accounts';
import type { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import type { CancelTransaction } from '../domain/cash.commands.js';
import { cash } from '../domain/cash.js';
import type { CashTransaction } from '../domain/cash.state.js';
import { cashStreamId } from '../domain/cash-id.js';
import { seriesObstacle } from '../series-obstacle.js';

/** Cancels a pending cash transaction or its whole series ([cash.cancel]). */
export class CancelTransactionCommand extends UseCaseCommand<
  typeof cash,
  Pick<CancelTransaction, 'oid' | 'input'> & { readonly account: AccountView }
> {}

@CommandHandler(CancelTransactionCommand)
export class CancelTransactionHandler implements ICommandHandler<CancelTransactionCommand> {
  constructor(private readonly commands: CommandRunner) {}

  async execute({ payload, metadata, expectedRevision }: CancelTransactionCommand) {
    const { account, oid, input } = payload;
    const { accountNumber } = account;
    if (!isOid(oid)) throw new RefusedException(notFound());
    const obstacle = seriesObstacle(account);
    const about = { accountNumber, oid, input, expectedRevision };
    const command = { type: 'CancelTransaction', ...about, facts: { obstacle } } as const;
    return this.commands.executeOrThrow(cash, cashStreamId(accountNumber, oid), command, metadata);
  }
}

/** @throws RefusedException 404 if the account has no such transaction */
export async function requireTransaction(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
): Promise<CashTransaction> {
  if (isOid(oid)) {
    const { state } = await aggregates.load(cash, cashStreamId(accountNumber, oid));
    const transaction = state.transactions.get(oid);
    if (transaction !== undefined) return transaction;
  }
  throw new RefusedException(notFound());
}
