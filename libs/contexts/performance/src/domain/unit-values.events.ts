import type { DomainEvent, LocalDate } from '#libs/platform/kernel';

/** What a unit of a folio was worth on a day: canonical decimal strings above 0. */
export interface UnitValue {
  readonly date: LocalDate;
  /** Ignores fees. */
  readonly gross: string;
  /** After fees. */
  readonly net: string;
}

/** The back office recorded unit values: those that are new or other than before, in order of date. */
export type UnitValuesRecorded = DomainEvent<
  'performance.UnitValuesRecorded',
  {
    readonly accountNumber: string;
    readonly folioNumber: string;
    readonly values: readonly UnitValue[];
  }
>;
