import type {
  AccountStatus,
  AccountType,
  AlertLevel,
  BackupWithholding,
  CipStatus,
  LocalDate,
  Permission,
  SignatureImageEncoding,
  SignatureMethod,
  TaxClassification,
  TaxLotMethod,
} from '#libs/platform/kernel';
import type { AccountCaller } from './access.js';
import type { OpeningFacts, UpdateFacts } from './facts.js';
import type { Beneficiary, Exclusion, Minor, TrustedContact } from './values.js';

/** Fields that creation and update share ([account.create], [account.update]). */
export interface DetailsInput {
  readonly accountName?: string;
  readonly billingPlanOid?: string;
  readonly defaultTaxLotSelection?: TaxLotMethod;
  /** Decimal strings, 0 to 100, in their one plain form. */
  readonly longTermTaxRate?: string;
  readonly shortTermTaxRate?: string;
  readonly initContributionDate?: LocalDate;
  readonly trustedContacts?: readonly TrustedContact[];
  readonly primaryBeneficiaries?: readonly Beneficiary[];
  readonly contingentBeneficiaries?: readonly Beneficiary[];
}

/** A new account: what its type needs is there, what belongs to others is not ([account.create]). */
export interface OpeningInput extends DetailsInput {
  readonly accountName: string;
  readonly billingPlanOid: string;
  readonly accountType: AccountType;
  readonly branchCode?: string;
  readonly repCode?: string;
  readonly primaryAccountOwner: string;
  readonly jointOwners?: readonly string[];
  readonly minor?: Minor;
  readonly w9BackupWithholding?: BackupWithholding;
  readonly trustees?: readonly string[];
  readonly accountRegistrationInfo?: string;
  readonly taxClassification?: TaxClassification;
}

/** What of an account changes: the fields that are sent ([account.update]). */
export interface UpdateInput extends DetailsInput {
  /** Must be the one of the path. */
  readonly accountNumber?: string;
  /** CLOSED closes the account. */
  readonly accountStatus?: AccountStatus;
  readonly securityExclusion?: readonly Exclusion[];
  readonly issueExclusion?: readonly Exclusion[];
  readonly sectorExclusion?: readonly Exclusion[];
}

/**
 * A request that first has to reserve something. As a rehearsal it is always refused, with the problems it would be refused
 * for: none when it would go through.
 */
interface Rehearsable {
  readonly rehearsal?: boolean;
}

/** A request on an existing account carries its caller, whose rights are checked against the state it changes. */
interface Called {
  readonly caller: AccountCaller;
}

/** Opens an account. */
export interface OpenAccount extends Rehearsable {
  readonly type: 'OpenAccount';
  readonly input: OpeningInput;
  readonly facts: OpeningFacts;
}

/** Changes what an update may change. */
export interface UpdateAccount extends Called, Rehearsable {
  readonly type: 'UpdateAccount';
  readonly input: UpdateInput;
  readonly facts: UpdateFacts;
}

/** Restricts the account, by reason 021. */
export interface AddRestriction extends Called {
  readonly type: 'AddRestriction';
  readonly input: {
    /** Must be the one of the path. */
    readonly accountNumber?: string;
    readonly note?: string;
  };
}

/** Lifts a restriction; signing lifts 020 by itself. */
export interface RemoveRestriction extends Called {
  readonly type: 'RemoveRestriction';
  readonly restrictionId: string;
  readonly facts: {
    /** The caller is the API client of the firm, acting for itself. */
    readonly firmItself: boolean;
  };
}

/** Signs the customer agreement; the document is stored before. */
export interface SignAgreement extends Called {
  readonly type: 'SignAgreement';
  readonly signature: {
    readonly loginId: string;
    readonly method: SignatureMethod;
    readonly encoding?: SignatureImageEncoding;
    /** Where the document store keeps the document; known before the signature is decided on. */
    readonly documentKey: string;
    /** SHA-256 of the decoded bytes, lower-case hex. */
    readonly sha256: string;
    readonly w9Withhold?: boolean;
  };
  readonly facts: {
    /** The caller is the API client of the firm, or the advisor of the signer. */
    readonly speaksForSigner: boolean;
  };
}

/** What a login may do, as far as a request says it. */
export interface PermissionInput {
  /** Must be those of the path. */
  readonly loginId?: string;
  readonly accountNumber?: string;
  readonly permission?: Permission;
  readonly alertLevel?: AlertLevel;
  readonly listOnReport?: boolean;
}

/** Gives a login a permission it has not yet. */
export interface GrantPermission extends Called {
  readonly type: 'GrantPermission';
  readonly input: PermissionInput & { readonly loginId: string; readonly permission: Permission };
  readonly facts: {
    /** The login id is a member, a trustee or an API user of the account's firm. */
    readonly loginKnown: boolean;
  };
}

/** Changes the permission that a login has. */
export interface ChangePermission extends Called {
  readonly type: 'ChangePermission';
  /** From the path. */
  readonly loginId: string;
  readonly input: PermissionInput;
}

/** Takes a permission away. */
export interface RevokePermission extends Called {
  readonly type: 'RevokePermission';
  readonly loginId: string;
}

/** A reaction to a member's or a firm's ten-percent companies; the account is one of those the owner has. */
export interface ApplyOwnerExclusions {
  readonly type: 'ApplyOwnerExclusions';
  /** Login id of an owner, or firm id of a corporate account. */
  readonly loginId: string;
  /** All of the owner's tickers as they now are. */
  readonly tickers: readonly string[];
}

/** A reaction to the result of an identity check. */
export interface ApplyIdentityCheck {
  readonly type: 'ApplyIdentityCheck';
  readonly loginId: string;
  /** As it now is. */
  readonly cipStatus: CipStatus | undefined;
}

/** A reaction to another account's change of plan where the firm bills per member. */
export interface ChangeBillingPlan {
  readonly type: 'ChangeBillingPlan';
  readonly billingPlanOid: string;
  /** Number of the account that was updated. */
  readonly followedAccount: string;
}

/** Everything that can be asked of an account. */
export type AccountCommand =
  | OpenAccount
  | UpdateAccount
  | AddRestriction
  | RemoveRestriction
  | SignAgreement
  | GrantPermission
  | ChangePermission
  | RevokePermission
  | ApplyOwnerExclusions
  | ApplyIdentityCheck
  | ChangeBillingPlan;
