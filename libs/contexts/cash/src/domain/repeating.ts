import { FieldCode, fieldProblem, type Problem } from '#libs/platform/kernel';
import type { CreateInput } from './cash.commands.js';
import type { CashDetails, EndDateChoice } from './cash.events.js';
import { cashRules } from './cash-rules.js';
import { occurrenceDate } from './schedule.js';

/** Fields that describe how a transaction repeats. */
export type Repeating = Pick<
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
      problems.push(fieldProblem(field, OTHER, 'Only for a repeating transaction.'));
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
    problem('endDate', FieldCode.Required);
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
