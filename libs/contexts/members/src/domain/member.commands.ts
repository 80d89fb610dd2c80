import type { CipStatus, LocalDate, MembershipState, Secret, Ticker } from '#libs/platform/kernel';
import type { MemberProfile, ProfileOptions, SentProfile } from './member-profile.js';
import type { Identity } from './person.js';

/** Somebody who becomes a member. */
export interface NewMember extends Identity, SentProfile {
  readonly loginId: string;
  readonly tid: Secret;
}

/** What of a member changes: the fields that are sent, null empties an optional one. */
export interface MemberChanges
  extends ProfileOptions, Partial<Pick<MemberProfile, 'email1' | 'primaryAddress'>> {
  /** Must be the one of the path. */
  readonly loginId?: string;
}

/** Opens a membership ([member.create]). */
export interface CreateMember {
  readonly type: 'CreateMember';
  readonly member: NewMember;
  /** The advisor firm of the caller. */
  readonly firm: { readonly firmId: string; readonly partnerCode?: string };
  readonly advisorLoginId?: string;
  /** Result of the identity check; PENDING_NEW when it is to come later. */
  readonly identity: CipStatus;
}

/** Changes the profile. */
export interface UpdateMember {
  readonly type: 'UpdateMember';
  /** Firm of the caller; another firm's member is not found. Absent for back office. */
  readonly firmId?: string;
  /** Login id of the path. */
  readonly loginId: string;
  readonly changes: MemberChanges;
}

/** Takes the answer of an identity check. */
export interface RecordIdentityResult {
  readonly type: 'RecordIdentityResult';
  readonly firmId?: string;
  readonly result: 'PASSED' | 'FAILED';
}

/** Has the identity checked again. */
export interface RequestIdentityCheck {
  readonly type: 'RequestIdentityCheck';
  readonly firmId?: string;
}

/** Ends the relationship of a member with the firm, or begins it again. */
export interface ChangeMembership {
  readonly type: 'ChangeMembership';
  /** Firm of the caller. */
  readonly firmId: string;
  readonly transState: MembershipState;
  /** Numbers of the accounts of the member that are open. */
  readonly openAccounts: readonly string[];
}

/** Has the membership follow from the accounts of the member: it lasts while one is open. */
export interface FollowAccounts {
  readonly type: 'FollowAccounts';
  readonly firmId?: string;
  readonly hasOpenAccount: boolean;
}

/** What can be asked of a member. */
export type MemberCommand =
  | CreateMember
  | UpdateMember
  | RecordIdentityResult
  | RequestIdentityCheck
  | ChangeMembership
  | FollowAccounts;

/** A member as commands see it. Personal fields are missing once the person's key is destroyed. */
export interface Member {
  readonly loginId: string;
  readonly memberOid: string;
  readonly firmOid: string;
  /** Who opened the membership. */
  readonly advisorLoginId?: string;
  readonly dateOfBirth?: LocalDate;
  readonly cipStatus: CipStatus;
  readonly transState: MembershipState;
  readonly profile: Partial<MemberProfile>;
  /** Companies directed or held by ten percent. */
  readonly tickers: readonly Ticker[];
}

/** Undefined before the member is created. */
export interface MemberState {
  readonly member?: Member;
}
