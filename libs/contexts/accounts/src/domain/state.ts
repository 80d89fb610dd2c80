import type { AccountType } from '#libs/platform/kernel';
import type { AccountEvent, AgreementSigned, UpdatableDetails } from './events.js';
import type { AccountPermission, Exclusion, RequiredSigner, Restriction } from './values.js';

/** Last signature of one signer, as far as a repetition has to be recognised. */
export type Signature = Pick<
  AgreementSigned,
  'loginId' | 'method' | 'encoding' | 'sha256' | 'w9Withhold'
>;

/** Tickers that come from an owner's directorships, apart from those the client gives. */
export interface OwnerExclusions {
  readonly loginId: string;
  readonly tickers: readonly string[];
}

/** The three lists of securities that are kept out of an account. */
export const EXCLUSION_LISTS = ['securityExclusion', 'issueExclusion', 'sectorExclusion'] as const;

/**
 * What the rules need to know of an account. Minor, registration and the like are in the log only. Lists, not maps: a login
 * id may be any text, also one that means something as an object key.
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
  /** Those the client gives. */
  readonly exclusions: Readonly<Record<(typeof EXCLUSION_LISTS)[number], readonly Exclusion[]>>;
  readonly ownerExclusions: readonly OwnerExclusions[];
  readonly requiredSigners: readonly RequiredSigner[];
  readonly signatures: readonly Signature[];
  readonly restrictions: readonly Restriction[];
  readonly permissions: readonly AccountPermission[];
  readonly closed: boolean;
}

/** Everybody an account belongs to: login ids, or the id of the firm of a corporate account. */
export function ownersOf({
  primaryAccountOwner,
  jointOwners,
}: Pick<Account, 'primaryAccountOwner' | 'jointOwners'>): readonly string[] {
  return [primaryAccountOwner, ...jointOwners];
}

/** All owners, as events name them where the primary one is not the only one. */
export function jointly(account: Pick<Account, 'primaryAccountOwner' | 'jointOwners'>): {
  readonly owners?: readonly string[];
} {
  return account.jointOwners.length > 0 ? { owners: ownersOf(account) } : {};
}

/** State of `account-{accountNumber}`. */
export type AccountState = { readonly opened: false } | Account;

/** An account before its first event. */
export const initialAccount: AccountState = { opened: false };

/** Folds one event in. An event that comes before the account was opened changes nothing. */
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
      const { securityExclusion, issueExclusion, sectorExclusion } = event.data;
      return {
        ...account,
        details: { ...account.details, ...updatable(event.data) },
        exclusions: {
          securityExclusion: securityExclusion ?? account.exclusions.securityExclusion,
          issueExclusion: issueExclusion ?? account.exclusions.issueExclusion,
          sectorExclusion: sectorExclusion ?? account.exclusions.sectorExclusion,
        },
      };
    }
    case 'account.BillingPlanChanged':
      return { ...account, billingPlanOid: event.data.billingPlanOid };
    case 'account.OwnerExclusionsApplied': {
      const { loginId, tickers } = event.data;
      const list = replaced(account.ownerExclusions, { loginId, tickers });
      return { ...account, ownerExclusions: list };
    }
    case 'account.AccountRestricted': {
      const { restrictionId, reasonCode, restrictionType, identityOf } = event.data;
      const restriction = {
        restrictionId,
        reasonCode,
        restrictionType,
        ...(identityOf !== undefined && { identityOf }),
      };
      return { ...account, restrictions: [...account.restrictions, restriction] };
    }
    case 'account.RestrictionLifted': {
      const { restrictionId } = event.data;
      const left = account.restrictions.filter((one) => one.restrictionId !== restrictionId);
      return { ...account, restrictions: left };
    }
    case 'account.AgreementSigned': {
      const { loginId, method, encoding, sha256, w9Withhold } = event.data;
      const signature: Signature = {
        loginId,
        method,
        ...(encoding !== undefined && { encoding }),
        sha256,
        ...(w9Withhold !== undefined && { w9Withhold }),
      };
      return { ...account, signatures: replaced(account.signatures, signature) };
    }
    case 'account.PermissionGranted':
    case 'account.PermissionChanged': {
      const { loginId, permission, alertLevel, listOnReport } = event.data;
      const held = { loginId, permission, alertLevel, listOnReport };
      return { ...account, permissions: replaced(account.permissions, held) };
    }
    case 'account.PermissionRevoked':
      return { ...account, permissions: without(account.permissions, event.data.loginId) };
    case 'account.AccountClosed':
      return { ...account, closed: true };
  }
}

const UPDATABLE = [
  'accountName',
  'defaultTaxLotSelection',
  'longTermTaxRate',
  'shortTermTaxRate',
  'initContributionDate',
  'trustedContacts',
  'primaryBeneficiaries',
  'contingentBeneficiaries',
] as const satisfies readonly (keyof UpdatableDetails)[];

/** The updatable details among the data of an event. */
export function updatable(data: UpdatableDetails): UpdatableDetails {
  const details: Record<string, unknown> = {};
  for (const name of UPDATABLE) if (data[name] !== undefined) details[name] = data[name];
  return details;
}

/** The list with the entry of the same login id replaced in its place, or the entry added at the end. */
export function replaced<T extends { readonly loginId: string }>(
  list: readonly T[],
  entry: T,
): T[] {
  return list.some((one) => one.loginId === entry.loginId)
    ? list.map((one) => (one.loginId === entry.loginId ? entry : one))
    : [...list, entry];
}

/** The list without the entry of a login id. */
export function without<T extends { readonly loginId: string }>(
  list: readonly T[],
  loginId: string,
): T[] {
  return list.filter((one) => one.loginId !== loginId);
}
