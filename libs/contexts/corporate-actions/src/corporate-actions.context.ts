import { defineContext } from '#libs/platform/service';
import { corporateActionEvents } from './corporate-action.registry.js';
import { CorporateActionsModule } from './corporate-actions.module.js';
import { corporateActionDocuments } from './read-models/corporate-action.document.js';

/** Corporate actions of accounts, and the votes on them. */
export const corporateActions = defineContext({
  name: 'corporate-actions',
  events: [corporateActionEvents],
  projections: [corporateActionDocuments],
  module: CorporateActionsModule,
});
