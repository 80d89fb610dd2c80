import { defineEvents } from '#libs/platform/event-store';
import type { RtgEvent } from './domain/rtg.events.js';
import type { RtgNoticesEvent } from './domain/rtg-notices.js';

/** How the events of stream `rtg-{oid}` are stored. None holds personal data. */
export const rtgEvents = defineEvents<RtgEvent>({
  'rtg.RtgDefined': { history: { title: 'RTG model defined' } },
  'rtg.RtgUpdated': { history: { title: 'RTG model changed' } },
});

/** How the events of stream `rtgNotices-{oid}:{changeNumber}` are stored. None holds personal data. */
export const rtgNoticesEvents = defineEvents<RtgNoticesEvent>({
  'rtg.NoticesAdvanced': { history: { title: 'Members told of a changed RTG model' } },
  'rtg.NoticesCompleted': { history: { title: 'All members told of a changed RTG model' } },
});
