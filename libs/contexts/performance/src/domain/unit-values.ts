import {
  businessDate,
  type Decider,
  type Decision,
  type DecisionContext,
  FieldCode,
  InputReader,
  type LocalDate,
  type Problem,
  refuse,
  type SentValue,
} from '#libs/platform/kernel';
import type { UnitValue, UnitValuesRecorded } from './unit-values.events.js';

/** Most values in one body (own): twenty years of days are 7,305. */
export const MAX_VALUES = 10_000;

/** Most decimals of a unit value (own). */
export const UNIT_VALUE_DECIMALS = 10;

/** Back office: unit values of a folio, merged by date ([back-office.unitvalues]). The same again changes nothing. */
export interface RecordUnitValues {
  readonly type: 'RecordUnitValues';
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly input: {
    /** Must equal the folio number. */
    readonly identifierValue?: SentValue<string>;
    readonly values?: SentValue<
      readonly { readonly [Key in keyof UnitValue]?: SentValue<string> }[]
    >;
  };
  /** What is already known to be wrong with the body; such a field is left out of the input. */
  readonly problems?: readonly Problem[] | undefined;
}

type Year = Readonly<Record<LocalDate, UnitValue>>;

/** The unit values of a folio by date, in years: what an event changes is copied, and a year is little. */
export type UnitValues = Readonly<Record<string, Year>>;

/** Year of a date, `yyyy`. */
export function unitValueYear(date: LocalDate): string {
  return date.slice(0, 4);
}

function decide(
  { accountNumber, folioNumber, input, problems }: RecordUnitValues,
  before: UnitValues,
  { now }: DecisionContext,
): Decision<UnitValuesRecorded> {
  const reader = new InputReader(problems);
  reader.matches('identifierValue', input.identifierValue, folioNumber);
  const sent = readValues(reader, input.values, businessDate(now));
  if (reader.problems.length > 0) return refuse(...reader.problems);
  const values = sent
    .filter(({ date, gross, net }) => {
      const known = before[unitValueYear(date)]?.[date];
      return known?.gross !== gross || known.net !== net;
    })
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  if (values.length === 0) return [];
  return [{ type: 'performance.UnitValuesRecorded', data: { accountNumber, folioNumber, values } }];
}

/** @param today in New York: of the days to come nobody knows a value */
function readValues(
  reader: InputReader,
  sent: RecordUnitValues['input']['values'],
  today: LocalDate,
): UnitValue[] {
  if (!reader.present('values', sent)) return [];
  const days = new Set<LocalDate>();
  return sent.flatMap((item, index) => {
    const at = reader.at(`values[${index}]`);
    // each of them, so that all that are missing are named
    const there = [
      at.present('date', item.date),
      at.present('gross', item.gross),
      at.present('net', item.net),
    ];
    const date = at.date('date', item.date, today);
    const gross = readValue(at, 'gross', item.gross);
    const net = readValue(at, 'net', item.net);
    if (date !== null && days.has(date)) at.problem('date', FieldCode.Value, 'the day twice');
    if (date !== null) days.add(date);
    if (there.includes(false) || date === null || gross === null || net === null) return [];
    return [{ date, gross, net }];
  });
}

function readValue(at: InputReader, field: string, sent: SentValue<string>): string | null {
  const value = at.quantity(field, sent, { decimals: UNIT_VALUE_DECIMALS });
  if (value?.isZero() === true) at.problem(field, FieldCode.Value, 'above 0');
  return value?.toString() ?? null;
}

function evolve(before: UnitValues, { data }: UnitValuesRecorded): UnitValues {
  const changed: Record<string, Record<LocalDate, UnitValue>> = {};
  for (const value of data.values) {
    const year = unitValueYear(value.date);
    (changed[year] ??= { ...before[year] })[value.date] = value;
  }
  return { ...before, ...changed };
}

/**
 * The unit values of one folio, stream `unitValues-{folioNumber}` ([performance.fields], [back-office.unitvalues]).
 */
export const unitValues: Decider<UnitValues, RecordUnitValues, UnitValuesRecorded> = {
  category: 'unitValues',
  initial: {},
  decide,
  evolve,
};
