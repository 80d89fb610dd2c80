import { defineEvents } from '#libs/platform/event-store';
import type { CorporateActionEvent } from './domain/corporate-action.events.js';

/** How the events of streams `corporateAction-{accountNumber}/{notifid}` are stored. None holds personal data. */
export const corporateActionEvents = defineEvents<CorporateActionEvent>({
  'corporateAction.ActionAnnounced': { version: 1 },
  'corporateAction.ActionChanged': { version: 1 },
  'corporateAction.VotesReported': { version: 1 },
  'corporateAction.VotesCast': { version: 1 },
});
