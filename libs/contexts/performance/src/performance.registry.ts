import { defineEvents } from '#libs/platform/event-store';
import type { UnitValuesRecorded } from './domain/unit-values.events.js';

/** How the events of streams `unitValues-{folioNumber}` are stored. None holds personal data. */
export const performanceEvents = defineEvents<UnitValuesRecorded>({
  'performance.UnitValuesRecorded': { version: 1 },
});
