import {
  omit,
  pick,
  type RecordedOf,
  type SealedValue,
  sealedValue,
  searchForm,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import {
  type Account,
  commonChanges,
  type OwnerExclusions,
  ownersOf,
  replaced,
} from './account-state.js';
import {
  type AccountEvent,
  accountEvents,
  type AccountOpened,
  type AccountPermission,
  type AccountUpdated,
  type AgreementSigned,
  type Beneficiary,
  type Minor,
  type Restriction,
  type TrustedContact,
} from './account.events.js';
import { account } from './account.js';

/** Index names; {@link accountDocuments} defines the fields. */
export const AccountIndex = {
  Firm: 'firm',
  FirmByName: 'firm_name',
  FirmByDate: 'firm_date',
  /** By login id of a permission. */
  Holder: 'holder',
  HolderByName: 'holder_name',
  HolderByDate: 'holder_date',
  /** By login id or firm id of an owner. */
  Owner: 'owner',
  /** Finds the accounts billed together. */
  PrimaryOwner: 'primary_owner',
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
  events: Object.keys(accountEvents) as AccountEvent['type'][],
  documents: (event) => [event.data.accountNumber],
  history: {
    streams: streamPerDocument(account),
    fixed: {
      [AccountIndex.Firm]: 2,
      [AccountIndex.FirmByDate]: 3,
      [AccountIndex.Owner]: 2,
      [AccountIndex.PrimaryOwner]: 2,
      [AccountIndex.BillingPlan]: 1,
    },
  },

  fold(document, event) {
    if (event.type === 'account.AccountOpened') return opened(event);
    if (!document) return undefined;
    return { ...document, ...changes(document, event), revision: event.revision };
  },
};

/** A person with the tax number sealed: its mask for display, its ciphertext for entitled firms. */
export type SealedPerson<P> = Omit<P, 'ssn'> & { readonly ssn: SealedValue };

/** A restriction with the time it was set, ISO-8601 UTC. */
export type DocumentRestriction = Restriction & { readonly since: string; readonly setBy?: string };

/** The newest signature of one signer. */
export type DocumentSignature = Omit<AgreementSigned, 'accountNumber' | 'itemId'> & {
  readonly signedAt: Timestamp;
};

/** An account with everything that reads and the check of rights need. Personal fields are missing once the owner's key is destroyed. */
export type AccountDocument = Readonly<
  Omit<
    AccountOpened,
    'trustedContacts' | 'primaryBeneficiaries' | 'contingentBeneficiaries' | 'minor'
  > & {
    trustedContacts: readonly TrustedContact[];
    primaryBeneficiaries: readonly SealedPerson<Beneficiary>[];
    contingentBeneficiaries: readonly SealedPerson<Beneficiary>[];
    minor?: SealedPerson<Minor>;
    /** Absent unless the account is closed. */
    closed?: true;
    /** Companies of the owners, excluded in addition to the client's list. */
    ownerExclusions: readonly OwnerExclusions[];
    signatures: readonly DocumentSignature[];
    restrictions: readonly DocumentRestriction[];
    permissions: readonly AccountPermission[];
    createdAt: Timestamp;
    /** The name in the form lists are sorted by; absent once erased. */
    sortName?: string;
    /** Primary and joint owners: for the index by owner. */
    owners: readonly string[];
    /** Login ids of all permissions: for the index by holder. */
    holders: readonly string[];
    /** Revision of the stream, used as ETag. */
    revision: number;
  } & Account['exclusions']
>;

type AccountRecord = RecordedOf<AccountEvent>;

function changes(
  document: AccountDocument,
  event: Exclude<AccountRecord, { type: 'account.AccountOpened' }>,
): Partial<AccountDocument> {
  switch (event.type) {
    case 'account.AccountUpdated':
      return updated(event.data);
    case 'account.AccountRestricted': {
      const names = ['restrictionId', 'reasonCode', 'restrictionType', 'note', 'setBy'] as const;
      const entry = { ...pick(event.data, ...names), since: event.at };
      return { restrictions: [...document.restrictions, entry] };
    }
    case 'account.AgreementSigned': {
      const entry = { ...omit(event.data, 'accountNumber', 'itemId'), signedAt: event.at };
      return {
        signatures: replaced(document.signatures, entry),
        // the signer certifies being subject to backup withholding
        ...(event.data.w9Withhold === true && { w9BackupWithholding: 'C' }),
      };
    }
    case 'account.ClosingBegun':
    case 'account.ClosingTakenBack':
      return {};
    case 'account.AccountClosed':
      return { closed: true };
    default: {
      const changed = commonChanges(document, event);
      if (changed.permissions === undefined) return changed;
      return { ...changed, holders: changed.permissions.map(({ loginId }) => loginId) };
    }
  }
}

function opened({
  data,
  at,
  revision,
}: Extract<AccountRecord, { type: 'account.AccountOpened' }>): AccountDocument {
  const { minor, ...rest } = data;
  return {
    ...rest,
    ...sorted(data),
    trustedContacts: data.trustedContacts ?? [],
    primaryBeneficiaries: (data.primaryBeneficiaries ?? []).map(sealedPerson),
    contingentBeneficiaries: (data.contingentBeneficiaries ?? []).map(sealedPerson),
    ...(minor && { minor: sealedPerson(minor) }),
    securityExclusion: [],
    issueExclusion: [],
    sectorExclusion: [],
    ownerExclusions: [],
    signatures: [],
    restrictions: [],
    permissions: [],
    owners: ownersOf(data),
    holders: [],
    createdAt: at,
    revision,
  };
}

function updated(data: AccountUpdated): Partial<AccountDocument> {
  const { primaryBeneficiaries: primary, contingentBeneficiaries: contingent } = data;
  return {
    ...omit(data, 'previousAccountName', 'primaryBeneficiaries', 'contingentBeneficiaries'),
    ...sorted(data),
    ...(primary && { primaryBeneficiaries: primary.map(sealedPerson) }),
    ...(contingent && { contingentBeneficiaries: contingent.map(sealedPerson) }),
  };
}

function sealedPerson<P extends { readonly ssn: Secret }>(person: P): SealedPerson<P> {
  return { ...person, ssn: sealedValue(person.ssn) };
}

function sorted({
  accountName,
}: Pick<AccountDocument, 'accountName'>): Pick<AccountDocument, 'sortName'> {
  return accountName === undefined ? {} : { sortName: searchForm(accountName) };
}

/** Every ciphertext of a tax number in a document. */
export function sealedIn(document: AccountDocument): readonly string[] {
  const { minor, primaryBeneficiaries, contingentBeneficiaries } = document;
  return [...(minor ? [minor] : []), ...primaryBeneficiaries, ...contingentBeneficiaries].map(
    ({ ssn }) => ssn.sealed,
  );
}

/** The account as routes below `/accounts/{accountnumber}` get it: the state on a write, the document on a read. */
export type AccountView = Pick<
  Account,
  | 'accountNumber'
  | 'firmId'
  | 'accountType'
  | 'primaryAccountOwner'
  | 'jointOwners'
  | 'permissions'
  | 'requiredSigners'
  | 'restrictions'
> & { readonly closed?: boolean };
