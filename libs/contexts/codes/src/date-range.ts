import {
  addDays,
  addMonths,
  addYears,
  canonicalCode,
  codesOf,
  endOfBusinessDay,
  FieldCode,
  fieldProblem,
  isLocalDate,
  type LocalDate,
  mustBe,
  type Problem,
  startOfBusinessDay,
  startOfMonth,
  startOfYear,
  type Timestamp,
} from '#libs/platform/kernel';

/** First and last day of a range, both inclusive. */
export interface DayRange {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** A period of moments: `from` inclusive, `to` exclusive; without a bound it is open ([lists.periods]). */
export interface Period {
  readonly from?: Timestamp | undefined;
  readonly to?: Timestamp | undefined;
}

/** How a query names a period: by `from` and `to`, or by `daterange` ([lists.daterange]). */
export interface NamedPeriod extends Period {
  readonly daterange?: string | undefined;
}

/** The problem of a period named in both ways ([lists.daterange]). */
export function namedTwice({ daterange, from, to }: NamedPeriod): Problem | undefined {
  if (daterange === undefined || (from ?? to) === undefined) return undefined;
  return fieldProblem('daterange', FieldCode.Value, 'The period is already named by from or to.');
}

/** The moments of the period that a query names. @param read parses `daterange` */
export function readPeriod(
  query: NamedPeriod,
  read: (daterange: string) => DayRange | Problem,
): Period | Problem {
  const { daterange, from, to } = query;
  if (daterange === undefined) return { from, to };
  const days = namedTwice(query) ?? read(daterange);
  return 'type' in days
    ? days
    : { from: startOfBusinessDay(days.first), to: endOfBusinessDay(days.last) };
}

/** Default range of transaction lists ([folio-transaction.daterange]). */
export const DEFAULT_TRANSACTION_RANGE = '3d';

/** Codes of `daterange` and the first day each means, counted back from today ([folio-transaction.daterange]). */
const FIRST_DAYS: Readonly<Record<string, (today: LocalDate) => LocalDate>> = {
  '3d': (today) => addDays(today, -3),
  '5d': (today) => addDays(today, -5),
  '10d': (today) => addDays(today, -10),
  '30d': (today) => addDays(today, -30),
  '1m': (today) => addMonths(today, -1),
  '3m': (today) => addMonths(today, -3),
  '6m': (today) => addMonths(today, -6),
  '12m': (today) => addYears(today, -1),
  '1y': (today) => addYears(today, -1),
  '3y': (today) => addYears(today, -3),
  '5y': (today) => addYears(today, -5),
  Mtd: startOfMonth,
  Ytd: startOfYear,
};
const CODES = codesOf(FIRST_DAYS);

/** Converts `MM-dd-yyyy` to ISO; any other text becomes an invalid date. */
function fromAmerican(text: string): string {
  const [, day = '', year = ''] = /^(\d{2}-\d{2})-(\d{4})$/.exec(text) ?? [];
  return `${year}-${day}`;
}

function twoDates(dates: readonly string[], form: string): DayRange | Problem {
  const [first = '', last = ''] = dates;
  if (dates.length !== 2 || !dates.every(isLocalDate)) {
    return fieldProblem('daterange', FieldCode.Date, mustBe(form));
  }
  return first > last
    ? fieldProblem('daterange', FieldCode.Value, 'The first date is the later one.')
    : { first, last };
}

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim());

/**
 * Parses the `daterange` of transaction lists: a code, in any case, or two dates `MM-dd-yyyy,MM-dd-yyyy` ([folio-transaction.daterange]).
 * @param today the date in New York
 */
export function readTransactionRange(text: string, today: LocalDate): DayRange | Problem {
  const first = FIRST_DAYS[canonicalCode(CODES, text) ?? '']?.(today);
  if (first !== undefined) return { first, last: today };
  const form = `MM-dd-yyyy,MM-dd-yyyy or one of ${CODES.join(', ')}`;
  return text.includes(',')
    ? twoDates(partsOf(text).map(fromAmerican), form)
    : fieldProblem('daterange', FieldCode.Choice, mustBe(form));
}

/** Parses a `daterange` of two ISO dates separated by a comma ([performance.daterange]). */
export function readIsoRange(text: string): DayRange | Problem {
  return twoDates(partsOf(text), 'yyyy-MM-dd,yyyy-MM-dd');
}
