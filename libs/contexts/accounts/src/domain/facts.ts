import type { BillingLevel, CipStatus, MembershipState } from '#libs/platform/kernel';

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

/** A trustee. */
export interface TrusteeFact {
  readonly loginId: string;
  /** Advisor firm. */
  readonly firmId: string;
}

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
