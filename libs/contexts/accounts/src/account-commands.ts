import type {
  AccountStatus,
  BillingLevel,
  CipStatus,
  MembershipState,
  Permission,
} from '#libs/contexts/codes';
import type { AccountCaller } from './access.js';
import type { Account } from './account-state.js';
import type {
  AccountOpened,
  AccountPermission,
  AgreementSigned,
  UpdatableDetails,
} from './account.events.js';

/** Fields that creation and update share ([account.create], [account.update]). */
export interface DetailsInput extends UpdatableDetails {
  readonly billingPlanOid?: string;
}

/** A new account, with all fields its type requires and none of other types ([account.create]). */
export interface OpeningInput
  extends
    DetailsInput,
    Pick<AccountOpened, 'accountType' | 'branchCode' | 'repCode' | 'primaryAccountOwner'>,
    Pick<AccountOpened, 'minor' | 'accountRegistrationInfo' | 'taxClassification'>,
    Partial<Pick<AccountOpened, 'jointOwners' | 'w9BackupWithholding' | 'trustees'>> {
  readonly accountName: string;
  readonly billingPlanOid: string;
}

/** The changes to an account; omitted fields stay as they are ([account.update]). */
export interface UpdateInput extends DetailsInput, Partial<Account['exclusions']> {
  /** Must match the path. */
  readonly accountNumber?: string;
  /** CLOSED closes the account. */
  readonly accountStatus?: AccountStatus;
}

/**
 * A command that needs reservations first. A rehearsal is always refused, with the problems the command itself would be refused for,
 * or with none if it would be accepted.
 */
interface Rehearsable {
  readonly rehearsal?: boolean;
}

/** A request on an existing account; the caller's rights are checked against the state it changes. */
interface Called {
  readonly caller: AccountCaller;
}

export interface OpenAccount extends Rehearsable {
  readonly type: 'OpenAccount';
  readonly input: OpeningInput;
  readonly facts: OpeningFacts;
}

export interface UpdateAccount extends Called, Rehearsable {
  readonly type: 'UpdateAccount';
  readonly input: UpdateInput;
  readonly facts: UpdateFacts;
}

/**
 * Decides a closing that has begun, with everything in the log known: completes it, or takes it back. Something that came beside it sends
 * itself as the obstacle.
 */
export interface DecideClosing {
  readonly type: 'DecideClosing';
  /** One sentence each. */
  readonly obstacles: readonly string[];
}

/** The membership of an owner had ended when the account was opened: closes it, and what it reserved is free again. */
export interface UndoOpening {
  readonly type: 'UndoOpening';
}

/** Restricts the account for reason 021. */
export interface AddRestriction extends Called {
  readonly type: 'AddRestriction';
  readonly input: {
    /** Must match the path. */
    readonly accountNumber?: string;
    readonly note?: string;
  };
}

/** Lifts a restriction. The last signature lifts 020 without this command. */
export interface RemoveRestriction extends Called {
  readonly type: 'RemoveRestriction';
  readonly restrictionId: string;
}

/** Signs the customer agreement. The document has already been stored. */
export interface SignAgreement extends Called {
  readonly type: 'SignAgreement';
  readonly signature: Omit<AgreementSigned, 'accountNumber' | 'itemId'>;
  readonly facts: {
    /** Whether the caller is the firm's API client or the signer's advisor. */
    readonly speaksForSigner: boolean;
  };
}

/** A permission as sent. The login id of a change must match the path. */
export interface PermissionInput extends Partial<AccountPermission> {
  /** Must match the path. */
  readonly accountNumber?: string;
}

/** Grants a permission to a login id that has none. */
export interface GrantPermission extends Called {
  readonly type: 'GrantPermission';
  readonly input: PermissionInput & { readonly loginId: string; readonly permission: Permission };
  readonly facts: {
    /** Whether the login id is a member, trustee or API user of the account's firm. */
    readonly loginKnown: boolean;
  };
}

export interface ChangePermission extends Called {
  readonly type: 'ChangePermission';
  /** From the path. */
  readonly loginId: string;
  readonly input: PermissionInput;
}

export interface RevokePermission extends Called {
  readonly type: 'RevokePermission';
  readonly loginId: string;
}

/** Command of a reaction: sets the tickers an owner directs or holds ten percent of. */
export interface ApplyOwnerExclusions {
  readonly type: 'ApplyOwnerExclusions';
  /** Login id of an owner, or firm id of a corporate account. */
  readonly loginId: string;
  /** All current tickers of the owner. */
  readonly tickers: readonly string[];
}

/** Command of a reaction: applies the current result of a signer's identity check. */
export interface ApplyIdentityCheck {
  readonly type: 'ApplyIdentityCheck';
  readonly loginId: string;
  readonly cipStatus: CipStatus | undefined;
}

/** Command of a reaction: follows another account's change of plan if the firm bills per member. */
export interface ChangeBillingPlan {
  readonly type: 'ChangeBillingPlan';
  readonly billingPlanOid: string;
  readonly followedAccount: string;
}

export type AccountCommand =
  | OpenAccount
  | UpdateAccount
  | DecideClosing
  | UndoOpening
  | AddRestriction
  | RemoveRestriction
  | SignAgreement
  | GrantPermission
  | ChangePermission
  | RevokePermission
  | ApplyOwnerExclusions
  | ApplyIdentityCheck
  | ChangeBillingPlan;

/** What the rules need to know of a member who is to own an account. */
export interface MemberFact {
  readonly loginId: string;
  /** Advisor firm. */
  readonly firmId: string;
  /** Firm rep of a corporate firm. */
  readonly isFirmRep: boolean;
  readonly cipStatus: CipStatus;
  readonly transState: MembershipState;
  /** Companies the member directs or holds ten percent of. */
  readonly tickers: readonly string[];
}

/** What the rules need to know of a corporate firm that is to own an account. */
export interface CorporateFirmFact {
  readonly firmId: string;
  readonly advisorFirmId: string;
  /** Login id. */
  readonly firmRep: string;
  readonly repTransState?: MembershipState | undefined;
  readonly tickers: readonly string[];
  readonly hasAccount: boolean;
}

/** A trustee and the trustee's advisor firm. */
export type TrusteeFact = Pick<MemberFact, 'loginId' | 'firmId'>;

/** What opening an account needs from other streams. Whatever is not found is omitted. */
export interface OpeningFacts {
  readonly accountNumber: string;
  /** Advisor firm of the caller. */
  readonly firmId: string;
  /** Acting member or API user; will hold AC. */
  readonly createdBy: string;
  /** `primaryAccountOwner`, looked up as a member and as a corporate firm. */
  readonly member?: MemberFact;
  readonly corporateFirm?: CorporateFirmFact;
  /** In any order, like `trustees`. */
  readonly jointOwners: readonly MemberFact[];
  readonly trustees: readonly TrusteeFact[];
  /** The plan with `billingPlanOid`, if the caller's firm has it. */
  readonly billingPlan?: BillingPlanFact;
  /** Plans of the owner's accounts; empty unless the firm bills per member. */
  readonly memberPlans: readonly string[];
  /** Whether another account of the owner has the same `accountNameKey`. */
  readonly nameTaken: boolean;
}

export interface BillingPlanFact {
  /** A advisory, P platform, B brokerage. */
  readonly billingPlanType: string;
}

export interface UpdateFacts {
  readonly billingPlan?: BillingPlanFact;
  readonly billingLevel: BillingLevel;
  /** Whether the caller may change the plan of all accounts that would follow. */
  readonly managesAll: boolean;
  readonly nameTaken: boolean;
  /** What keeps the account from being closed, one sentence each; absent unless the request closes it. */
  readonly obstacles?: readonly string[];
}
