import {
  businessDate,
  defined,
  fieldProblem,
  isCode,
  type LocalDate,
  Money,
  type Problem,
  type Timestamp,
  mustBe,
} from '#libs/platform/kernel';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  CashTransactionTypes,
  type DayRange,
  type NamedPeriod,
  type Period,
  readIsoRange,
  readPeriod,
  readTransactionRange,
} from '#libs/contexts/codes';
import type { CashTransaction } from './cash-state.js';

/** Query of `GET …/cashtransactions` as sent ([cash.list]). */
type FilterInput = NamedPeriod &
  Partial<
    Record<
      'transactionTypes' | 'transactionStatuses' | 'minAmount' | 'maxAmount',
      string | undefined
    >
  >;

/** Filters of the list; an absent one selects all. */
export interface TransactionFilter {
  readonly types?: readonly CashTransactionType[];
  readonly statuses?: readonly CashTransactionStatus[];
  readonly created: Period;
  readonly min?: Money;
  readonly max?: Money;
}

/** Accepts the formats of folio transactions, and ISO dates. */
function readDays(text: string, today: LocalDate): DayRange | Problem {
  const days = [readTransactionRange(text, today), readIsoRange(text)];
  const message =
    'It must be MM-dd-yyyy,MM-dd-yyyy, yyyy-MM-dd,yyyy-MM-dd or one of 3d 5d 10d 30d 1m 3m 6m 12m 1y 3y 5y Mtd Ytd, with the later date second.';
  return days.find((range) => 'first' in range) ?? fieldProblem('daterange', '9053', message);
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
    const message = mustBe(`one or more of ${Object.keys(table).join(', ')}`);
    problems.push(fieldProblem(field, errorCode, message));
    return undefined;
  };
  const amount = (field: 'minAmount' | 'maxAmount'): Money | undefined => {
    const sent = input[field];
    const money = sent === undefined ? undefined : Money.parse(sent);
    if (sent !== undefined && money === undefined) {
      problems.push(
        fieldProblem(field, 'invalid.amountrange', mustBe('dollars with at most two decimals')),
      );
    }
    return money;
  };

  const types = codes('transactionTypes', CashTransactionTypes, '9008');
  const statuses = codes('transactionStatuses', CashTransactionStatuses, '9052');
  const [min, max] = [amount('minAmount'), amount('maxAmount')];
  if (min && max && min.greaterThan(max)) {
    problems.push(fieldProblem('minAmount', 'invalid.amountrange', 'It is above maxAmount.'));
  }
  const period = readPeriod(input, (daterange) => readDays(daterange, businessDate(now)));
  if ('type' in period) problems.push(period);
  const created = 'type' in period ? {} : period;
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
