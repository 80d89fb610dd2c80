import {
  addDays,
  type DayRange,
  daysBetween,
  Decimal,
  decimalOf,
  FieldCode,
  fieldProblem,
  type LocalDate,
  type Problem,
  readIsoRange,
} from '#libs/platform/kernel';
import type { UnitValue } from './unit-values.events.js';

/** Longest range ([performance.daterange]). */
const MAX_YEARS = 20;

/** `returntype`: whether fees are ignored or subtracted. */
export type ReturnType = 'grossfee' | 'netfee';

/** What a unit was worth on a day, of one return type. */
export interface DailyValue {
  readonly date: LocalDate;
  readonly value: string;
}

/** Reads `daterange` ([performance.daterange]): two ISO dates, at most twenty years. */
export function readPerformanceRange(text: string): DayRange | Problem {
  const range = readIsoRange(text);
  if ('type' in range) return range;
  const { first, last } = range;
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4));
  return years > MAX_YEARS || (years === MAX_YEARS && last.slice(5) > first.slice(5))
    ? fieldProblem('daterange', FieldCode.Value, `at most ${MAX_YEARS} years`)
    : range;
}

/** Reads `returntype`: any value other than netfee is grossfee. */
export function readReturnType(text: string | undefined): ReturnType {
  return text === 'netfee' ? 'netfee' : 'grossfee';
}

/**
 * One value per day of a range ([performance.values]): the last known one is carried over days without, days before the first known
 * one are left out. The days after today have none.
 * @param known in order of date, with the last one before the range where there is one
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

/** First and last of the daily values and the return between them, in percent with four decimals; null where nothing is known. */
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
