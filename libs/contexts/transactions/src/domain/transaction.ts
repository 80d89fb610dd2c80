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

/** Back office: reports or corrects a folio transaction ([back-office.transactions]). Idempotent. */
export interface PutTransaction extends TransactionIds {
  readonly type: 'PutTransaction';
  /** The transaction as GET shows it. */
  readonly report: ReportedTransaction & {
    readonly accountId?: string;
    readonly transactionId?: string;
    /** Not stored: responses show the folio's current name. */
    readonly folioName: string | null;
  };
  readonly facts: {
    readonly owners: readonly string[];
    /** Why the account takes no transaction of this time: it had been closed. */
    readonly closed?: Problem | undefined;
  };
}

/** Only internal transfers have marketPrice and marketNet, which equal price and net. */
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
    ...(facts.closed && !before ? [facts.closed] : []),
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

/** The complete transaction in an event. */
export function transactionIn(data: TransactionEvent['data']): FolioTransaction {
  const { transaction, transactionDesc, notes } = data;
  return { transactionDesc: transactionDesc ?? null, notes: notes ?? null, ...transaction };
}

/** Id of a transaction's stream and document. */
export function folioTransactionId(folioNumber: string, transactionId: string): string {
  return `${folioNumber}/${transactionId}`;
}

/**
 * Rules of a folio transaction, stream `folioTransaction-{folioNumber}/{transactionId}`: one stream each, because a folio has very
 * many and no rule concerns two of them.
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
