import { type Decider, type LocalDate, pathMismatches, refuse } from '#libs/platform/kernel';
import type { UnitValue, UnitValuesRecorded } from './unit-values.events.js';

/** Maximum values in one body (own). Twenty years have 7,305 days. */
export const MAX_VALUES = 10_000;

/** Maximum decimals of a unit value (own). */
export const UNIT_VALUE_DECIMALS = 10;

/** Back office: records unit values of a folio, merged by date ([back-office.unitvalues]). Idempotent. */
export interface RecordUnitValues {
  readonly type: 'RecordUnitValues';
  readonly accountNumber: string;
  readonly folioNumber: string;
  /** At most one per day. */
  readonly values: readonly UnitValue[];
  /** From the body; must equal the folio number. */
  readonly identifierValue?: string | undefined;
}

type Year = Readonly<Record<LocalDate, UnitValue>>;

/** The unit values of a folio by year and date: an event copies only the years it changes. */
export type UnitValues = Readonly<Record<string, Year>>;

/** Year of a date, `yyyy`. */
export function unitValueYear(date: LocalDate): string {
  return date.slice(0, 4);
}

/** Rules of a folio's unit values, stream `unitValues-{folioNumber}` ([performance.fields], [back-office.unitvalues]). */
export const unitValues: Decider<UnitValues, RecordUnitValues, UnitValuesRecorded> = {
  category: 'unitValues',
  initial: {},

  decide({ accountNumber, folioNumber, values: sent, identifierValue }, before) {
    const problems = pathMismatches({ identifierValue: folioNumber }, { identifierValue });
    if (problems.length > 0) return refuse(...problems);
    const values = sent
      .filter(({ date, gross, net }) => {
        const known = before[unitValueYear(date)]?.[date];
        return known?.gross !== gross || known.net !== net;
      })
      .sort((a, b) => (a.date < b.date ? -1 : 1));
    if (values.length === 0) return [];
    return [
      { type: 'performance.UnitValuesRecorded', data: { accountNumber, folioNumber, values } },
    ];
  },

  evolve(before, { data }) {
    const changed: Record<string, Record<LocalDate, UnitValue>> = {};
    for (const value of data.values) {
      const year = unitValueYear(value.date);
      (changed[year] ??= { ...before[year] })[value.date] = value;
    }
    return { ...before, ...changed };
  },
};
