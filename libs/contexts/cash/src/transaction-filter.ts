import {
  businessDate,
  type DayRange,
  defined,
  endOfBusinessDay,
  fieldProblem,
  isCode,
  type LocalDate,
  Money,
  type Problem,
  readIsoRange,
  readTransactionRange,
  startOfBusinessDay,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  CashTransactionTypes,
} from '#libs/contexts/codes';
import type { CashTransaction } from './cash-state.js';

/** Query of `GET …/cashtransactions` as sent ([cash.list]). */
interface FilterInput {
  readonly transactionTypes?: string | undefined;
  readonly transactionStatuses?: string | undefined;
  readonly daterange?: string | undefined;
  readonly minAmount?: string | undefined;
  readonly maxAmount?: string | undefined;
}

/** Filters of the list; an absent one selects all. */
export interface TransactionFilter {
  readonly types?: readonly CashTransactionType[];
  readonly statuses?: readonly CashTransactionStatus[];
  /** Creation time: from the start of a day in New York to before the end of one. */
  readonly created?: { readonly from: Timestamp; readonly before: Timestamp };
  readonly min?: Money;
  readonly max?: Money;
}

/** Accepts the formats of folio transactions, and ISO dates. Undefined if invalid or reversed. */
function readDays(text: string, today: LocalDate): DayRange | undefined {
  return [readTransactionRange(text, today), readIsoRange(text)].find((range) => 'first' in range);
}

/**
 * Reads the filters of the list and collects every problem.
 * @param now ISO-8601 UTC; codes count back from this day in New York
 */
export function readFilter(
  input: FilterInput,
  now: Timestamp,
): { readonly filter: TransactionFilter; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const codes = <T extends object>(
    field: keyof FilterInput,
    table: T,
    errorCode: string,
  ): readonly (keyof T & string)[] | undefined => {
    const items = input[field]?.split(',').map((item) => item.trim());
    const known = items?.filter((item) => isCode(table, item));
    if (items?.length === known?.length) return known;
    const message = `one or more of ${Object.keys(table).join(', ')}`;
    problems.push(fieldProblem(field, errorCode, message));
    return undefined;
  };
  const amount = (field: 'minAmount' | 'maxAmount'): Money | undefined => {
    const sent = input[field];
    const money = sent === undefined ? undefined : Money.parse(sent);
    if (sent !== undefined && money === undefined) {
      problems.push(fieldProblem(field, 'invalid.amountrange', 'dollars, at most two decimals'));
    }
    return money;
  };

  const types = codes('transactionTypes', CashTransactionTypes, '9008');
  const statuses = codes('transactionStatuses', CashTransactionStatuses, '9052');
  const [min, max] = [amount('minAmount'), amount('maxAmount')];
  if (min && max && min.greaterThan(max)) {
    problems.push(fieldProblem('minAmount', 'invalid.amountrange', 'above maxAmount'));
  }
  const { daterange } = input;
  const days = daterange === undefined ? undefined : readDays(daterange, businessDate(now));
  if (daterange !== undefined && days === undefined) {
    const message =
      'MM-dd-yyyy,MM-dd-yyyy, yyyy-MM-dd,yyyy-MM-dd or one of 3d 5d 10d 30d 1m 3m 6m 12m 1y 3y 5y Mtd Ytd; the later date second';
    problems.push(fieldProblem('daterange', '9053', message));
  }
  const created = days && {
    from: startOfBusinessDay(days.first),
    before: endOfBusinessDay(days.last),
  };
  return { filter: defined({ types, statuses, created, min, max }), problems };
}

/** Whether a transaction passes the filters, except that for the creation time. */
export function matches(
  { types, statuses, min, max }: TransactionFilter,
  transaction: Pick<CashTransaction, 'transactionType' | 'status' | 'amount'>,
): boolean {
  const amount = Money.of(transaction.amount);
  return (
    (types?.includes(transaction.transactionType) ?? true) &&
    (statuses?.includes(transaction.status) ?? true) &&
    !(min && amount.lessThan(min)) &&
    !(max && amount.greaterThan(max))
  );
}
