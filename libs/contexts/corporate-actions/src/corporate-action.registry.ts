import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { CorporateActionEvent } from './domain/corporate-action.events.js';

/** How the events of streams `corporateAction-{accountNumber}/{notifid}` are stored. None holds personal data. */
export const corporateActionEvents = defineEvents<CorporateActionEvent>({
  'corporateAction.ActionAnnounced': {
    history: {
      title: 'Corporate action announced',
      subjects: ofAccount,
      fields: fieldsIn('action'),
    },
  },
  'corporateAction.ActionChanged': {
    history: {
      title: 'Corporate action changed',
      subjects: ofAccount,
      fields: fieldsIn('action'),
    },
  },
  'corporateAction.VotesReported': { history: { title: 'Votes reported', subjects: ofAccount } },
  'corporateAction.VotesCast': { history: { title: 'Votes cast', subjects: ofAccount } },
});
