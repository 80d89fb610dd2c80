import {
  type Decider,
  type Decision,
  equalJson,
  jsonForm,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  RuleBook,
} from '#libs/platform/kernel';
import type {
  FolioTransaction,
  ReportedTransaction,
  TransactionEvent,
  TransactionIds,
} from './transaction.events.js';
import { knownCategory, mayNamePersons } from './transaction.codes.js';

/** The rules of folio transactions. */
export const transactionRules = new RuleBook({
  'folio.transaction.market.value.rule':
    'Market values differ from price and net, or come without an internal transfer',
});

/** Back office: a folio transaction, new or corrected ([back-office.transactions]). The same again changes nothing. */
export interface PutTransaction extends TransactionIds {
  readonly type: 'PutTransaction';
  /** The transaction as GET shows it. */
  readonly report: ReportedTransaction & {
    readonly accountId?: string;
    readonly transactionId?: string;
    /** That of the folio itself is shown: a transaction keeps none. */
    readonly folioName: string | null;
  };
  readonly facts: { readonly owners: readonly string[] };
}

/** marketPrice and marketNet: internal transfers only; equal price and net. */
function marketValueProblems(report: ReportedTransaction): Problem[] {
  const isTransfer = knownCategory(report.categoryName) === 'Transfers';
  const bases = { marketPrice: 'price', marketNet: 'net' } as const;
  return (['marketPrice', 'marketNet'] as const).flatMap((field) => {
    const [market, base] = [report[field], report[bases[field]]];
    if (market === null || (isTransfer && base && market.equals(base))) return [];
    const message = isTransfer
      ? `The value differs from ${bases[field]}.`
      : 'Only internal transfers (category Transfers) have market values.';
    return [transactionRules.broken('folio.transaction.market.value.rule', message, field)];
  });
}

function put(
  command: PutTransaction,
  before: FolioTransaction | undefined,
): Decision<TransactionEvent> {
  const { accountNumber, folioNumber, transactionId, report, facts } = command;
  const problems = [
    ...pathMismatches({ accountId: accountNumber, transactionId }, report),
    ...marketValueProblems(report),
  ];
  if (problems.length > 0) return refuse(...problems);
  const transaction = jsonForm(omit(report, 'accountId', 'transactionId', 'folioName'));
  if (before && equalJson(transaction, before)) return [];
  const { transactionDesc, notes, ...open } = transaction;
  const data = {
    accountNumber,
    folioNumber,
    transactionId,
    ...(isPersonal(transaction) && { owners: facts.owners }),
    transaction: open,
    ...(transactionDesc !== null && { transactionDesc }),
    ...(notes !== null && { notes }),
  };
  const type = before
    ? 'folioTransaction.TransactionCorrected'
    : 'folioTransaction.TransactionReported';
  return [{ type, data }];
}

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
 * The rule book of one folio transaction, stream `folioTransaction-{folioNumber}/{transactionId}`.
 * A stream each, because a folio has very many and no rule looks at two of them. A transaction
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
