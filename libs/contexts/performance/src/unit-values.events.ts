import { defineEvents, type EventData } from '#libs/platform/event-store';
import { type DomainEvent, type LocalDate, Published } from '#libs/platform/kernel';
import { ofAccount } from '#libs/contexts/codes';

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

/** One field per day. */
function unitValues(values: unknown): EventData {
  return Object.fromEntries(
    (values as readonly UnitValue[]).map(({ date, gross, net }) => [date, { gross, net }]),
  );
}

/** Events of streams `unitValues-{folioNumber}`. None contains personal data. */
export const performanceEvents = defineEvents<UnitValuesRecorded>({
  'performance.UnitValuesRecorded': {
    history: {
      title: 'Unit values recorded',
      subjects: ofAccount,
      fields: ({ values }) => unitValues(values),
    },
    publishes: Published.event(
      'brokerage.unit-values.recorded.v1',
      'Unit values of a folio were added or changed.',
      {
        folioNumber: Published.text('Full number of the folio'),
        from: Published.day('First day with another value'),
        to: Published.day('Last such day'),
      },
      '/folios/{folioNumber}/performance/unitvalues',
    ).with(({ values }) => ({ from: values[0]?.date ?? '', to: values.at(-1)?.date ?? '' })),
  },
});
