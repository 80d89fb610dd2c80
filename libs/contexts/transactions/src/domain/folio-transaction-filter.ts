import {
  defined,
  businessDate,
  DEFAULT_TRANSACTION_RANGE,
  endOfBusinessDay,
  FieldCode,
  fieldProblem,
  parseTicker,
  type Problem,
  readTransactionRange,
  startOfBusinessDay,
  type Ticker,
  type Timestamp,
} from '#libs/platform/kernel';
import { knownCategory } from './transaction.codes.js';
import type { FolioTransaction } from './transaction.events.js';

type FolioTransactionFilterInput = Partial<
  Record<'daterange' | 'category' | 'subCategoryName' | 'ticker' | 'cashsweep', string | undefined>
>;

/** Filter of a folio's transactions; absent parts select all. */
interface FolioTransactionFilter {
  /** Start of a day in New York; `before` is the exclusive end of one. */
  readonly from: Timestamp;
  readonly before: Timestamp;
  /** In lower case. */
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
  const { daterange = DEFAULT_TRANSACTION_RANGE, category, subCategoryName, cashsweep } = input;
  const today = businessDate(now);
  const range = readTransactionRange(daterange, today);
  if ('type' in range) problems.push(range);
  const { first, last } = 'type' in range ? { first: today, last: today } : range;
  const tickers = readTickers(input.ticker, problems);
  if (cashsweep !== undefined && cashsweep !== 'Y' && cashsweep !== 'N') {
    problems.push(fieldProblem('cashsweep', FieldCode.Choice, 'Y or N'));
  }
  const filter: FolioTransactionFilter = {
    from: startOfBusinessDay(first),
    before: endOfBusinessDay(last),
    ...defined({ category: category?.toLowerCase(), subCategoryName, tickers }),
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
    problems.push(fieldProblem('ticker', FieldCode.Value, 'tickers joined by commas'));
  }
  return new Set(tickers.filter((ticker) => ticker !== undefined));
}

/** Whether a transaction matches the filter, apart from its date. */
export function matchesFolioTransaction(
  { category, subCategoryName, tickers, hidesCashSweep }: FolioTransactionFilter,
  transaction: Pick<FolioTransaction, 'categoryName' | 'subCategoryName' | 'ticker'>,
): boolean {
  const { categoryName, ticker } = transaction;
  return (
    (category === undefined || category === categoryName.toLowerCase()) &&
    (subCategoryName === undefined ||
      subCategoryName.toLowerCase() === transaction.subCategoryName?.toLowerCase()) &&
    (tickers === undefined || (ticker !== null && tickers.has(ticker))) &&
    !(hidesCashSweep && knownCategory(categoryName) === 'CashSweep')
  );
}
