import type { AccountEvent } from '#libs/contexts/accounts';
import type { Item, ItemEvent } from '#libs/contexts/attention';
import { ACCOUNT_FIELDS, draft } from '../domain/contract/index.js';
import type { Translations } from './source-events.js';

const permissions = (change: 'granted' | 'changed' | 'revoked') => () =>
  draft('brokerage.account.permissions-changed.v1', { change });

const changed = ({ id: itemId, ifaType, ifaStatus }: Pick<Item, 'id' | 'ifaType' | 'ifaStatus'>) =>
  draft('brokerage.item-for-attention.changed.v1', { itemId, ifaType, ifaStatus });

const answered = 'brokerage.item-for-attention.answered.v1';

/** Accounts, their agreements and items for attention. */
export const accountTranslations: Translations<AccountEvent | ItemEvent> = {
  'account.AccountOpened': ({ accountType }) =>
    draft('brokerage.account.opened.v1', { accountType }),
  'account.AccountUpdated': (data) =>
    draft('brokerage.account.updated.v1', {
      changed: ACCOUNT_FIELDS.filter((name) => data[name] !== undefined),
    }),
  'account.BillingPlanChanged': ({ billingPlanOid }) =>
    draft('brokerage.account.billing-plan-changed.v1', { billingPlanOid }),
  'account.OwnerExclusionsApplied': () =>
    draft('brokerage.account.updated.v1', { changed: ['securityExclusion'] }),
  'account.AccountRestricted': ({ restrictionId, reasonCode, restrictionType }) =>
    draft('brokerage.account.restricted.v1', { restrictionId, reasonCode, restrictionType }),
  'account.RestrictionLifted': ({ restrictionId, reasonCode, cause }) =>
    draft('brokerage.account.restriction-lifted.v1', {
      restrictionId,
      reasonCode,
      // whoever reported that the check was passed asked for it
      cause: cause === 'identity' ? 'request' : cause,
    }),
  'account.AccountClosed': () => draft('brokerage.account.closed.v1', {}),
  'account.AgreementSigned': () => draft('brokerage.agreement.signed.v1', {}),
  'account.PermissionGranted': permissions('granted'),
  'account.PermissionChanged': permissions('changed'),
  'account.PermissionRevoked': permissions('revoked'),
  'attention.ItemRaised': ({ id: itemId, ifaType }) =>
    draft('brokerage.item-for-attention.raised.v1', { itemId, ifaType, ifaStatus: 'I' }),
  'attention.ItemRecorded': changed,
  'attention.ItemWithdrawn': changed,
  'attention.ItemViewed': ({ id: itemId, ifaStatus }) => draft(answered, { itemId, ifaStatus }),
  'attention.ItemAgreed': ({ id: itemId }) => draft(answered, { itemId, ifaStatus: 'A' }),
  'attention.ItemRejected': ({ id: itemId }) => draft(answered, { itemId, ifaStatus: 'R' }),
};
