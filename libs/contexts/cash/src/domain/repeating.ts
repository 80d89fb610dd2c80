import { FieldCode, type LocalDate } from '#libs/platform/kernel';
import type { CreateInput } from './cash.commands.js';
import type { CashDetails } from './cash.events.js';
import type { CashReader } from './cash-reader.js';
import { CashRule } from './cash.rules.js';
import { type EndDateChoice, EndDateChoices, type RepeatType, RepeatTypes } from './codes.js';
import { MAX_OFFSET, occurrenceDate } from './schedule.js';

/** Highest `repeatInterval`, and most transfers of `transfersMaxNumOf` (own). */
const MAX_INTERVAL = 99;
const MAX_TRANSFERS = 999;

/** The fields of the details that say how a transaction repeats. */
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

/** Reads whether and how a new transaction repeats; undefined when that can't be told. */
export function readRepeating(
  reader: CashReader,
  input: CreateInput,
  processDate: LocalDate | undefined,
): Repeating | undefined {
  const repeatType =
    typeof input.repeatType === 'string'
      ? reader.code(RepeatTypes, 'repeatType', input.repeatType)
      : 'O';
  if (repeatType === null) return undefined;
  if (repeatType === 'O') {
    for (const field of ONLY_REPEATING) {
      if (typeof input[field] === 'string') {
        reader.problem(field, CashRule.OtherRepeatType, 'Only a repeating transaction has it.');
      }
    }
    return { repeatType };
  }
  const repeatInterval = reader.count('repeatInterval', input.repeatInterval, 1, MAX_INTERVAL);
  const max = MAX_OFFSET[repeatType];
  const repeatOffset = reader.count('repeatOffset', input.repeatOffset, 1, max);
  const repeating = {
    repeatType,
    repeatInterval: repeatInterval ?? '1',
    ...(repeatOffset !== undefined && { repeatOffset }),
  };
  return { ...repeating, ...readEnd(reader, input, repeating, processDate) };
}

function readEnd(
  reader: CashReader,
  input: CreateInput,
  repeating: Repeating & { readonly repeatType: RepeatType },
  start: LocalDate | undefined,
): Pick<Repeating, 'endDate' | 'endDateChoice'> {
  const choice = endChoice(reader, input);
  const sent = reader.date('endDate', input.endDate) ?? undefined;
  const transfers = reader.count('maxNumOfTransfers', input.maxNumOfTransfers, 1, MAX_TRANSFERS);
  if (transfers !== undefined && choice !== 'transfersMaxNumOf') {
    reader.problem('maxNumOfTransfers', CashRule.OtherRepeatType, 'Only with transfersMaxNumOf.');
  }
  if (choice === 'transfersInfinite' && typeof input.endDate === 'string') {
    reader.problem('endDate', CashRule.OtherRepeatType, 'Not with transfersInfinite.');
    return { endDateChoice: choice };
  }
  const last =
    choice === 'transfersMaxNumOf' && transfers !== undefined
      ? dateOfLast(reader, transfers, repeating, start)
      : undefined;
  if (last !== undefined && sent !== undefined && sent !== last) {
    reader.problem('endDate', FieldCode.Value, `${transfers} transfers end on ${last}.`);
  }
  const endDate = last ?? sent;
  const ends = choice === 'transfersEndDate' || choice === 'transfersMaxNumOf';
  checkEndDate(reader, input, { ends, endDate, start });
  return {
    ...(choice !== undefined && { endDateChoice: choice }),
    ...(endDate !== undefined && { endDate }),
  };
}

/** The day of the last of so many transfers; undefined when that can't be told. */
function dateOfLast(
  reader: CashReader,
  transfers: string,
  repeating: Repeating & { readonly repeatType: RepeatType },
  start: LocalDate | undefined,
): LocalDate | undefined {
  if (start === undefined || reader.isWrong('repeatInterval', 'repeatOffset')) return undefined;
  const last = occurrenceDate({ ...repeating, start }, Number(transfers));
  if (last === undefined) {
    reader.problem('maxNumOfTransfers', FieldCode.Value, 'The last would be after the year 9999.');
  }
  return last;
}

/** A series that ends says when, or after how many transfers; none ends before it starts. */
function checkEndDate(
  reader: CashReader,
  input: CreateInput,
  {
    ends,
    endDate,
    start,
  }: {
    readonly ends: boolean;
    readonly endDate: LocalDate | undefined;
    readonly start: LocalDate | undefined;
  },
): void {
  const counted =
    typeof input.maxNumOfTransfers === 'string' || reader.isWrong('maxNumOfTransfers');
  if (ends && endDate === undefined && !counted) reader.present('endDate', input.endDate);
  if (endDate !== undefined && start !== undefined && endDate < start) {
    reader.rule(CashRule.EndDate, 'The series ends before it starts.', 'endDate');
  }
}

/** What is not said follows from the end date: with one the series ends there, without it never. */
function endChoice(reader: CashReader, input: CreateInput): EndDateChoice | undefined {
  const { endDateChoice, endDate, maxNumOfTransfers } = input;
  if (typeof endDateChoice === 'string') {
    return reader.code(EndDateChoices, 'endDateChoice', endDateChoice) ?? undefined;
  }
  if (typeof maxNumOfTransfers === 'string') return 'transfersMaxNumOf';
  return typeof endDate === 'string' ? 'transfersEndDate' : 'transfersInfinite';
}
