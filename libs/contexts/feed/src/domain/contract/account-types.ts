import {
  AccountTypes,
  IfaStatuses,
  IfaTypes,
  RestrictionReasons,
  RestrictionTypes,
} from '#libs/platform/kernel';
import { published } from './definition.js';
import { code, text, word, words } from './fields.js';

/** What of an account may change after it was opened, by the names of the wire. */
export const ACCOUNT_FIELDS = [
  'accountName',
  'defaultTaxLotSelection',
  'longTermTaxRate',
  'shortTermTaxRate',
  'initContributionDate',
  'trustedContacts',
  'primaryBeneficiaries',
  'contingentBeneficiaries',
  'securityExclusion',
  'issueExclusion',
  'sectorExclusion',
] as const;

const itemFields = {
  itemId: text('Id of the item'),
  ifaType: code(IfaTypes, 'Kind of item'),
  ifaStatus: code(IfaStatuses, 'Status of the item'),
};
const restrictionFields = {
  restrictionId: text('Id of the restriction'),
  reasonCode: code(RestrictionReasons, 'Why the account was restricted'),
};

/** Published events of accounts, agreements and items for attention. */
export const accountTypes = {
  'brokerage.account.opened.v1': published('An account was opened; it is restricted.', {
    accountType: code(AccountTypes, 'Type of the account'),
  }),
  'brokerage.account.updated.v1': published('Details of the account changed.', {
    changed: words(ACCOUNT_FIELDS, 'Names of the fields that changed'),
  }),
  'brokerage.account.billing-plan-changed.v1': published('Another billing plan applies.', {
    billingPlanOid: text('Id of the plan'),
  }),
  'brokerage.account.closed.v1': published('The account was closed, for good.', {}),
  'brokerage.account.restricted.v1': published(
    'A restriction was added.',
    { ...restrictionFields, restrictionType: code(RestrictionTypes, 'How far it goes') },
    ({ restrictionId }) => `/restrictions/${restrictionId}`,
  ),
  'brokerage.account.restriction-lifted.v1': published('A restriction ended.', {
    ...restrictionFields,
    cause: word(['signatures', 'request'], 'What ended it'),
  }),
  'brokerage.account.permissions-changed.v1': published(
    'A permission on the account changed.',
    { change: word(['granted', 'changed', 'revoked'], 'What became of the permission') },
    () => '/permissions',
  ),
  'brokerage.agreement.signed.v1': published(
    'A signature on the customer agreement was stored.',
    {},
    () => '/customeragreement',
  ),
  'brokerage.item-for-attention.raised.v1': published(
    'An item for attention was raised.',
    itemFields,
  ),
  'brokerage.item-for-attention.changed.v1': published(
    'The back office changed an item for attention.',
    itemFields,
  ),
  'brokerage.item-for-attention.answered.v1': published(
    'A member viewed, accepted or rejected an item for attention.',
    { itemId: itemFields.itemId, ifaStatus: itemFields.ifaStatus },
  ),
};
