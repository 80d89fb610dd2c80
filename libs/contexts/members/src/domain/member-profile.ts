import {
  type Citizenship,
  type EmploymentStatus,
  EmploymentStatuses,
  equalJson,
  type MaritalStatus,
  MaritalStatuses,
  type OccupationType,
  OccupationTypes,
  type Suffix,
  type TaxBracket,
  TaxBrackets,
  type Ticker,
  type Title,
  type WorthRange,
  WorthRanges,
} from '#libs/platform/kernel';
import { type Address, type AddressInput, checkAddress } from './address.js';
import { type Affiliations, type AffiliationsInput, checkAffiliations } from './affiliations.js';
import { compact, type FieldChecks, type SentValue } from './field-checks.js';
import {
  checkResidence,
  checkSalutation,
  type ContactInput,
  type ResidenceInput,
  type SalutationInput,
} from './person.js';

/** What `memberProfileItems` holds ([member.memberProfileItems]). */
export interface MemberProfileItems {
  readonly topMarginalTaxBracket?: TaxBracket;
  readonly maritalStatus?: MaritalStatus;
}

/** Everything about a member that may change, but for the companies ([member.update]). */
export interface MemberProfile extends Affiliations {
  readonly title?: Title;
  readonly suffix?: Suffix;
  readonly email1: string;
  readonly email2?: string;
  readonly dayTelephone?: string;
  readonly eveningTelephone?: string;
  readonly primaryAddress: Address;
  readonly mailingAddress?: Address;
  readonly employerAddress?: Address;
  readonly employerName?: string;
  readonly employmentStatus?: EmploymentStatus;
  readonly occupationType?: OccupationType;
  readonly annualIncome?: WorthRange;
  readonly liquidNetWorth?: WorthRange;
  readonly netWorth?: WorthRange;
  readonly dependentCount?: string;
  readonly citizenship?: Citizenship;
  readonly residenceCountry: string;
  readonly accreditedInvestorAnnualIncome: boolean;
  readonly accreditedInvestorNetWorth: boolean;
  readonly previousPrivatePlacementExperience: boolean;
  readonly previousExperienceSector?: string;
  readonly memberProfileItems?: MemberProfileItems;
  readonly membershipType: string;
}

/** The same fields as sent. */
export interface MemberProfileInput
  extends AffiliationsInput, SalutationInput, ResidenceInput, ContactInput {
  readonly employerAddress?: SentValue<AddressInput>;
  readonly employerName?: SentValue<string>;
  readonly employmentStatus?: SentValue<string>;
  readonly occupationType?: SentValue<string>;
  readonly annualIncome?: SentValue<string>;
  readonly liquidNetWorth?: SentValue<string>;
  readonly netWorth?: SentValue<string>;
  readonly dependentCount?: SentValue<string>;
  readonly accreditedInvestorAnnualIncome?: SentValue<boolean>;
  readonly accreditedInvestorNetWorth?: SentValue<boolean>;
  readonly previousPrivatePlacementExperience?: SentValue<boolean>;
  readonly previousExperienceSector?: SentValue<string>;
  readonly memberProfileItems?: SentValue<{
    readonly topMarginalTaxBracket?: SentValue<string>;
    readonly maritalStatus?: SentValue<string>;
  }>;
  readonly membershipType?: SentValue<string>;
}

/** A complete profile as read from a request, with the tickers that go into an event of their own. */
export interface CheckedProfile {
  /** Missing when a required field is. */
  readonly profile: MemberProfile | undefined;
  readonly tickers: readonly Ticker[];
}

/** Reads a whole profile. */
export function checkProfile(checks: FieldChecks, sent: MemberProfileInput): CheckedProfile {
  const primaryAddress = checkAddress(checks, 'primaryAddress', sent.primaryAddress, {
    required: true,
    streetRule: 'member.primary.address.cannot.be.po.box',
  });
  const email1 = checks.email('email1', sent.email1, true);
  const { affiliations, tickers } = checkAffiliations(checks, sent);
  const { citizenship, residenceCountry = 'US' } = checkResidence(checks, sent);
  const rest = {
    ...checkSalutation(checks, sent),
    email2: checks.email('email2', sent.email2),
    dayTelephone: checks.telephone('dayTelephone', sent.dayTelephone),
    eveningTelephone: checks.telephone('eveningTelephone', sent.eveningTelephone),
    mailingAddress: checkAddress(checks, 'mailingAddress', sent.mailingAddress),
    employerAddress: checkAddress(checks, 'employerAddress', sent.employerAddress),
    employerName: checks.text('employerName', sent.employerName, { max: 100 }),
    employmentStatus: checks.code('employmentStatus', sent.employmentStatus, EmploymentStatuses),
    occupationType: checks.code('occupationType', sent.occupationType, OccupationTypes, {
      forgiven: 'case',
    }),
    annualIncome: checks.code('annualIncome', sent.annualIncome, WorthRanges),
    liquidNetWorth: checks.code('liquidNetWorth', sent.liquidNetWorth, WorthRanges),
    netWorth: checks.code('netWorth', sent.netWorth, WorthRanges),
    dependentCount: checks.count('dependentCount', sent.dependentCount, 2),
    citizenship,
    residenceCountry,
    accreditedInvestorAnnualIncome: sent.accreditedInvestorAnnualIncome ?? false,
    accreditedInvestorNetWorth: sent.accreditedInvestorNetWorth ?? false,
    previousPrivatePlacementExperience: sent.previousPrivatePlacementExperience ?? false,
    previousExperienceSector: checks.text(
      'previousExperienceSector',
      sent.previousExperienceSector,
      { max: 100 },
    ),
    memberProfileItems: checkProfileItems(checks, sent.memberProfileItems),
    membershipType:
      checks.text('membershipType', sent.membershipType, {
        max: 4,
        accept: (text) => /^[A-Z0-9]+$/.test(text),
        form: 'capital letters and digits',
      }) ?? 'N',
  };
  const profile =
    primaryAddress === undefined || email1 === undefined
      ? undefined
      : compact({ ...affiliations, ...rest, primaryAddress, email1 });
  return { profile, tickers };
}

function checkProfileItems(
  checks: FieldChecks,
  sent: MemberProfileInput['memberProfileItems'],
): MemberProfileItems | undefined {
  if (sent === null || sent === undefined) return undefined;
  const items: MemberProfileItems = compact({
    topMarginalTaxBracket: checks.code(
      'topMarginalTaxBracket',
      sent.topMarginalTaxBracket,
      TaxBrackets,
    ),
    maritalStatus: checks.code('maritalStatus', sent.maritalStatus, MaritalStatuses),
  });
  return Object.keys(items).length > 0 ? items : undefined;
}

/** What an update changes: the new values, and the names of optional fields that were emptied. */
export interface ProfileChanges {
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
export function withChanges(
  profile: Partial<MemberProfile>,
  { changed, cleared }: ProfileChanges,
): Partial<MemberProfile> {
  return Object.fromEntries(
    Object.entries({ ...profile, ...changed }).filter(
      ([field]) => !cleared.includes(field as keyof MemberProfile),
    ),
  );
}
