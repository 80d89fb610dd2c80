import { defineEvents } from '#libs/platform/event-store';
import type { RtgEvent } from './domain/rtg.events.js';
import type { RtgNoticesEvent } from './domain/rtg-notices.js';

/** How the events of stream `rtg-{oid}` are stored. None holds personal data. */
export const rtgEvents = defineEvents<RtgEvent>({
  'rtg.RtgDefined': { version: 1 },
  'rtg.RtgUpdated': { version: 1 },
});

/** How the events of stream `rtgNotices-{oid}:{changeNumber}` are stored. None holds personal data. */
export const rtgNoticesEvents = defineEvents<RtgNoticesEvent>({
  'rtg.NoticesAdvanced': { version: 1 },
  'rtg.NoticesCompleted': { version: 1 },
});
