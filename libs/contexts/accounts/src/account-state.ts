import { omit, pick, type Rule, RuleBook, type Timestamp } from '#libs/platform/kernel';
import type { AccountType } from '#libs/contexts/codes';
import type {
  AccountChanges,
  AccountEvent,
  AccountPermission,
  AgreementSigned,
  Exclusion,
  RequiredSigner,
  Restriction,
  UpdatableDetails,
} from './account.events.js';

/** w9BackupWithholding. */
export const BackupWithholdings = {
  C: 'Subject to backup withholding',
  N: 'Not subject to backup withholding',
} as const;
export type BackupWithholding = keyof typeof BackupWithholdings;

/** Relationships of a trusted contact. */
export const ContactRelationships = {
  S: 'Spouse',
  O: 'Other',
  A: 'Financial advisor',
  G: 'Guardian',
  F: 'Family member',
  L: 'Lawyer or attorney',
} as const;

export const BeneficiaryRelationships = { S: 'Spouse', O: 'Other' } as const;

export const accountRules = new RuleBook({
  'account.beneficiary.share.rule': 'The shares of a list of beneficiaries do not add up to 100.00',
  'account.closed.rule': 'The account is closed and accepts no commands',
  'account.closing.rule': 'Something is still held or pending; the message names it',
  'account.firm.single.account.rule': 'The firm already has a corporate account',
  'account.invalid.billing.plan': 'The plan is not an advisory plan of the firm',
  'account.invalid.joint.owner':
    'A joint owner is not a member of the firm, or may not own this account',
  'account.invalid.primary.owner':
    'The owner is not a member or corporate client of the firm, or may not own this account',
  'account.invalid.trustee': 'A trustee is not known to the firm',
  'account.minor.age.rule': 'The minor is of age',
  'account.permission.existence.rule':
    'The member has no permission on the account, or already has one',
  'account.permission.for.account.creator.rule':
    'Permission AC cannot be granted, changed or revoked',
  'account.permission.for.account.owner.rule':
    'The permission of an owner, or of the firm rep, cannot be revoked',
  'account.permission.limit.rule': 'The account has the maximum number of permissions',
  'account.restricted.rule': 'The account is restricted; the message names the restrictions',
  'account.restriction.limit.rule': 'The account has the maximum number of restrictions',
  'account.unique.name.rule': 'The primary owner already has an account with this name',
  'invalid.for.account.type': 'The field does not belong to the type of the account',
  'null.signature.method': 'signatureMethod is missing',
});

/** Last signature of one signer, as needed to recognize a repetition. */
type Signature = Omit<AgreementSigned, 'accountNumber' | 'documentKey' | 'itemId'>;

/** Tickers excluded because of an owner's directorships, separate from the client's own list. */
export interface OwnerExclusions {
  readonly loginId: string;
  readonly tickers: readonly string[];
}

/** Field names of the client's exclusion lists. */
export const EXCLUSION_LISTS = ['securityExclusion', 'issueExclusion', 'sectorExclusion'] as const;

/**
 * What the rules need to know of an account; minor, registration and the like are only in the log. Lists, not maps: a login id can be
 * any text, even one that is special as an object key.
 */
export interface Account {
  readonly opened: true;
  readonly accountNumber: string;
  readonly firmId: string;
  readonly accountType: AccountType;
  readonly primaryAccountOwner: string;
  readonly jointOwners: readonly string[];
  readonly billingPlanOid: string;
  readonly details: UpdatableDetails;
  /** The client's own. */
  readonly exclusions: Readonly<Record<(typeof EXCLUSION_LISTS)[number], readonly Exclusion[]>>;
  readonly ownerExclusions: readonly OwnerExclusions[];
  readonly requiredSigners: readonly RequiredSigner[];
  readonly signatures: readonly Signature[];
  readonly restrictions: readonly Restriction[];
  readonly permissions: readonly AccountPermission[];
  readonly closed: boolean;
  readonly neverOpened?: true;
  /** When it was closed; also undefined if the event doesn't say. */
  readonly closedAt?: Timestamp | undefined;
  readonly closing: Closing;
}

/** How far a closing is: begun, with what else its request changes, or taken back, with what stood in the way. */
type Closing =
  | { readonly begun: true; readonly changes: AccountChanges }
  | { readonly begun: false; readonly obstacles: readonly string[] };

const notClosing: Closing = { begun: false, obstacles: [] };

export type AccountRule<Command> = Rule<Account, Command, AccountEvent>;

type Owned = Pick<Account, 'primaryAccountOwner' | 'jointOwners'>;

/** Login ids of all owners, or the firm id of a corporate account. */
export function ownersOf(account: Owned): readonly string[] {
  return [account.primaryAccountOwner, ...account.jointOwners];
}

/** The field `owners` of events, present only if there are joint owners. */
export function jointly(account: Owned): { readonly owners?: readonly string[] } {
  return account.jointOwners.length > 0 ? { owners: ownersOf(account) } : {};
}

/** State of `account-{accountNumber}`. */
export type AccountState = { readonly opened: false } | Account;

/** An account before its first event. */
export const initialAccount: AccountState = { opened: false };

/** Folds one event in. Events before the opening change nothing. */
export function evolveAccount(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'account.AccountOpened') {
    const { data } = event;
    return {
      opened: true,
      accountNumber: data.accountNumber,
      firmId: data.firmId,
      accountType: data.accountType,
      primaryAccountOwner: data.primaryAccountOwner,
      jointOwners: data.jointOwners,
      billingPlanOid: data.billingPlanOid,
      details: updatable(data),
      exclusions: { securityExclusion: [], issueExclusion: [], sectorExclusion: [] },
      ownerExclusions: [],
      requiredSigners: data.requiredSigners,
      signatures: [],
      restrictions: [],
      permissions: [],
      closed: false,
      closing: notClosing,
    };
  }
  return state.opened ? evolveOpened(state, event) : state;
}

function evolveOpened(
  account: Account,
  event: Exclude<AccountEvent, { type: 'account.AccountOpened' }>,
): Account {
  switch (event.type) {
    case 'account.AccountUpdated': {
      const details = { ...account.details, ...updatable(event.data) };
      const exclusions = { ...account.exclusions, ...pick(event.data, ...EXCLUSION_LISTS) };
      return { ...account, details, exclusions };
    }
    case 'account.AccountRestricted': {
      const names = ['restrictionId', 'reasonCode', 'restrictionType', 'identityOf'] as const;
      return { ...account, restrictions: [...account.restrictions, pick(event.data, ...names)] };
    }
    case 'account.AgreementSigned': {
      const signature = omit(event.data, 'accountNumber', 'documentKey', 'itemId');
      return { ...account, signatures: replaced(account.signatures, signature) };
    }
    case 'account.ClosingBegun':
      return { ...account, closing: { begun: true, changes: event.data.changes ?? {} } };
    case 'account.ClosingTakenBack':
      return { ...account, closing: { begun: false, obstacles: event.data.obstacles } };
    case 'account.AccountClosed':
      return {
        ...account,
        ...pick(event.data, 'neverOpened'),
        closed: true,
        closedAt: event.data.closedAt,
        closing: notClosing,
      };
    default:
      return { ...account, ...commonChanges(account, event) };
  }
}

type CommonEvent = Exclude<
  AccountEvent,
  {
    type: `account.${
      | 'AccountOpened'
      | 'AccountUpdated'
      | 'AccountRestricted'
      | 'AgreementSigned'
      | 'ClosingBegun'
      | 'ClosingTakenBack'
      | 'AccountClosed'}`;
  }
>;

/** Changes to the fields that state and document share. */
export function commonChanges<R extends Restriction>(
  account: Pick<Account, 'ownerExclusions' | 'permissions'> & {
    readonly restrictions: readonly R[];
  },
  event: CommonEvent,
) {
  switch (event.type) {
    case 'account.BillingPlanChanged':
      return { billingPlanOid: event.data.billingPlanOid };
    case 'account.OwnerExclusionsApplied': {
      const { loginId, tickers } = event.data;
      return { ownerExclusions: replaced(account.ownerExclusions, { loginId, tickers }) };
    }
    case 'account.RestrictionLifted': {
      const { restrictionId } = event.data;
      return {
        restrictions: account.restrictions.filter((one) => one.restrictionId !== restrictionId),
      };
    }
    case 'account.PermissionGranted':
    case 'account.PermissionChanged':
      return { permissions: replaced(account.permissions, omit(event.data, 'accountNumber')) };
    case 'account.PermissionRevoked': {
      const { loginId } = event.data;
      return { permissions: account.permissions.filter((one) => one.loginId !== loginId) };
    }
  }
}

/** Field names of {@link UpdatableDetails}. */
export const UPDATABLE = [
  'accountName',
  'defaultTaxLotSelection',
  'longTermTaxRate',
  'shortTermTaxRate',
  'initContributionDate',
  'trustedContacts',
  'primaryBeneficiaries',
  'contingentBeneficiaries',
] as const satisfies readonly (keyof UpdatableDetails)[];

/** Picks the updatable details from event data or input. */
export function updatable(data: UpdatableDetails): UpdatableDetails {
  return pick(data, ...UPDATABLE);
}

/** The list with the entry of the same login id replaced in place, or the entry appended. */
export function replaced<T extends { readonly loginId: string }>(list: readonly T[], entry: T) {
  return list.some((one) => one.loginId === entry.loginId)
    ? list.map((one) => (one.loginId === entry.loginId ? entry : one))
    : [...list, entry];
}

/** The events that record the changes of an update. */
export function recorded(
  account: Account,
  { details, billingPlan }: AccountChanges,
): readonly AccountEvent[] {
  const { accountNumber, primaryAccountOwner, billingPlanOid: previousBillingPlanOid } = account;
  const events: AccountEvent[] = [];
  if (details) {
    const { accountName: previousAccountName } = account.details;
    const renamed = details.accountName !== undefined && previousAccountName !== undefined;
    const data = {
      accountNumber,
      primaryAccountOwner,
      ...jointly(account),
      ...details,
      ...(renamed && { previousAccountName }),
    };
    events.push({ type: 'account.AccountUpdated', data });
  }
  if (billingPlan) {
    const data = { accountNumber, primaryAccountOwner, previousBillingPlanOid, ...billingPlan };
    events.push({ type: 'account.BillingPlanChanged', data });
  }
  return events;
}
