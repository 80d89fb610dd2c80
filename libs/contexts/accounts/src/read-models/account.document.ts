import { ownStream, type Projection } from '#libs/platform/read-models';
import {
  omit,
  pick,
  type RecordedOf,
  type SealedValue,
  sealedValue,
  searchForm,
  type Secret,
} from '#libs/platform/kernel';
import { account } from '../domain/account.js';
import type {
  AccountEvent,
  AccountOpened,
  AccountPermission,
  AccountUpdated,
  AgreementSigned,
  Beneficiary,
  Minor,
  Restriction,
  TrustedContact,
} from '../domain/events.js';
import {
  type Account,
  commonChanges,
  type OwnerExclusions,
  ownersOf,
  replaced,
} from '../domain/state.js';
import { accountEvents } from '../account.registry.js';

/** Indexes of the accounts by name; {@link accountDocuments} says by which fields. */
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
  /** The accounts billed together. */
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

/** A person with the tax number sealed: its mask to show, the ciphertext for entitled firms. */
export type SealedPerson<P> = Omit<P, 'ssn'> & { readonly ssn: SealedValue };

/** A restriction with its beginning, ISO-8601 UTC. */
export type DocumentRestriction = Restriction & { readonly since: string; readonly setBy?: string };

/** A stored signature on the customer agreement, newest per signer. */
export type DocumentSignature = Omit<AgreementSigned, 'accountNumber' | 'itemId'> & {
  /** ISO-8601 UTC. */
  readonly signedAt: string;
};

/**
 * One account with everything that its reads and the check of a caller's rights need. Personal fields are missing once the
 * key of the owner has been destroyed.
 */
export type AccountDocument = Readonly<
  Omit<
    AccountOpened,
    'trustedContacts' | 'primaryBeneficiaries' | 'contingentBeneficiaries' | 'minor'
  > & {
    trustedContacts: readonly TrustedContact[];
    primaryBeneficiaries: readonly SealedPerson<Beneficiary>[];
    contingentBeneficiaries: readonly SealedPerson<Beneficiary>[];
    minor?: SealedPerson<Minor>;
    /** Left out while the account is open. */
    closed?: true;
    /** Companies of the owners, kept out beside the client's list. */
    ownerExclusions: readonly OwnerExclusions[];
    signatures: readonly DocumentSignature[];
    restrictions: readonly DocumentRestriction[];
    permissions: readonly AccountPermission[];
    /** ISO-8601 UTC. */
    createdAt: string;
    /** The name as lists are sorted by it; as long as there is one. */
    sortName?: string;
    /** Primary and joint owners: for the index by owner. */
    owners: readonly string[];
    /** Login ids of all permissions: for the index by holder. */
    holders: readonly string[];
    /** Revision of the stream the document stands for: the ETag. */
    revision: number;
  } & Account['exclusions']
>;

type AccountRecord = RecordedOf<AccountEvent>;

/** The account document after an event; events before the opening leave none. */
function foldAccount(
  document: AccountDocument | undefined,
  event: AccountRecord,
): AccountDocument | undefined {
  if (event.type === 'account.AccountOpened') {
    return opened(event);
  }
  if (!document) return undefined;
  return { ...document, ...changes(document, event), revision: event.revision };
}

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
        // the signer certifies to be subject to it
        ...(event.data.w9Withhold === true && { w9BackupWithholding: 'C' }),
      };
    }
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
