import { ownStream, type Projection } from '#libs/platform/read-models';
import { account } from '../domain/account.js';
import type { AccountEvent } from '../domain/events.js';
import { foldAccount } from './account.fold.js';
import type { AccountDocument } from './account.model.js';

/** Indexes of the accounts by name. */
export const AccountIndex = {
  /** firmId, accountNumber. */
  Firm: 'firm',
  /** firmId, sortName, accountNumber. */
  FirmByName: 'firm_name',
  /** firmId, createdAt, accountNumber. */
  FirmByDate: 'firm_date',
  /** firmId, login id of a permission, accountNumber. */
  Holder: 'holder',
  /** firmId, login id of a permission, sortName, accountNumber. */
  HolderByName: 'holder_name',
  /** firmId, login id of a permission, createdAt, accountNumber. */
  HolderByDate: 'holder_date',
  /** Login id or firm id of an owner, accountNumber. */
  Owner: 'owner',
  /** primaryAccountOwner, accountNumber: the accounts billed together. */
  PrimaryOwner: 'primary_owner',
  /** firmId, billingPlanOid, accountNumber. */
  BillingPlan: 'billing_plan',
} as const;

/** Read model `accounts.account`, one document per account number. */
export const accountDocuments: Projection<AccountDocument, AccountEvent> = {
  name: 'accounts.account',
  version: 3,
  indexes: [
    { name: AccountIndex.Firm, fields: ['firmId', 'accountNumber'] },
    { name: AccountIndex.FirmByName, fields: ['firmId', 'sortName', 'accountNumber'] },
    { name: AccountIndex.FirmByDate, fields: ['firmId', 'createdAt', 'accountNumber'] },
    { name: AccountIndex.Holder, fields: ['firmId', 'holders', 'accountNumber'] },
    { name: AccountIndex.HolderByName, fields: ['firmId', 'holders', 'sortName', 'accountNumber'] },
    {
      name: AccountIndex.HolderByDate,
      fields: ['firmId', 'holders', 'createdAt', 'accountNumber'],
    },
    { name: AccountIndex.Owner, fields: ['owners', 'accountNumber'] },
    { name: AccountIndex.PrimaryOwner, fields: ['primaryAccountOwner', 'accountNumber'] },
    { name: AccountIndex.BillingPlan, fields: ['firmId', 'billingPlanOid', 'accountNumber'] },
  ],
  events: [
    'account.AccountOpened',
    'account.AccountUpdated',
    'account.BillingPlanChanged',
    'account.OwnerExclusionsApplied',
    'account.AccountRestricted',
    'account.RestrictionLifted',
    'account.AgreementSigned',
    'account.PermissionGranted',
    'account.PermissionChanged',
    'account.PermissionRevoked',
    'account.AccountClosed',
  ],
  documents: (event) => [event.data.accountNumber],
  history: {
    streams: ownStream(account),
    fixed: {
      [AccountIndex.Firm]: 2,
      [AccountIndex.FirmByDate]: 3,
      [AccountIndex.Owner]: 2,
      [AccountIndex.PrimaryOwner]: 2,
      [AccountIndex.BillingPlan]: 1,
    },
  },
  fold: foldAccount,
};
