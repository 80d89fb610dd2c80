import { defineEvents } from '#libs/platform/event-store';
import type { RtgEvent } from './domain/rtg.events.js';

/** How the events of stream `rtg-{oid}` are stored. None holds personal data. */
export const rtgEvents = defineEvents<RtgEvent>({
  'rtg.RtgDefined': { version: 1 },
  'rtg.RtgUpdated': { version: 1 },
});
