import type {
  CipStatus,
  DomainEvent,
  MembershipState,
  Secret,
  Ticker,
  Timestamp,
} from '#libs/platform/kernel';
import type { MemberProfile } from './member-profile.js';
import type { Identity } from './person.js';

/** A member joined an advisor firm. The ten-percent companies are in {@link TenPercentHoldingsChanged}. */
export type MemberCreated = DomainEvent<
  'member.MemberCreated',
  Identity &
    MemberProfile & {
      readonly tid: Secret;
      readonly loginId: string;
      /** Numeric, never changes. */
      readonly memberOid: string;
      /** The advisor firm. */
      readonly firmOid: string;
      /** The firm's partner code, if any. */
      readonly partnerCode?: string;
      /** Login id of the API client or advisor who created the member. */
      readonly advisorLoginId?: string;
      readonly creationDate: Timestamp;
      readonly cipStatus: CipStatus;
      readonly transState: MembershipState;
    }
>;

/** Fields of {@link MemberCreated} that are neither profile nor personal, except the firm. */
export const MEMBERSHIP = [
  'loginId',
  'memberOid',
  'partnerCode',
  'advisorLoginId',
  'creationDate',
  'cipStatus',
  'transState',
] as const;
/** Fields of {@link MemberCreated} that identify the person, except the tax id. */
export const PERSONAL = ['firstName', 'middleName', 'lastName', 'dateOfBirth'] as const;

interface OfMember {
  readonly loginId: string;
  readonly firmOid: string;
}

/** The profile changed: new values, and the names of cleared optional fields. */
export type MemberUpdated = DomainEvent<
  'member.MemberUpdated',
  Partial<MemberProfile> & OfMember & { readonly cleared: readonly (keyof MemberProfile)[] }
>;

/** Companies the member directs or owns ten percent of; excluded on all of the member's accounts ([member.directorOrTenPercentShareholderCompany]). */
export type TenPercentHoldingsChanged = DomainEvent<
  'member.TenPercentHoldingsChanged',
  OfMember & { readonly before: readonly Ticker[]; readonly after: readonly Ticker[] }
>;

/** An asynchronous identity check was requested. */
export type IdentityCheckRequested = DomainEvent<'member.IdentityCheckRequested', OfMember>;

/** The result of the identity check arrived. */
export type IdentityCheckCompleted = DomainEvent<
  'member.IdentityCheckCompleted',
  OfMember & { readonly result: 'PASSED' | 'FAILED'; readonly previous: CipStatus }
>;

/** The membership is being ended: open accounts are looked up once more. */
export type MembershipEndBegun = DomainEvent<
  'member.MembershipEndBegun',
  OfMember & { readonly transState: MembershipState }
>;

/** An account was opened beside it, and the membership lasts. */
export type MembershipEndTakenBack = DomainEvent<
  'member.MembershipEndTakenBack',
  OfMember & { readonly accounts: readonly string[] }
>;

/** The membership ended or resumed ([member.transState]). */
export type MembershipChanged = DomainEvent<
  'member.MembershipChanged',
  OfMember & { readonly transState: MembershipState; readonly previous: MembershipState }
>;

/** Stream `member-{loginId}`. */
export type MemberEvent =
  | MemberCreated
  | MemberUpdated
  | TenPercentHoldingsChanged
  | IdentityCheckRequested
  | IdentityCheckCompleted
  | MembershipEndBegun
  | MembershipEndTakenBack
  | MembershipChanged;

/** The event that replaces the companies of a member. */
export function holdingsChanged(
  { loginId, firmOid }: OfMember,
  before: readonly Ticker[],
  after: readonly Ticker[],
): MemberEvent {
  return { type: 'member.TenPercentHoldingsChanged', data: { loginId, firmOid, before, after } };
}
