import { Published } from '#libs/platform/kernel';
import { defineEvents, type EventData, ofAccount } from '#libs/platform/event-store';
import type { UnitValue, UnitValuesRecorded } from './domain/unit-values.events.js';

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
