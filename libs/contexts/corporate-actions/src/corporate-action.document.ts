import { codesOf } from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import { type CorporateActionEvent, corporateActionEvents } from './corporate-action.events.js';
import { actionId, type ActionState, corporateAction, evolveAction } from './corporate-action.js';

/** A corporate action of an account with its votes; `revision` is its entity tag. */
export type CorporateActionDocument = Readonly<
  ActionState & { accountNumber: string; notifid: string; revision: number }
>;

export const ACTIONS_OF_ACCOUNT = 'account';

/** Read model `corporateActions.action`, one document per account and notification. */
export const corporateActionDocuments: Projection<CorporateActionDocument, CorporateActionEvent> = {
  name: 'corporateActions.action',
  version: 1,
  indexes: [{ name: ACTIONS_OF_ACCOUNT, fields: ['accountNumber', 'notifid'] }],
  events: codesOf(corporateActionEvents),
  documents: ({ data }) => [actionId(data.accountNumber, data.notifid)],
  history: { streams: streamPerDocument(corporateAction), fixed: { [ACTIONS_OF_ACCOUNT]: 2 } },
  fold(document, event) {
    const state = evolveAction(document, event);
    if (!state) return undefined;
    const { accountNumber, notifid } = event.data;
    const { action, votes } = state;
    return { accountNumber, notifid, action, votes, revision: event.revision };
  },
};
