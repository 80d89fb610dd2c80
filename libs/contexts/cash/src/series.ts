import {
  addDays,
  addMonths,
  addYears,
  FieldCode,
  fieldProblem,
  isLocalDate,
  type LocalDate,
  type Problem,
  requiredProblem,
  startOfMonth,
  startOfYear,
} from '#libs/platform/kernel';
import { cashRules, type CreateInput } from './cash-state.js';
import type { CashDetails, EndDateChoice } from './cash.events.js';

/** Fields that describe how a transaction repeats. */
type Repeating = Pick<
  CashDetails,
  'repeatType' | 'repeatInterval' | 'repeatOffset' | 'endDate' | 'endDateChoice'
>;

const ONLY_REPEATING = [
  'repeatInterval',
  'repeatOffset',
  'endDate',
  'endDateChoice',
  'maxNumOfTransfers',
] as const;

const OTHER = 'invalid.for.repeat.type';

/** Reads whether and how a new transaction repeats. */
export function repeatingIn(problems: Problem[], input: CreateInput): Repeating {
  const { repeatType, repeatInterval = '1', repeatOffset } = input;
  if (repeatType === 'O') {
    for (const field of ONLY_REPEATING) {
      if (input[field] === undefined) continue;
      problems.push(fieldProblem(field, OTHER, 'Only a repeating transaction has it.'));
    }
    return { repeatType };
  }
  const repeating = {
    repeatType,
    repeatInterval: digits(repeatInterval),
    ...(repeatOffset !== undefined && { repeatOffset: digits(repeatOffset) }),
  };
  return { ...repeating, ...endOf(problems, input, repeating) };
}

/** Normalizes a count: no leading zeros. */
export function digits(count: string): string {
  return String(Number(count));
}

function endOf(
  problems: Problem[],
  input: CreateInput,
  repeating: Repeating,
): Pick<Repeating, 'endDate' | 'endDateChoice'> {
  const endDateChoice = endChoice(input);
  const { endDate: sent, maxNumOfTransfers: transfers } = input;
  const problem = (field: string, code: string, message?: string): void => {
    problems.push(fieldProblem(field, code, message));
  };
  const counts = endDateChoice === 'transfersMaxNumOf';
  if (transfers !== undefined && !counts) {
    problem('maxNumOfTransfers', OTHER, 'Only with transfersMaxNumOf.');
  }
  if (endDateChoice === 'transfersInfinite') {
    if (sent !== undefined) problem('endDate', OTHER, 'Not with transfersInfinite.');
    return { endDateChoice };
  }
  const { processDate: start } = input;
  const last =
    counts && transfers !== undefined
      ? (occurrenceDate({ ...repeating, start }, Number(transfers)) ?? null)
      : sent;
  if (last === null) {
    problem(
      'maxNumOfTransfers',
      FieldCode.Value,
      'The last transfer would be after the year 9999.',
    );
    return { endDateChoice };
  }
  if (last === undefined) {
    const when = counts ? 'without maxNumOfTransfers' : `with endDateChoice ${endDateChoice}`;
    problems.push(requiredProblem('endDate', when));
    return { endDateChoice };
  }
  if (sent !== undefined && sent !== last) {
    problem('endDate', FieldCode.Value, `${transfers} transfers end on ${last}.`);
  }
  if (last < start) {
    const message = 'The series ends before it starts.';
    problems.push(cashRules.broken('cash.transaction.end.date.rule', message, 'endDate'));
  }
  return { endDateChoice, endDate: last };
}

/** The default follows from the other fields: the given number of transfers or end date, else no end. */
function endChoice({ endDateChoice, endDate, maxNumOfTransfers }: CreateInput): EndDateChoice {
  if (endDateChoice !== undefined) return endDateChoice;
  if (maxNumOfTransfers !== undefined) return 'transfersMaxNumOf';
  return endDate !== undefined ? 'transfersEndDate' : 'transfersInfinite';
}

/** What determines the days of a series. */
export type Schedule = Pick<
  CashDetails,
  'repeatType' | 'repeatInterval' | 'repeatOffset' | 'endDate'
> & {
  readonly start: LocalDate;
};

/** Highest `repeatOffset` of each repeat type: day of the week (from Sunday), month or year. */
export const MAX_OFFSET = { O: 0, W: 7, M: 31, Y: 366 } as const;

/** Day of the week, from 0 for Sunday. */
function weekday(date: LocalDate): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay();
}

/** The day on which a holiday is kept: the nearest weekday. */
function kept(holiday: LocalDate): LocalDate {
  return addDays(holiday, { 0: 1, 6: -1 }[weekday(holiday)] ?? 0);
}

/**
 * The federal due date of a year: 15 April, moved to the next day that is neither on a weekend nor the District of Columbia's Emancipation Day,
 * 16 April. Until then money may be contributed for the year before ([cash.iraContributionYear]).
 */
export function federalDueDate(year: number): LocalDate {
  const emancipationDay = kept(`${year}-04-16`);
  let day = `${year}-04-15`;
  while (weekday(day) % 6 === 0 || day === emancipationDay) day = addDays(day, 1);
  return day;
}

function sunday(date: LocalDate): LocalDate {
  return addDays(date, -weekday(date));
}

/** The day `periods` periods after the start, ignoring the end of the series. */
function dayAfter({ repeatType, repeatOffset, start }: Schedule, periods: number): LocalDate {
  const offset = repeatOffset === undefined ? undefined : Number(repeatOffset) - 1;
  switch (repeatType) {
    case 'O':
      return start;
    case 'W':
      return addDays(offset === undefined ? start : addDays(sunday(start), offset), 7 * periods);
    case 'M':
    case 'Y': {
      const [add, startOf] =
        repeatType === 'M' ? [addMonths, startOfMonth] : [addYears, startOfYear];
      if (offset === undefined) return add(start, periods);
      const first = add(startOf(start), periods);
      const last = addDays(add(first, 1), -1);
      const day = addDays(first, offset);
      return day < last ? day : last;
    }
  }
}

/**
 * Returns the day of the nth transaction, from 1. The first is on the start, the others on day `repeatOffset` of their period or
 * on the day of the start, at the latest on the last day of the month or year. Undefined after the end date or the year 9999.
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
