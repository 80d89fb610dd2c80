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
      /** The firm's, where it has one. */
      readonly partnerCode?: string;
      /** Login id of the API client or advisor that created the member. */
      readonly advisorLoginId?: string;
      readonly creationDate: Timestamp;
      readonly cipStatus: CipStatus;
      readonly transState: MembershipState;
    }
>;

/** What of {@link MemberCreated} is neither the profile nor personal, but for the firm. */
export const MEMBERSHIP = [
  'loginId',
  'memberOid',
  'partnerCode',
  'advisorLoginId',
  'creationDate',
  'cipStatus',
  'transState',
] as const;
/** What of it is the person, but for the tax id. */
export const PERSONAL = ['firstName', 'middleName', 'lastName', 'dateOfBirth'] as const;

/** Every event after the first names the member and the advisor firm. */
interface OfMember {
  readonly loginId: string;
  readonly firmOid: string;
}

/** The profile changed: the new value of each field that has one, and the optional fields that were emptied. */
export type MemberUpdated = DomainEvent<
  'member.MemberUpdated',
  Partial<MemberProfile> & OfMember & { readonly cleared: readonly (keyof MemberProfile)[] }
>;

/** The companies the member directs or owns ten percent of: each is excluded on all accounts of the member ([member.directorOrTenPercentShareholderCompany]). */
export type TenPercentHoldingsChanged = DomainEvent<
  'member.TenPercentHoldingsChanged',
  OfMember & { readonly before: readonly Ticker[]; readonly after: readonly Ticker[] }
>;

/** The identity is to be checked; the answer comes later. */
export type IdentityCheckRequested = DomainEvent<'member.IdentityCheckRequested', OfMember>;

/** The identity check came back. */
export type IdentityCheckCompleted = DomainEvent<
  'member.IdentityCheckCompleted',
  OfMember & { readonly result: 'PASSED' | 'FAILED'; readonly previous: CipStatus }
>;

/** The relationship of the member with the firm ended, or began again ([member.transState]). */
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
  | MembershipChanged;

/** The companies kept out of the accounts of a member are others. */
export function holdingsChanged(
  { loginId, firmOid }: OfMember,
  before: readonly Ticker[],
  after: readonly Ticker[],
): MemberEvent {
  return { type: 'member.TenPercentHoldingsChanged', data: { loginId, firmOid, before, after } };
}
