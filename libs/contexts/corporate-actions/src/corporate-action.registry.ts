import { Published } from '#libs/platform/kernel';
import { defineEvents, fieldsIn, ofAccount } from '#libs/platform/event-store';
import type { CorporateActionEvent } from './domain/corporate-action.events.js';

const notificationId = Published.text('Id of the corporate action');
const actionType = Published.word(['P', 'M', 'V'], 'Proxy, mandatory or voluntary');
const path = '/corporateactions/{notificationId}';
const ofAction = { subjects: ofAccount, fields: fieldsIn('action') };
const voted = Published.event(
  'brokerage.corporate-action.voted.v1',
  'Votes on a corporate action were recorded.',
  {
    notificationId,
    origin: Published.word(['client', 'reported'], 'Cast here, or known to the back office'),
  },
  path,
);

/** Events of streams `corporateAction-{accountNumber}/{notifid}`. None contains personal data. */
export const corporateActionEvents = defineEvents<CorporateActionEvent>({
  'corporateAction.ActionAnnounced': {
    history: { title: 'Corporate action announced', ...ofAction },
    publishes: Published.event(
      'brokerage.corporate-action.announced.v1',
      'A corporate action was announced for the account.',
      { notificationId, actionType },
      path,
    ).with(({ notifid, action }) => ({ notificationId: notifid, actionType: action.type })),
  },
  'corporateAction.ActionChanged': {
    history: { title: 'Corporate action changed', ...ofAction },
    publishes: Published.event(
      'brokerage.corporate-action.changed.v1',
      'A corporate action changed.',
      { notificationId, actionType },
      path,
    ).with(({ notifid, action }) => ({ notificationId: notifid, actionType: action.type })),
  },
  'corporateAction.VotesReported': {
    history: { title: 'Votes reported', subjects: ofAccount },
    publishes: voted.with(({ notifid }) => ({ notificationId: notifid, origin: 'reported' })),
  },
  'corporateAction.VotesCast': {
    history: { title: 'Votes cast', subjects: ofAccount },
    publishes: voted.with(({ notifid }) => ({ notificationId: notifid, origin: 'client' })),
  },
});
