import {
  type Decider,
  type Decision,
  type DecisionContext,
  equalJson,
  InputReader,
  refuse,
} from '#libs/platform/kernel';
import type { PutTransaction } from './transaction.commands.js';
import type { FolioTransaction, TransactionEvent } from './transaction.events.js';
import { mayNamePersons } from './transaction.codes.js';
import { readTransaction } from './transaction-input.js';

function put(
  command: PutTransaction,
  before: FolioTransaction | undefined,
  { now }: DecisionContext,
): Decision<TransactionEvent> {
  const { accountNumber, folioNumber, transactionId, owners, input } = command;
  const reader = new InputReader(command.problems);
  reader.matches('accountId', input.accountId, accountNumber);
  reader.matches('transactionId', input.transactionId, transactionId);
  const transaction = readTransaction(reader, input, now);
  if (!transaction || reader.problems.length > 0) return refuse(...reader.problems);
  if (before && equalJson(transaction, before)) return [];
  const { transactionDesc, notes, ...open } = transaction;
  const data = {
    accountNumber,
    folioNumber,
    transactionId,
    ...(isPersonal(transaction) && { owners }),
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
  const type = before
    ? 'folioTransaction.TransactionCorrected'
    : 'folioTransaction.TransactionReported';
  return [{ type, data }];
}

/** Whether a text of the transaction may be about a person. */
function isPersonal({ categoryName, transactionDesc, notes }: FolioTransaction): boolean {
  return notes !== null || (transactionDesc !== null && mayNamePersons(categoryName));
}

/** The whole transaction of an event. */
export function transactionIn(data: TransactionEvent['data']): FolioTransaction {
  const { transaction, transactionDesc, notes } = data;
  return { transactionDesc: transactionDesc ?? null, notes: notes ?? null, ...transaction };
}

/** Id of the stream and of the document of a transaction. */
export function folioTransactionId(folioNumber: string, transactionId: string): string {
  return `${folioNumber}/${transactionId}`;
}

/**
 * The rule book of one folio transaction, stream `folioTransaction-{folioNumber}/{transactionId}` (specification, "Folio
 * transaction"; decisions §9). A stream each, because a folio has very many and no rule looks at two of them. A transaction
 * that does not exist is undefined.
 */
export const folioTransaction: Decider<
  FolioTransaction | undefined,
  PutTransaction,
  TransactionEvent
> = {
  category: 'folioTransaction',
  initial: undefined,
  shortLived: true,
  decide: put,
  evolve: (_before, { data }) => transactionIn(data),
};
