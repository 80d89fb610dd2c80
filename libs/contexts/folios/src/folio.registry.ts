import { defineEvents } from '#libs/platform/event-store';
import type { FolioEvent } from './domain/folio-book.events.js';

/** How the events of stream `folios-{accountNumber}` are stored. None holds personal data. */
export const folioEvents = defineEvents<FolioEvent>({
  'folio.FolioCreated': { version: 1 },
  'folio.FolioUpdated': { version: 1 },
  'folio.FolioClosed': { version: 1 },
  'folio.TargetWeightsSet': { version: 1 },
  'folio.PositionsSet': { version: 1 },
  'folio.SubscribedToRtg': { version: 1 },
});
