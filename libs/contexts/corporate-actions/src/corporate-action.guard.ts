import { OnResource, TheDocument } from '#libs/contexts/accounts';
import { isOid } from '#libs/platform/kernel';
import { corporateActionDocuments } from './corporate-action.document.js';
import { actionId } from './corporate-action.js';
import { requireAction } from './corporate-action.facts.js';

/** Route decorator: the path names a corporate action of the account; 404 if there is none. */
export const OnCorporateAction = (): MethodDecorator =>
  OnResource({
    model: corporateActionDocuments,
    id: ({ accountnumber = '', notificationid = '' }) =>
      isOid(notificationid) ? actionId(accountnumber, notificationid) : undefined,
    require: (aggregates, { accountnumber = '', notificationid = '' }) =>
      requireAction(aggregates, accountnumber, notificationid),
  });

/** Parameter decorator of a GET: the `CorporateActionDocument` of {@link OnCorporateAction}. */
export const TheCorporateAction = TheDocument;
