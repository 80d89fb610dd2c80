import type {
  AccountType,
  AlertLevel,
  BackupWithholding,
  DomainEvent,
  LocalDate,
  Permission,
  RestrictionReason,
  Secret,
  SignatureImageEncoding,
  SignatureMethod,
  TaxClassification,
  TaxLotMethod,
  Timestamp,
} from '#libs/platform/kernel';

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

/** The billing plan changed. */
export interface BillingPlanChanged extends Owned {
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
export interface OwnerExclusionsApplied extends OnAccount {
  readonly loginId: string;
  readonly tickers: readonly string[];
}

/** A restriction was added. */
export interface AccountRestricted extends Shared, Restriction {
  /** Login id or firm id of the caller who set it; absent if the opening did. */
  readonly setBy?: string;
}

/** A restriction ended. */
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
export interface ClosingBegun extends Shared {
  /** What the same request changes. Recorded with the closing. */
  readonly changes?: AccountChanges;
}

/** Something came beside the closing, and the account stays open. */
export interface ClosingTakenBack extends OnAccount {
  /** What stood in the way, one sentence each. */
  readonly obstacles: readonly string[];
}

/** The account was closed permanently. */
export interface AccountClosed extends OnAccount {
  /** Login ids of the owners, or the firm id of a corporate account. */
  readonly owners: readonly string[];
  /** ISO-8601 UTC; absent from the oldest events. */
  readonly closedAt?: Timestamp;
  /** The opening was refused in the end; the account holds no name, and its owner no account. */
  readonly neverOpened?: true;
}

/** A login id got a permission on the account. */
export type PermissionGranted = OnAccount & AccountPermission;
/** A permission was replaced. */
export type PermissionChanged = OnAccount & AccountPermission;
/** A login id lost its permission. */
export interface PermissionRevoked extends OnAccount {
  readonly loginId: string;
}

/** All events of an account. */
export type AccountEvent =
  | DomainEvent<'account.AccountOpened', AccountOpened>
  | DomainEvent<'account.AccountUpdated', AccountUpdated>
  | DomainEvent<'account.BillingPlanChanged', BillingPlanChanged>
  | DomainEvent<'account.OwnerExclusionsApplied', OwnerExclusionsApplied>
  | DomainEvent<'account.AccountRestricted', AccountRestricted>
  | DomainEvent<'account.RestrictionLifted', RestrictionLifted>
  | DomainEvent<'account.AgreementSigned', AgreementSigned>
  | DomainEvent<'account.PermissionGranted', PermissionGranted>
  | DomainEvent<'account.PermissionChanged', PermissionChanged>
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
