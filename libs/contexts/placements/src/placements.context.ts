import { defineContext } from '#libs/platform/service';
import { offerDocuments } from './documents/offer.document.js';
import { placementEvents } from './placement.registry.js';
import { PlacementsModule } from './placements.module.js';

/** Private placement offers, their documents, and who has been given them. */
export const placements = defineContext({
  name: 'placements',
  events: [placementEvents],
  projections: [offerDocuments],
  module: PlacementsModule,
});
