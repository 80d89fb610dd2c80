import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { isOid } from '#libs/platform/kernel';
import { corporateActionDocuments } from './corporate-action.document.js';
import { actionId, corporateAction } from './corporate-action.js';

/** Route decorator: the path names a corporate action of the account; 404 if there is none. */
export const OnCorporateAction = (): MethodDecorator =>
  OnResource({
    model: corporateActionDocuments,
    id: ({ accountnumber = '', notificationid = '' }) =>
      isOid(notificationid) ? actionId(accountnumber, notificationid) : undefined,
    exists: async (aggregates, { accountnumber = '', notificationid = '' }) => {
      if (!isOid(notificationid)) return false;
      const id = actionId(accountnumber, notificationid);
      return (await aggregates.load(corporateAction, id)).state !== undefined;
    },
  });

/** Parameter decorator of a GET: the `CorporateActionDocument` of {@link OnCorporateAction}. */
export const TheCorporateAction = TheDocument;
