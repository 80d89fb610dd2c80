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
} from '#libs/platform/kernel';

/** Every account event names its account; those with personal data also name whose key protects them. */
interface OnAccount {
  readonly accountNumber: string;
}

interface Owned extends OnAccount {
  /** Login id of the primary owner, or the firm id of a corporate account. */
  readonly primaryAccountOwner: string;
}

/** What is said of an account with several owners concerns all of them. */
interface Shared extends Owned {
  /** All owners of a joint account; absent for a single one. */
  readonly owners?: readonly string[];
}

/** The details a request may change later. Personal ones are missing, not empty, once the key of the owner has been destroyed. */
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

/** The account came into being ([account.create]). */
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
  /** The SIMPLE IRA had no contribution before: its date is the day it was opened. */
  readonly newSimpleIra?: boolean;
  readonly minor?: Minor;
  readonly w9BackupWithholding: BackupWithholding;
  readonly accountRegistrationInfo?: string;
  readonly taxClassification?: TaxClassification;
  readonly requiredSigners: readonly RequiredSigner[];
}

/** Details changed; only those that really did ([account.update]). */
export interface AccountUpdated extends Shared, UpdatableDetails {
  /** With `accountName`: the name that is free again. */
  readonly previousAccountName?: string;
  readonly securityExclusion?: readonly Exclusion[];
  readonly issueExclusion?: readonly Exclusion[];
  readonly sectorExclusion?: readonly Exclusion[];
}

/** Another billing plan applies. */
export interface BillingPlanChanged extends Owned {
  readonly billingPlanOid: string;
  readonly previousBillingPlanOid: string;
  /**
   * `account`: this account alone. `member`: the firm bills per member, so every account of the owner has to follow.
   * `follows`: this account followed another one, named in `followedAccount`.
   */
  readonly scope: 'account' | 'member' | 'follows';
  readonly followedAccount?: string;
}

/** Companies an owner directs, or holds a tenth of, must not be traded here: replaces the owner's earlier list. */
export interface OwnerExclusionsApplied extends OnAccount {
  readonly loginId: string;
  readonly tickers: readonly string[];
}

/** A restriction was added. */
export interface AccountRestricted extends Shared, Restriction {
  /** Login id or firm id of who set it; absent when the opening did. */
  readonly setBy?: string;
}

/** A restriction ended. */
export interface RestrictionLifted extends OnAccount {
  readonly restrictionId: string;
  readonly reasonCode: RestrictionReason;
  /**
   * `signatures`: every required signer has signed. `request`: an entitled firm removed it. `identity`: the identity check it
   * stood for was passed after all.
   */
  readonly cause: 'signatures' | 'request' | 'identity';
  readonly liftedBy?: string;
}

/** A signature on the customer agreement was stored ([signature.items]). */
export interface AgreementSigned extends OnAccount {
  readonly loginId: string;
  readonly method: SignatureMethod;
  /** For images only. */
  readonly encoding?: SignatureImageEncoding;
  /** Where the document store keeps it. */
  readonly documentKey: string;
  /** SHA-256 of the decoded bytes, lower-case hex. */
  readonly sha256: string;
  readonly w9Withhold?: boolean;
  /** Item for attention that asked for it; absent when nothing asked ([signature.without-item]). */
  readonly itemId?: string;
}

/** The account was closed, for good: nothing was held or under way. */
export interface AccountClosed extends OnAccount {
  /** Everybody it belonged to: login ids, or the id of the firm of a corporate account. */
  readonly owners: readonly string[];
}

/** A login id may do something on the account from now on. */
export type PermissionGranted = OnAccount & AccountPermission;
/** It may do something else from now on. */
export type PermissionChanged = OnAccount & AccountPermission;
/** It may do nothing from now on. */
export interface PermissionRevoked extends OnAccount {
  readonly loginId: string;
}

/** Everything that can happen to an account. */
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
  | DomainEvent<'account.AccountClosed', AccountClosed>;

/** Person the firm may speak to about the account ([account.trustedContacts]). */
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

/** What is alike of a beneficiary and a minor. */
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

/** Heir of a retirement account ([account.primaryBeneficiaries]). */
export interface Beneficiary extends NamedPerson {
  /** S spouse or O other. */
  readonly relationship: string;
  /** Percent as a decimal string with two decimals: 0.01 to 100.00. */
  readonly sharePct: string;
}

/** Child a custodial account belongs to ([account.minor]). */
export interface Minor extends NamedPerson {
  readonly citizenship: string;
  /** Two-letter state of residence or last residence. */
  readonly state: string;
}

/** One entry of an exclusion list ([exclusion.replacing]). Both days are inclusive. */
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
  /** Login id of the signer whose failed identity check it stands for; reason 022. */
  readonly identityOf?: string;
}

/** A person who has to sign the customer agreement, and the SA item for attention that asks for it. */
export interface RequiredSigner {
  readonly loginId: string;
  readonly itemId: string;
}
