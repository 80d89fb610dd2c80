import {
  addDays,
  addMonths,
  addYears,
  isLocalDate,
  type LocalDate,
  startOfMonth,
  startOfYear,
} from './local-date.js';
import { FieldCode, fieldProblem, type Problem } from './problem.js';

/** First and last day of a range, both in it. */
export interface DayRange {
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** Range of a list of transactions when none is asked for ([folio-transaction.daterange]). */
export const DEFAULT_TRANSACTION_RANGE = '3d';

/** Codes of `daterange` ([folio-transaction.daterange]), in lower case: the first day, from today. */
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
  mtd: startOfMonth,
  ytd: startOfYear,
};

const CODES = '3d, 5d, 10d, 30d, 1m, 3m, 6m, 12m, 1y, 3y, 5y, Mtd, Ytd';

/** `MM-dd-yyyy`. */
function americanDate(text: string): LocalDate | undefined {
  const [, month = '', day = '', year = ''] = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  return isLocalDate(date) ? date : undefined;
}

function isoDate(text: string): LocalDate | undefined {
  return isLocalDate(text) ? text : undefined;
}

function twoDates(
  text: string,
  field: string,
  dateOf: (text: string) => LocalDate | undefined,
  form: string,
): DayRange | Problem {
  const [from = '', to = '', ...more] = text.split(',').map((part) => part.trim());
  const [first, last] = [dateOf(from), dateOf(to)];
  if (first === undefined || last === undefined || more.length > 0) {
    return fieldProblem(field, FieldCode.Date, form);
  }
  return first > last
    ? fieldProblem(field, FieldCode.Value, 'the first date is the later one')
    : { first, last };
}

/**
 * Reads `daterange` as lists of transactions have it: a code, in any letter case, that counts back from today, or two dates
 * `MM-dd-yyyy` joined by a comma ([folio-transaction.daterange]).
 * @param today in New York
 */
export function readTransactionRange(text: string, today: LocalDate): DayRange | Problem {
  const code = text.toLowerCase();
  const first = Object.hasOwn(FIRST_DAYS, code) ? FIRST_DAYS[code]?.(today) : undefined;
  if (first !== undefined) return { first, last: today };
  const form = `MM-dd-yyyy,MM-dd-yyyy or one of ${CODES}`;
  return text.includes(',')
    ? twoDates(text, 'daterange', americanDate, form)
    : fieldProblem('daterange', FieldCode.Choice, form);
}

/** Reads `daterange` as two ISO dates joined by a comma ([performance.daterange]). */
export function readIsoRange(text: string): DayRange | Problem {
  return twoDates(text, 'daterange', isoDate, 'yyyy-MM-dd,yyyy-MM-dd');
}
