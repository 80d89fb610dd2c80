import type { CipStatus, LocalDate, MembershipState, Secret, Ticker } from '#libs/platform/kernel';
import type { MemberProfile, ProfileOptions, SentProfile } from './member-profile.js';
import type { Identity } from './person.js';

/** A member to be created. */
export interface NewMember extends Identity, SentProfile {
  readonly loginId: string;
  readonly tid: Secret;
}

/** The changes to a member; omitted fields keep their values, null clears an optional one. */
export interface MemberChanges
  extends ProfileOptions, Partial<Pick<MemberProfile, 'email1' | 'primaryAddress'>> {
  /** Must match the path. */
  readonly loginId?: string;
}

/** Creates a member ([member.create]). */
export interface CreateMember {
  readonly type: 'CreateMember';
  readonly member: NewMember;
  /** The advisor firm of the caller. */
  readonly firm: { readonly firmId: string; readonly partnerCode?: string };
  readonly advisorLoginId?: string;
  /** Result of the identity check; PENDING_NEW if it comes later. */
  readonly identity: CipStatus;
}

/** Changes the profile. */
export interface UpdateMember {
  readonly type: 'UpdateMember';
  /** Firm of the caller, to which the member must belong; absent for back office. */
  readonly firmId?: string;
  readonly loginId: string;
  readonly changes: MemberChanges;
}

/** Records the result of an identity check. */
export interface RecordIdentityResult {
  readonly type: 'RecordIdentityResult';
  readonly firmId?: string;
  readonly result: 'PASSED' | 'FAILED';
}

/** Requests another identity check after a failed one. */
export interface RequestIdentityCheck {
  readonly type: 'RequestIdentityCheck';
  readonly firmId?: string;
}

/** Ends or resumes the membership, on the firm's request. */
export interface ChangeMembership {
  readonly type: 'ChangeMembership';
  /** Firm of the caller. */
  readonly firmId: string;
  readonly transState: MembershipState;
  /** Numbers of the member's open accounts. */
  readonly openAccounts: readonly string[];
}

/**
 * Decides the end of a membership that has begun, with everything in the log known: completes it, or takes it back. An account that was
 * opened beside it sends itself.
 */
export interface DecideMembership {
  readonly type: 'DecideMembership';
  readonly firmId?: string;
  /** Numbers of the member's open accounts. */
  readonly openAccounts: readonly string[];
}

/** Adjusts the membership to the member's accounts: it lasts while one is open. */
export interface FollowAccounts {
  readonly type: 'FollowAccounts';
  readonly firmId?: string;
  readonly hasOpenAccount: boolean;
}

/** All commands of a member. */
export type MemberCommand =
  | CreateMember
  | UpdateMember
  | RecordIdentityResult
  | RequestIdentityCheck
  | ChangeMembership
  | DecideMembership
  | FollowAccounts;

/** State of a member. Personal fields are missing once the person's key is destroyed. */
export interface Member {
  readonly loginId: string;
  readonly memberOid: string;
  readonly firmOid: string;
  /** Login id of the API client or advisor who created the member. */
  readonly advisorLoginId?: string;
  readonly dateOfBirth?: LocalDate;
  readonly cipStatus: CipStatus;
  readonly transState: MembershipState;
  /** How far an end of the membership is: begun, or taken back because of these accounts. */
  readonly ending?:
    { readonly transState: MembershipState } | { readonly accounts: readonly string[] };
  /** The firm ended the membership in two steps, with no account open. */
  readonly endedInSteps?: boolean;
  readonly profile: Partial<MemberProfile>;
  /** Companies directed or held by ten percent. */
  readonly tickers: readonly Ticker[];
}

/** Undefined before the member is created. */
export interface MemberState {
  readonly member?: Member;
}
