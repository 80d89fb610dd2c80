import {
  type EmploymentStatus,
  equalJson,
  type MaritalStatus,
  type OccupationType,
  omit,
  type Problem,
  type TaxBracket,
  type Ticker,
  type WorthRange,
} from '#libs/platform/kernel';
import { type Address, postOfficeBoxProblems, type Contact } from './person.js';
import { type Affiliations, affiliationsOf, type RequestedAffiliations } from './affiliations.js';
import { compact, type Requested } from './requested.js';

/** Content of `memberProfileItems` ([member.memberProfileItems]). */
export interface MemberProfileItems {
  readonly topMarginalTaxBracket?: TaxBracket;
  readonly maritalStatus?: MaritalStatus;
}

/** Everything about a member that may change, except the companies ([member.update]). */
export interface MemberProfile extends Affiliations, Contact {
  readonly primaryAddress: Address;
  readonly employerAddress?: Address;
  readonly employerName?: string;
  readonly employmentStatus?: EmploymentStatus;
  readonly occupationType?: OccupationType;
  readonly annualIncome?: WorthRange;
  readonly liquidNetWorth?: WorthRange;
  readonly netWorth?: WorthRange;
  readonly dependentCount?: string;
  readonly residenceCountry: string;
  readonly accreditedInvestorAnnualIncome: boolean;
  readonly accreditedInvestorNetWorth: boolean;
  readonly previousPrivatePlacementExperience: boolean;
  readonly previousExperienceSector?: string;
  readonly memberProfileItems?: MemberProfileItems;
  readonly membershipType: string;
}

/** Optional profile fields as sent; null clears a field. */
export type ProfileOptions = RequestedAffiliations &
  Requested<Omit<MemberProfile, keyof Affiliations | 'email1' | 'primaryAddress'>>;

/** A complete profile as sent. */
export type SentProfile = ProfileOptions & Pick<MemberProfile, 'email1' | 'primaryAddress'>;

const DEFAULTS = {
  residenceCountry: 'US',
  accreditedInvestorAnnualIncome: false,
  accreditedInvestorNetWorth: false,
  previousPrivatePlacementExperience: false,
  membershipType: 'N',
};

/** Checks and completes a profile. The companies are separate, since they go into another event. */
export function profileOf(sent: SentProfile): {
  readonly profile: MemberProfile;
  readonly tickers: readonly Ticker[];
  readonly problems: readonly Problem[];
} {
  const { affiliations, tickers, problems } = affiliationsOf(sent);
  const others = omit(
    sent,
    'finraAffiliated',
    'finraCompany',
    'directorOrTenPercentShareholder',
    'directorOrTenPercentShareholderCompany',
  );
  const boxes = postOfficeBoxProblems(
    'member.primary.address.cannot.be.po.box',
    sent.primaryAddress,
  );
  return {
    profile: { ...DEFAULTS, ...compact(others), ...affiliations },
    tickers,
    problems: [...boxes, ...problems],
  };
}

/** What an update changes: the new values, and the names of cleared optional fields. */
interface ProfileChanges {
  readonly changed: Partial<MemberProfile>;
  readonly cleared: readonly (keyof MemberProfile)[];
}

/** The difference between two profiles. */
export function profileChanges(
  before: Partial<MemberProfile>,
  after: MemberProfile,
): ProfileChanges {
  const changed = Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !equalJson(value, before[field as keyof MemberProfile]),
    ),
  ) as Partial<MemberProfile>;
  const cleared = (Object.keys(before) as (keyof MemberProfile)[]).filter(
    (field) => before[field] !== undefined && after[field] === undefined,
  );
  return { changed, cleared: cleared.sort() };
}

/** A profile with changes applied. */
export function withChanges<P extends Partial<MemberProfile>>(
  profile: P,
  { changed, cleared }: ProfileChanges,
): P {
  return Object.fromEntries(
    Object.entries({ ...profile, ...changed }).filter(
      ([field]) => !cleared.includes(field as keyof MemberProfile),
    ),
  ) as P;
}
