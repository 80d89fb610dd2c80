import {
  businessDate,
  canonicalCode,
  codesOf,
  type Decider,
  defined,
  equalJson,
  FieldCode,
  fieldProblem,
  jsonForm,
  omit,
  parseTicker,
  pathMismatches,
  type Problem,
  refuse,
  RuleBook,
  type Ticker,
  type Timestamp,
  mustBe,
} from '#libs/platform/kernel';
import {
  DEFAULT_TRANSACTION_RANGE,
  type NamedPeriod,
  type Period,
  readPeriod,
  readTransactionRange,
} from '#libs/contexts/codes';
import type {
  FolioTransaction,
  ReportedTransaction,
  TransactionEvent,
  TransactionIds,
} from './transaction.events.js';

/** Known categories of folio transactions. The list is open: any text is allowed, and comparisons ignore case. */
export const TransactionCategories = {
  Deposits: true,
  Withdrawals: true,
  Trades: true,
  Dividends: true,
  Interest: true,
  Fees: true,
  Transfers: true,
  CashSweep: true,
  Adjustments: true,
} as const;
type TransactionCategory = keyof typeof TransactionCategories;

/** Maximum length of a category name, in characters. */
export const MAX_CATEGORY = 40;

/** The known category of this name, ignoring letter case, or undefined. */
function knownCategory(name: string): TransactionCategory | undefined {
  return canonicalCode(codesOf(TransactionCategories), name);
}

/** Maximum length of each free text, in characters (`subCategoryName`: [folio-transaction.categories]; the others are our own). */
export const TEXTS = {
  subCategoryName: 40,
  transactionCode: 40,
  transactionType: 40,
  transactionDesc: 200,
  symbolName: 200,
  notes: 1000,
} as const;

/**
 * Categories whose `transactionDesc` is system-generated text about a security or idle cash. In others it may name a person: who
 * paid, who was paid, why something was corrected.
 */
const IMPERSONAL_CATEGORIES: ReadonlySet<TransactionCategory | undefined> = new Set([
  'Trades',
  'Dividends',
  'Interest',
  'CashSweep',
] as const);

/** Maximum decimals of amounts, prices and numbers of shares (own). */
export const Decimals = { amount: 4, price: 10, shares: 10 } as const;

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

function isPersonal({ categoryName, transactionDesc, notes }: FolioTransaction): boolean {
  const mayNamePersons = !IMPERSONAL_CATEGORIES.has(knownCategory(categoryName));
  return notes !== null || (transactionDesc !== null && mayNamePersons);
}

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

  decide(command, before) {
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
  },

  evolve: (_before, { data }) => transactionIn(data),
};

type FolioTransactionFilterInput = NamedPeriod &
  Partial<Record<'category' | 'subCategoryName' | 'ticker' | 'cashsweep', string | undefined>>;

/** Filter of a folio's transactions; absent parts select all. */
interface FolioTransactionFilter {
  readonly period: Period;
  readonly category?: string;
  readonly subCategoryName?: string;
  readonly tickers?: ReadonlySet<Ticker>;
  readonly hidesCashSweep: boolean;
}

/** Parses the filters and collects every problem. @param now the codes of `daterange` count back from its day in New York */
export function readFolioTransactionFilter(
  input: FolioTransactionFilterInput,
  now: Timestamp,
): { readonly filter: FolioTransactionFilter; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const { category, subCategoryName, cashsweep, ...named } = input;
  const isNamed = (named.daterange ?? named.from ?? named.to) !== undefined;
  const period = readPeriod(isNamed ? named : { daterange: DEFAULT_TRANSACTION_RANGE }, (text) =>
    readTransactionRange(text, businessDate(now)),
  );
  if ('type' in period) problems.push(period);
  const tickers = readTickers(input.ticker, problems);
  if (cashsweep !== undefined && cashsweep !== 'Y' && cashsweep !== 'N') {
    problems.push(fieldProblem('cashsweep', FieldCode.Choice, mustBe('Y or N')));
  }
  const filter: FolioTransactionFilter = {
    period: 'type' in period ? {} : period,
    ...defined({ category, subCategoryName, tickers }),
    hidesCashSweep: cashsweep === 'N',
  };
  return { filter, problems };
}

function readTickers(
  sent: string | undefined,
  problems: Problem[],
): ReadonlySet<Ticker> | undefined {
  if (sent === undefined) return undefined;
  const tickers = sent.split(',').map(parseTicker);
  if (tickers.includes(undefined)) {
    problems.push(fieldProblem('ticker', FieldCode.Value, mustBe('tickers joined by commas')));
  }
  return new Set(tickers.filter((ticker) => ticker !== undefined));
}

/** Whether a name is the one of a filter, in any letter case and composition; without a filter any is. */
function isNamed(wanted: string | undefined, name: string | null): boolean {
  const form = (text: string): string => text.normalize('NFC').toLowerCase();
  return wanted === undefined || (name !== null && form(name) === form(wanted));
}

/** Whether a transaction matches the filter, apart from its date. */
export function matchesFolioTransaction(
  { category, subCategoryName, tickers, hidesCashSweep }: FolioTransactionFilter,
  transaction: Pick<FolioTransaction, 'categoryName' | 'subCategoryName' | 'ticker'>,
): boolean {
  const { categoryName, ticker } = transaction;
  return (
    isNamed(category, categoryName) &&
    isNamed(subCategoryName, transaction.subCategoryName) &&
    (tickers === undefined || (ticker !== null && tickers.has(ticker))) &&
    !(hidesCashSweep && knownCategory(categoryName) === 'CashSweep')
  );
}
