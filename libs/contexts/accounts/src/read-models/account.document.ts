import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import {
  omit,
  pick,
  type RecordedOf,
  type SealedValue,
  sealedValue,
  searchForm,
  type Secret,
  wireDateAsTimestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import type { Unseal } from '#libs/contexts/members';
import type { Form } from '#libs/platform/http';
import { account } from '../domain/account.js';
import type {
  AccountEvent,
  AccountOpened,
  AccountPermission,
  AccountUpdated,
  AgreementSigned,
  Beneficiary,
  Exclusion,
  Minor,
  NamedPerson,
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
import { statusOf } from '../domain/closing.js';
import { shownExclusions } from '../domain/updating.js';
import type {
  PermissionResponse,
  RestrictionResponse,
  SignatureResponse,
} from '../http/access.dto.js';
import type { AccountResponse, AccountsQuery, ExclusionResponse } from '../http/account.dto.js';

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
type SealedPerson<P> = Omit<P, 'ssn'> & { readonly ssn: SealedValue };

/** A restriction with the time it was set, ISO-8601 UTC. */
type DocumentRestriction = Restriction & { readonly since: string; readonly setBy?: string };

/** The newest signature of one signer. */
type DocumentSignature = Omit<AgreementSigned, 'accountNumber' | 'itemId'> & {
  /** ISO-8601 UTC. */
  readonly signedAt: string;
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
    /** ISO-8601 UTC. */
    createdAt: string;
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

/** The form of a response: `whole` with full tax numbers, `erased` once the owner's data has been erased. */
export function formOf(document: AccountDocument, unsealed: boolean): Form | undefined {
  if (document.accountName === undefined) return 'erased';
  return unsealed && sealedIn(document).length > 0 ? 'whole' : undefined;
}

/**
 * The account as GET returns it ([account.get]). Fields without a value are null, lists are empty. Tax numbers are masked to the last
 * four digits where `unseal` does not decrypt them.
 */
export function toAccountResponse(document: AccountDocument, unseal?: Unseal): AccountResponse {
  const person = personResponse(unseal);
  return {
    accountNumber: document.accountNumber,
    accountStatus: statusOf(document),
    accountName: document.accountName ?? null,
    accountType: document.accountType,
    billingPlanOid: document.billingPlanOid,
    branchCode: document.branchCode ?? null,
    repCode: document.repCode ?? null,
    defaultTaxLotSelection: document.defaultTaxLotSelection,
    longTermTaxRate: document.longTermTaxRate ?? null,
    shortTermTaxRate: document.shortTermTaxRate ?? null,
    primaryAccountOwner: document.primaryAccountOwner,
    jointOwners: document.jointOwners,
    initContributionDate: document.initContributionDate ?? null,
    trustedContacts: document.trustedContacts.map((contact) => ({
      ...contact,
      relationship: contact.relationship ?? null,
    })),
    primaryBeneficiaries: document.primaryBeneficiaries.map(person),
    contingentBeneficiaries: document.contingentBeneficiaries.map(person),
    minor: document.minor ? person(document.minor) : null,
    w9BackupWithholding: document.w9BackupWithholding,
    trustees: document.trustees,
    accountRegistrationInfo: document.accountRegistrationInfo ?? null,
    taxClassification: document.taxClassification ?? null,
    securityExclusion: shownExclusions(document).map(toExclusionResponse),
    issueExclusion: document.issueExclusion.map(toExclusionResponse),
    sectorExclusion: document.sectorExclusion.map(toExclusionResponse),
    restrictions: document.restrictions.map(({ restrictionId }) => restrictionId),
    creationDate: wireTimestamp(document.createdAt),
  };
}

function toExclusionResponse(exclusion: Exclusion): ExclusionResponse {
  return {
    exclusionStartDate: exclusion.exclusionStartDate ?? null,
    exclusionEndDate: exclusion.exclusionEndDate ?? null,
    exclusionValue: exclusion.exclusionValue,
  };
}

function personResponse(unseal: Unseal | undefined) {
  return <P extends SealedPerson<NamedPerson>>(person: P) => ({
    ...person,
    title: person.title ?? null,
    middleName: person.middleName ?? null,
    suffix: person.suffix ?? null,
    citizenship: person.citizenship ?? null,
    dateOfBirth: wireDateAsTimestamp(person.dateOfBirth),
    ssn: unseal?.(person.ssn.sealed) ?? person.ssn.masked,
  });
}

/** One restriction as `GET …/restrictions[/{id}]` returns it. */
export function toRestrictionResponse(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  restriction: DocumentRestriction,
): RestrictionResponse {
  return {
    restrictionId: restriction.restrictionId,
    accountNumber,
    reasonCode: restriction.reasonCode,
    restrictionType: restriction.restrictionType,
    note: restriction.note ?? null,
    creationDate: wireTimestamp(restriction.since),
  };
}

/** One permission as `GET …/permissions[/{loginid}]` returns it. */
export function toPermissionResponse(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  { loginId, permission, alertLevel, listOnReport }: AccountPermission,
): PermissionResponse {
  return { loginId, accountNumber, permission, alertLevel, listOnReport };
}

/** One signature as `GET …/customeragreement` lists it. */
export function toSignatureResponse(signature: DocumentSignature): SignatureResponse {
  return {
    loginId: signature.loginId,
    signatureMethod: signature.method,
    signatureImageEncoding: signature.encoding ?? null,
    w9Withhold: signature.w9Withhold ?? null,
    sha256: signature.sha256,
    signedAt: wireTimestamp(signature.signedAt),
  };
}

/** The filter of a list query; undefined if the query has none. */
export function accountFilter({
  owner,
  accountType,
  accountStatus,
  accountName,
}: Partial<AccountsQuery>): ((account: AccountDocument) => boolean) | undefined {
  if ((owner ?? accountType ?? accountStatus ?? accountName) === undefined) return undefined;
  const name = accountName === undefined ? undefined : searchForm(accountName);
  return (account) =>
    (owner === undefined || account.owners.includes(owner)) &&
    (accountType?.includes(account.accountType) ?? true) &&
    (accountStatus?.includes(statusOf(account)) ?? true) &&
    (name === undefined || searchForm(account.accountName ?? '').includes(name));
}
