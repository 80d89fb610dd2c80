import type {
  AccountStatus,
  BillingLevel,
  CipStatus,
  MembershipState,
  Permission,
} from '#libs/platform/kernel';
import type { AccountCaller } from './access.js';
import type {
  AccountOpened,
  AccountPermission,
  AgreementSigned,
  UpdatableDetails,
} from './events.js';
import type { Account } from './state.js';

/** Fields that creation and update share ([account.create], [account.update]). */
export interface DetailsInput extends UpdatableDetails {
  readonly billingPlanOid?: string;
  /** Decimal strings, 0 to 100, in their one plain form. */
  readonly longTermTaxRate?: string;
  readonly shortTermTaxRate?: string;
}

/** A new account: what its type needs is there, what belongs to others is not ([account.create]). */
export interface OpeningInput
  extends
    DetailsInput,
    Pick<AccountOpened, 'accountType' | 'branchCode' | 'repCode' | 'primaryAccountOwner'>,
    Pick<AccountOpened, 'minor' | 'accountRegistrationInfo' | 'taxClassification'>,
    Partial<Pick<AccountOpened, 'jointOwners' | 'w9BackupWithholding' | 'trustees'>> {
  readonly accountName: string;
  readonly billingPlanOid: string;
}

/** What of an account changes: the fields that are sent ([account.update]). */
export interface UpdateInput extends DetailsInput, Partial<Account['exclusions']> {
  /** Must be the one of the path. */
  readonly accountNumber?: string;
  /** CLOSED closes the account. */
  readonly accountStatus?: AccountStatus;
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
}

/** Signs the customer agreement; the document is stored before. */
export interface SignAgreement extends Called {
  readonly type: 'SignAgreement';
  readonly signature: Omit<AgreementSigned, 'accountNumber' | 'itemId'>;
  readonly facts: {
    /** The caller is the API client of the firm, or the advisor of the signer. */
    readonly speaksForSigner: boolean;
  };
}

/** What a login may do, as far as a request says it. */
export interface PermissionInput extends Partial<AccountPermission> {
  /** Must be the one of the path, as the login id of a change must. */
  readonly accountNumber?: string;
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

/** A member, as far as owning an account goes. */
export interface MemberFact {
  readonly loginId: string;
  /** Advisor firm. */
  readonly firmId: string;
  /** Firm rep of a corporate firm. */
  readonly isFirmRep: boolean;
  readonly cipStatus: CipStatus;
  readonly transState: MembershipState;
  /** Companies the member directs or holds a tenth of. */
  readonly tickers: readonly string[];
}

/** A corporate firm, as far as owning an account goes. */
export interface CorporateFirmFact {
  readonly firmId: string;
  /** Firm whose client made it. */
  readonly advisorFirmId: string;
  /** Login id. */
  readonly firmRep: string;
  readonly tickers: readonly string[];
  readonly hasAccount: boolean;
}

/** A trustee, and the advisor firm. */
export type TrusteeFact = Pick<MemberFact, 'loginId' | 'firmId'>;

/** What opening an account has to know from other streams. Who or what is not found is left out. */
export interface OpeningFacts {
  readonly accountNumber: string;
  /** Advisor firm of the caller. */
  readonly firmId: string;
  /** Acting member or API user: will hold AC. */
  readonly createdBy: string;
  /** `primaryAccountOwner` looked up both ways. */
  readonly member?: MemberFact;
  readonly corporateFirm?: CorporateFirmFact;
  /** Those of `jointOwners` that exist, in any order. */
  readonly jointOwners: readonly MemberFact[];
  /** Those of `trustees` that exist, in any order. */
  readonly trustees: readonly TrusteeFact[];
  /** The plan `billingPlanOid` names, when the caller's firm has it. */
  readonly billingPlan?: BillingPlanFact;
  /** Where the firm bills per member: plans of the owner's accounts. */
  readonly memberPlans: readonly string[];
  /** Another account of the owner has the name; see `accountNameKey`. */
  readonly nameTaken: boolean;
}

/** A billing plan of the caller's firm. */
export interface BillingPlanFact {
  /** A advisory, P platform, B brokerage. */
  readonly billingPlanType: string;
}

/** What an update has to know from other streams. */
export interface UpdateFacts {
  readonly billingPlan?: BillingPlanFact;
  /** Billing level of the caller's firm. */
  readonly billingLevel: BillingLevel;
  /** Where the firm bills per member: the caller may change the plan of all accounts that follow. */
  readonly managesAll: boolean;
  readonly nameTaken: boolean;
  /** Of a request to close the account: what is held or under way, each a sentence; absent when it is none. */
  readonly inTheWay?: readonly string[];
}
