import {
  addDays,
  addMilliseconds,
  businessDate,
  daysBetween,
  Decimal,
  decimalOf,
  FieldCode,
  fieldProblem,
  type LocalDate,
  type Problem,
  type Timestamp,
  mustBe,
} from '#libs/platform/kernel';
import { type DayRange, type NamedPeriod, namedTwice, readIsoRange } from '#libs/contexts/codes';
import type { UnitValue } from './unit-values.events.js';

/** Maximum range ([performance.daterange]). */
const MAX_YEARS = 20;

/** `returntype`: before or after fees. */
export type ReturnType = 'grossfee' | 'netfee';

/** The unit value on a day, for one return type. */
export interface DailyValue {
  readonly date: LocalDate;
  readonly value: string;
}

/**
 * The days that a query names, at most twenty years: by `daterange`, two ISO dates, or by `from` and `to`, without which they end
 * today ([performance.daterange]). Undefined if neither `daterange` nor `from` is sent.
 */
export function readPerformanceRange(query: NamedPeriod, now: Timestamp) {
  const { daterange, from, to } = query;
  if (daterange !== undefined)
    return namedTwice(query) ?? upToMaximum('daterange', readIsoRange(daterange));
  if (from === undefined) return undefined;
  const last = businessDate(to === undefined ? now : addMilliseconds(to, -1));
  return upToMaximum('from', { first: businessDate(from), last });
}

function upToMaximum(field: string, range: DayRange | Problem): DayRange | Problem {
  if ('type' in range) return range;
  const { first, last } = range;
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4));
  return years > MAX_YEARS || (years === MAX_YEARS && last.slice(5) > first.slice(5))
    ? fieldProblem(field, FieldCode.Value, mustBe(`at most ${MAX_YEARS} years long`))
    : range;
}

/**
 * One value per day of a range ([performance.values]). Days without one repeat the last known value; days before the first known
 * value and after today are omitted.
 * @param known ordered by date, including the last value before the range, if any
 */
export function dailyValues(
  known: readonly UnitValue[],
  { first, last }: DayRange,
  returnType: ReturnType,
  today: LocalDate,
): DailyValue[] {
  const days = daysBetween(first, last < today ? last : today) + 1;
  const values: DailyValue[] = [];
  let next = 0;
  for (let day = 0; day < days; day++) {
    const date = addDays(first, day);
    for (let later = known[next]; later && later.date <= date; later = known[next]) next += 1;
    const current = known[next - 1];
    if (!current) continue;
    values.push({ date, value: returnType === 'netfee' ? current.net : current.gross });
  }
  return values;
}

/** First and last daily value and the return between them, in percent with four decimals; null without values. */
export function summaryOf(values: readonly DailyValue[]) {
  const [first, last] = [values[0], values.at(-1)];
  return {
    firstDate: first?.date ?? null,
    firstValue: first?.value ?? null,
    lastDate: last?.date ?? null,
    lastValue: last?.value ?? null,
    returnPercent: first && last ? percentBetween(first.value, last.value) : null,
  };
}

function percentBetween(from: string, to: string): string {
  const percent = decimalOf(to).dividedBy(decimalOf(from)).minus(1).times(100);
  const rounded = percent.toDecimalPlaces(4);
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed();
}
