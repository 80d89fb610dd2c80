import { defineEvents, type EventData, type Reason } from '#libs/platform/event-store';
import {
  type DomainEvent,
  type EventsOf,
  type LocalDate,
  Published,
  type Recorded,
  type Secret,
  subjectOfPersons,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type AccountType,
  AccountTypes,
  type Permission,
  type RestrictionReason,
  RestrictionReasons,
  RestrictionTypes,
  type TaxClassification,
  type TaxLotMethod,
  contentOf,
  ofAccount,
  textOf,
} from '#libs/contexts/codes';
import type { AlertLevel } from './access.js';
import type { SignatureImageEncoding, SignatureMethod } from './signing.js';
import { type BackupWithholding, EXCLUSION_LISTS, ownersOf, UPDATABLE } from './account-state.js';
import { BENEFICIARY_LISTS } from './opening.js';

/** Every account event names its account; events with personal data also name whose key protects it. */
interface OnAccount {
  readonly accountNumber: string;
}

interface Owned extends OnAccount {
  /** Login id of the primary owner, or the firm id of a corporate account. */
  readonly primaryAccountOwner: string;
}

/** Personal data of an account with several owners is that of all of them. */
interface Shared extends Owned {
  /** All owners of a joint account; absent if there is one owner. */
  readonly owners?: readonly string[];
}

/** The details an update may change. Personal fields are missing, not empty, once the owner's key has been destroyed. */
export interface UpdatableDetails {
  readonly accountName?: string;
  readonly defaultTaxLotSelection?: TaxLotMethod;
  /** Percent as a decimal string; null: no longer applies. */
  readonly longTermTaxRate?: string | null;
  readonly shortTermTaxRate?: string | null;
  /** `yyyy-MM-dd`. */
  readonly initContributionDate?: string;
  readonly trustedContacts?: readonly TrustedContact[];
  readonly primaryBeneficiaries?: readonly Beneficiary[];
  readonly contingentBeneficiaries?: readonly Beneficiary[];
}

/** The account was opened ([account.create]). */
export interface AccountOpened extends Owned, UpdatableDetails {
  /** Advisor firm. */
  readonly firmId: string;
  /** Login id of the acting member or API user; holds AC. */
  readonly createdBy: string;
  readonly accountType: AccountType;
  readonly billingPlanOid: string;
  readonly branchCode?: string;
  readonly repCode?: string;
  readonly jointOwners: readonly string[];
  readonly trustees: readonly string[];
  /** Login id; corporate accounts only. */
  readonly firmRep?: string;
  readonly defaultTaxLotSelection: TaxLotMethod;
  /** A SIMPLE IRA without an earlier contribution: `initContributionDate` is the opening date. */
  readonly newSimpleIra?: boolean;
  readonly minor?: Minor;
  readonly w9BackupWithholding: BackupWithholding;
  readonly accountRegistrationInfo?: string;
  readonly taxClassification?: TaxClassification;
  readonly requiredSigners: readonly RequiredSigner[];
}

/** Details changed; contains only those that did ([account.update]). */
export interface AccountUpdated extends Shared, UpdatableDetails {
  /** With `accountName`: the former name, free again. */
  readonly previousAccountName?: string;
  readonly securityExclusion?: readonly Exclusion[];
  readonly issueExclusion?: readonly Exclusion[];
  readonly sectorExclusion?: readonly Exclusion[];
}

interface BillingPlanChanged extends Owned {
  readonly billingPlanOid: string;
  readonly previousBillingPlanOid: string;
  /**
   * `account`: only this account. `member`: the firm bills per member, so every account of the owner has to follow.
   * `follows`: this account followed the one in `followedAccount`.
   */
  readonly scope: 'account' | 'member' | 'follows';
  readonly followedAccount?: string;
}

/** Companies an owner directs or holds ten percent of are excluded from trading; replaces the owner's earlier list. */
interface OwnerExclusionsApplied extends OnAccount {
  readonly loginId: string;
  readonly tickers: readonly string[];
}

interface AccountRestricted extends Shared, Restriction {
  /** Login id or firm id of the caller who set it; absent if the opening did. */
  readonly setBy?: string;
}

export interface RestrictionLifted extends OnAccount {
  readonly restrictionId: string;
  readonly reasonCode: RestrictionReason;
  /**
   * `signatures`: every required signer has signed. `request`: an entitled firm removed it. `identity`: the signer's identity check
   * was passed after all.
   */
  readonly cause: 'signatures' | 'request' | 'identity';
  readonly liftedBy?: string;
}

/** A signature on the customer agreement was stored ([signature.items]). */
export interface AgreementSigned extends OnAccount {
  readonly loginId: string;
  readonly method: SignatureMethod;
  /** Images only. */
  readonly encoding?: SignatureImageEncoding;
  /** Key in the document vault. */
  readonly documentKey: string;
  /** SHA-256 of the decoded bytes, lower-case hex. */
  readonly sha256: string;
  readonly w9Withhold?: boolean;
  /** Item for attention that asked for the signature; absent if none did ([signature.without-item]). */
  readonly itemId?: string;
}

/** What an update changes, as it is recorded. */
export interface AccountChanges {
  readonly details?: Omit<AccountUpdated, 'accountNumber' | 'primaryAccountOwner' | 'owners'>;
  readonly billingPlan?: Pick<BillingPlanChanged, 'billingPlanOid' | 'scope' | 'followedAccount'>;
}

/** The account is being closed: what stands in the way is looked up once more. Nothing has changed yet. */
interface ClosingBegun extends Shared {
  /** What the same request changes. Recorded with the closing. */
  readonly changes?: AccountChanges;
}

/** Something came beside the closing, and the account stays open. */
interface ClosingTakenBack extends OnAccount {
  /** What stood in the way, one sentence each. */
  readonly obstacles: readonly string[];
}

interface AccountClosed extends OnAccount {
  /** Login ids of the owners, or the firm id of a corporate account. */
  readonly owners: readonly string[];
  /** ISO-8601 UTC; absent from the oldest events. */
  readonly closedAt?: Timestamp;
  /** The opening was refused in the end; the account holds no name, and its owner no account. */
  readonly neverOpened?: true;
}

interface PermissionRevoked extends OnAccount {
  readonly loginId: string;
}

export type AccountEvent =
  | DomainEvent<'account.AccountOpened', AccountOpened>
  | DomainEvent<'account.AccountUpdated', AccountUpdated>
  | DomainEvent<'account.BillingPlanChanged', BillingPlanChanged>
  | DomainEvent<'account.OwnerExclusionsApplied', OwnerExclusionsApplied>
  | DomainEvent<'account.AccountRestricted', AccountRestricted>
  | DomainEvent<'account.RestrictionLifted', RestrictionLifted>
  | DomainEvent<'account.AgreementSigned', AgreementSigned>
  | EventsOf<
      'account.PermissionGranted' | 'account.PermissionChanged',
      OnAccount & AccountPermission
    >
  | DomainEvent<'account.PermissionRevoked', PermissionRevoked>
  | DomainEvent<'account.ClosingBegun', ClosingBegun>
  | DomainEvent<'account.ClosingTakenBack', ClosingTakenBack>
  | DomainEvent<'account.AccountClosed', AccountClosed>;

/** Person the firm may contact about the account ([account.trustedContacts]). */
export interface TrustedContact {
  readonly title?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly suffix?: string;
  readonly email: string;
  readonly telephone: string;
  /** S, O, A, G, F or L. */
  readonly relationship?: string;
}

/** Common fields of beneficiaries and minors. */
export interface NamedPerson {
  readonly title?: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  readonly suffix?: string;
  readonly dateOfBirth: LocalDate;
  readonly ssn: Secret;
  readonly citizenship?: string;
}

/** Beneficiary of a retirement account ([account.primaryBeneficiaries]). */
export interface Beneficiary extends NamedPerson {
  /** S (spouse) or O (other). */
  readonly relationship: string;
  /** Percent as a decimal string with two decimals: 0.01 to 100.00. */
  readonly sharePct: string;
}

/** Child for whom a custodial account is held ([account.minor]). */
export interface Minor extends NamedPerson {
  readonly citizenship: string;
  /** Two-letter state of current or last residence. */
  readonly state: string;
}

/** One entry of an exclusion list ([exclusion.replacing]). Both dates are inclusive. */
export interface Exclusion {
  readonly exclusionStartDate?: LocalDate;
  readonly exclusionEndDate?: LocalDate;
  readonly exclusionValue: string;
}

/** What a login id may do on an account ([permission.permission], [permission.codes]). */
export interface AccountPermission {
  readonly loginId: string;
  readonly permission: Permission;
  readonly alertLevel: AlertLevel;
  readonly listOnReport: boolean;
}

/** A restriction in force. */
export interface Restriction {
  readonly restrictionId: string;
  readonly reasonCode: RestrictionReason;
  readonly restrictionType: 'CR';
  readonly note?: string;
  /** Reason 022: login id of the signer whose identity check failed. */
  readonly identityOf?: string;
}

/** Person who has to sign the customer agreement, and the SA item for attention that asks for it. */
export interface RequiredSigner {
  readonly loginId: string;
  readonly itemId: string;
}

/**
 * Personal data of an account is protected by the keys of all owners together, or of the firm of a corporate account. Account and
 * registration names count as personal, since people put their own names there.
 */
const subject = (data: Pick<AccountUpdated, 'primaryAccountOwner' | 'owners'>): string =>
  subjectOfPersons(data.owners ?? [data.primaryAccountOwner]);

const permission = (data: EventData): string => `permission/${textOf(data, 'loginId')}`;

const held = (data: EventData): EventData => ({ holder: data['loginId'], ...contentOf(data) });

const restriction = (data: EventData): string => `restriction/${textOf(data, 'restrictionId')}`;

/** Why a restriction ended: by the last signature, which is the event right before it, or on request. */
function lifted(data: EventData, before: Recorded | undefined): Reason {
  const signed = before?.type === 'account.AgreementSigned' ? (before.data as EventData) : {};
  const by = data['cause'] === 'signatures' ? textOf(signed, 'loginId') : textOf(data, 'liftedBy');
  return {
    outcome: 'lifted',
    code: textOf(data, 'reasonCode'),
    cause: textOf(data, 'cause'),
    ...(by !== '' && { by }),
  };
}

function planReason(data: EventData): Reason | undefined {
  const account = textOf(data, 'followedAccount');
  const scope = textOf(data, 'scope');
  return scope === 'account'
    ? undefined
    : { outcome: 'followed', cause: scope, ...(account !== '' && { by: account }) };
}

const PERSONAL = ['accountName', 'trustedContacts', ...BENEFICIARY_LISTS] as const;

/** Wire names of the fields that may change after the opening. */
const ACCOUNT_FIELDS = [...UPDATABLE, ...EXCLUSION_LISTS];

const updated = Published.event('brokerage.account.updated.v1', 'Details of the account changed.', {
  changed: Published.words(ACCOUNT_FIELDS, 'Names of the fields that changed'),
});

const restrictionFields = {
  restrictionId: Published.text('Id of the restriction'),
  reasonCode: Published.code(RestrictionReasons, 'Why the account was restricted'),
};

const permissionsChanged = Published.event(
  'brokerage.account.permissions-changed.v1',
  'A permission on the account changed.',
  { change: Published.word(['granted', 'changed', 'revoked'], 'What became of the permission') },
  '/permissions',
);

/** How the events of accounts are stored. */
export const accountEvents = defineEvents<AccountEvent>({
  'account.AccountOpened': {
    history: { title: 'Account opened', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.account.opened.v1',
      'An account was opened; it is restricted.',
      { accountType: Published.code(AccountTypes, 'Type of the account') },
    ),
    personal: {
      subject: (data) => subjectOfPersons(ownersOf(data)),
      fields: [...PERSONAL, 'accountRegistrationInfo', 'minor'],
    },
  },
  'account.AccountUpdated': {
    history: { title: 'Account details changed', subjects: ofAccount },
    publishes: updated.with((data) => ({
      changed: ACCOUNT_FIELDS.filter((name) => data[name] !== undefined),
    })),
    // version 1 had exclusions in clear text
    version: 2,
    upcasts: { 1: (data) => data },
    personal: { subject, fields: [...PERSONAL, 'previousAccountName', ...EXCLUSION_LISTS] },
  },
  'account.BillingPlanChanged': {
    history: {
      title: 'Billing plan changed',
      subjects: ofAccount,
      fields: ({ billingPlanOid }) => ({ billingPlanOid }),
      reason: planReason,
    },
    publishes: Published.event(
      'brokerage.account.billing-plan-changed.v1',
      'Another billing plan applies.',
      { billingPlanOid: Published.text('Id of the plan') },
    ),
  },
  'account.OwnerExclusionsApplied': {
    history: {
      title: "Securities of an owner's companies excluded",
      subjects: ofAccount,
      thing: (data) => `exclusions/${textOf(data, 'loginId')}`,
    },
    publishes: updated.with(() => ({ changed: ['securityExclusion'] })),
  },
  // the note is personal, since free text may name people
  'account.AccountRestricted': {
    history: { title: 'Account restricted', subjects: ofAccount, thing: restriction, begins: true },
    publishes: Published.event(
      'brokerage.account.restricted.v1',
      'A restriction was added.',
      {
        ...restrictionFields,
        restrictionType: Published.code(RestrictionTypes, 'How far it goes'),
      },
      '/restrictions/{restrictionId}',
    ),
    personal: { subject, fields: ['note'] },
  },
  'account.RestrictionLifted': {
    history: {
      title: 'Restriction lifted',
      subjects: ofAccount,
      thing: restriction,
      ends: true,
      reason: lifted,
    },
    publishes: Published.event('brokerage.account.restriction-lifted.v1', 'A restriction ended.', {
      ...restrictionFields,
      cause: Published.word(['signatures', 'request'], 'What ended it'),
    }).with(({ cause }) => ({
      // the published type knows no 'identity'; reporting the passed check counts as the request
      cause: cause === 'identity' ? 'request' : cause,
    })),
  },
  'account.AgreementSigned': {
    history: {
      title: 'Customer agreement signed',
      subjects: ofAccount,
      thing: (data) => `signature/${textOf(data, 'loginId')}`,
      fields: (data) => ({ signer: data['loginId'], ...contentOf(data) }),
    },
    document: ({ documentKey: key, sha256 }) => ({ key, sha256 }),
    publishes: Published.event(
      'brokerage.agreement.signed.v1',
      'A signature on the customer agreement was stored.',
      {},
      '/customeragreement',
    ),
  },
  'account.PermissionGranted': {
    history: {
      title: 'Permission granted',
      subjects: ofAccount,
      thing: permission,
      begins: true,
      fields: held,
    },
    publishes: permissionsChanged.with(() => ({ change: 'granted' })),
  },
  'account.PermissionChanged': {
    history: { title: 'Permission changed', subjects: ofAccount, thing: permission, fields: held },
    publishes: permissionsChanged.with(() => ({ change: 'changed' })),
  },
  'account.PermissionRevoked': {
    history: { title: 'Permission revoked', subjects: ofAccount, thing: permission, ends: true },
    publishes: permissionsChanged.with(() => ({ change: 'revoked' })),
  },
  'account.ClosingBegun': {
    history: { title: 'Closing of the account begun', subjects: ofAccount, fields: () => ({}) },
    publishes: 'nothing',
    personal: { subject, fields: ['changes'] },
  },
  'account.ClosingTakenBack': {
    history: {
      title: 'Closing of the account taken back',
      subjects: ofAccount,
      fields: () => ({}),
      reason: () => ({ outcome: 'refused', code: 'account.closing.rule' }),
    },
    publishes: 'nothing',
  },
  'account.AccountClosed': {
    history: { title: 'Account closed', subjects: ofAccount, ends: true },
    publishes: Published.event(
      'brokerage.account.closed.v1',
      'The account was closed, for good.',
      {},
    ),
  },
});
