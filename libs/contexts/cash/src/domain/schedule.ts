import {
  addDays,
  addMonths,
  addYears,
  isLocalDate,
  type LocalDate,
  startOfMonth,
  startOfYear,
} from '#libs/platform/kernel';
import type { CashDetails } from './cash.events.js';

/** What the days of a series follow from. */
export type Schedule = Pick<
  CashDetails,
  'repeatType' | 'repeatInterval' | 'repeatOffset' | 'endDate'
> & {
  /** Day of the first transaction. */
  readonly start: LocalDate;
};

/** Highest `repeatOffset` of each repeat type: day of the week from Sunday, of the month, of the year. */
export const MAX_OFFSET = { O: 0, W: 7, M: 31, Y: 366 } as const;

/** Last day of the period that begins on a day. */
function lastDayOf(start: LocalDate, repeatType: 'M' | 'Y'): LocalDate {
  return addDays(repeatType === 'M' ? addMonths(start, 1) : addYears(start, 1), -1);
}

function sunday(date: LocalDate): LocalDate {
  return addDays(date, -new Date(`${date}T00:00:00.000Z`).getUTCDay());
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}

/** The day `periods` periods after the start, without looking at the end of the series. */
function dayAfter({ repeatType, repeatOffset, start }: Schedule, periods: number): LocalDate {
  const offset = repeatOffset === undefined ? undefined : Number(repeatOffset) - 1;
  switch (repeatType) {
    case 'O':
      return start;
    case 'W':
      return addDays(offset === undefined ? start : addDays(sunday(start), offset), 7 * periods);
    case 'M': {
      if (offset === undefined) return addMonths(start, periods);
      const first = addMonths(startOfMonth(start), periods);
      return earlier(addDays(first, offset), lastDayOf(first, 'M'));
    }
    case 'Y': {
      if (offset === undefined) return addYears(start, periods);
      const first = addYears(startOfYear(start), periods);
      return earlier(addDays(first, offset), lastDayOf(first, 'Y'));
    }
  }
}

/**
 * Day of the nth transaction of a series, from 1: the first on the start, each further one in the period `repeatInterval`
 * later, on the day `repeatOffset` of it or else the day of the start. A day the month or year does not have is its last one.
 * Undefined after the end date, and after the year 9999.
 */
export function occurrenceDate(schedule: Schedule, number: number): LocalDate | undefined {
  const { repeatType, repeatInterval = '1', endDate, start } = schedule;
  if (number === 1) return start;
  if (repeatType === 'O') return undefined;
  const periods = (number - 1) * Number(repeatInterval);
  const years = repeatType === 'Y' ? periods : repeatType === 'M' ? periods / 12 : periods / 52;
  if (Number(start.slice(0, 4)) + years > 9_998) return undefined;
  const day = dayAfter(schedule, periods);
  return !isLocalDate(day) || (endDate !== undefined && day > endDate) ? undefined : day;
}
