import { defineEvents } from '#libs/platform/event-store';
import type { RtgEvent } from './domain/rtg.events.js';
import type { RtgNoticesEvent } from './domain/rtg-notices.js';

/** Events of streams `rtg-{oid}`. None contains personal data. */
export const rtgEvents = defineEvents<RtgEvent>({
  'rtg.RtgDefined': { history: { title: 'RTG model defined' } },
  'rtg.RtgUpdated': { history: { title: 'RTG model changed' } },
});

/** Events of streams `rtgNotices-{oid}:{changeNumber}`. None contains personal data. */
export const rtgNoticesEvents = defineEvents<RtgNoticesEvent>({
  'rtg.NoticesAdvanced': { history: { title: 'Members notified of a changed RTG model' } },
  'rtg.NoticesCompleted': { history: { title: 'All members notified of a changed RTG model' } },
});
