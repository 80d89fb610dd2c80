import { defineEvents, type EventData, ofAccount } from '#libs/platform/event-store';
import type { UnitValuesRecorded } from './domain/unit-values.events.js';

/** One field for each day. */
function unitValues(values: unknown): EventData {
  return Object.fromEntries(
    (values as readonly { date: string; gross: string; net: string }[]).map(
      ({ date, gross, net }) => [date, { gross, net }],
    ),
  );
}

/** How the events of streams `unitValues-{folioNumber}` are stored. None holds personal data. */
export const performanceEvents = defineEvents<UnitValuesRecorded>({
  'performance.UnitValuesRecorded': {
    history: {
      title: 'Unit values recorded',
      subjects: ofAccount,
      fields: ({ values }) => unitValues(values),
    },
  },
});
