import type { DomainEvent, LocalDate } from '#libs/platform/kernel';

/** The value of a unit of a folio on a day, as canonical decimal strings above 0. */
export interface UnitValue {
  readonly date: LocalDate;
  /** Before fees. */
  readonly gross: string;
  /** After fees. */
  readonly net: string;
}

/** The back office recorded unit values. Contains the new and changed ones, ordered by date. */
export type UnitValuesRecorded = DomainEvent<
  'performance.UnitValuesRecorded',
  {
    readonly accountNumber: string;
    readonly folioNumber: string;
    readonly values: readonly UnitValue[];
  }
>;
