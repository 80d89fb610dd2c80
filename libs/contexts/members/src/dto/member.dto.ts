import { Bool, Identifier, ListOfText, ObjectOf, SecretDigits } from '#libs/platform/http';
import {
  CipStatuses,
  EmploymentStatuses,
  MaritalStatuses,
  OccupationTypes,
  type Secret,
  TaxBrackets,
  WorthRanges,
} from '#libs/platform/kernel';
import type { MemberInput, SentValue } from '../domain/index.js';
import { AddressDto } from './address.dto.js';
import { CodeText, lenient, Plain } from './fields.js';
import { PersonDto } from './person.dto.js';

const flag = { nullable: true } as const;

/** `memberProfileItems`. */
export class MemberProfileItemsDto {
  @CodeText(TaxBrackets, 'Top marginal tax bracket', { answered: 'maybe' })
  topMarginalTaxBracket?: SentValue<string>;

  @CodeText(MaritalStatuses, 'Marital status', { answered: 'maybe' })
  maritalStatus?: SentValue<string>;
}

/** Body of `POST /restapi/members` ([member.create]). */
export class CreateMemberDto extends PersonDto implements MemberInput {
  @SecretDigits({
    length: 9,
    nullable: true,
    required: true,
    description: 'SSN or ITIN, nine digits',
    example: '078051120',
  })
  tid?: SentValue<Secret>;

  @ObjectOf(() => AddressDto, {
    nullable: true,
    required: true,
    description: 'A US street address',
  })
  override primaryAddress?: SentValue<AddressDto>;

  @ObjectOf(() => AddressDto, { nullable: true, description: 'Address of the employer' })
  employerAddress?: SentValue<AddressDto>;

  @Plain('Name of the employer')
  employerName?: SentValue<string>;

  @CodeText(EmploymentStatuses, 'Employment')
  employmentStatus?: SentValue<string>;

  @CodeText(OccupationTypes, 'Occupation', { forgiven: 'case' })
  occupationType?: SentValue<string>;

  @CodeText(WorthRanges, 'Range of the annual income')
  annualIncome?: SentValue<string>;

  @CodeText(WorthRanges, 'Range of the liquid net worth')
  liquidNetWorth?: SentValue<string>;

  @CodeText(WorthRanges, 'Range of the net worth')
  netWorth?: SentValue<string>;

  @Identifier({ ...lenient, description: '0 to 99', example: '2' })
  dependentCount?: SentValue<string>;

  @Bool({ ...flag, description: 'Accredited by annual income' })
  accreditedInvestorAnnualIncome?: SentValue<boolean>;

  @Bool({ ...flag, description: 'Accredited by net worth' })
  accreditedInvestorNetWorth?: SentValue<boolean>;

  @Bool({ ...flag, description: 'Director or ten percent shareholder of a listed company' })
  directorOrTenPercentShareholder?: SentValue<boolean>;

  @ListOfText({
    nullable: true,
    commaSeparated: true,
    description:
      'Tickers, as a list or separated by commas; each is excluded on all accounts of the member',
  })
  directorOrTenPercentShareholderCompany?: SentValue<readonly string[]>;

  @Bool({ ...flag, description: 'Affiliated with a FINRA member' })
  finraAffiliated?: SentValue<boolean>;

  @Plain('Needed when finraAffiliated is true')
  finraCompany?: SentValue<string>;

  @Bool({ ...flag, description: 'Has subscribed to private placements before' })
  previousPrivatePlacementExperience?: SentValue<boolean>;

  @Plain('Sector of the experience')
  previousExperienceSector?: SentValue<string>;

  @ObjectOf(() => MemberProfileItemsDto, { nullable: true, description: 'More about the member' })
  memberProfileItems?: SentValue<MemberProfileItemsDto>;

  @Plain('One to four capital letters and digits; N when missing')
  membershipType?: SentValue<string>;
}

/**
 * Body of `PUT /restapi/members/{loginid}`: what is sent changes, null empties. The fields that never change are known, so
 * that sending them is `not.updatable` rather than an unknown key.
 */
export class UpdateMemberDto extends CreateMemberDto {
  @Plain('Equal to the one of the path, or missing')
  override loginId?: SentValue<string>;

  @Plain('Not updatable')
  override firstName?: SentValue<string>;

  @Plain('Not updatable')
  override middleName?: SentValue<string>;

  @Plain('Not updatable')
  override lastName?: SentValue<string>;

  @Plain('Not updatable')
  override dateOfBirth?: SentValue<string>;

  @SecretDigits({ nullable: true, description: 'Not updatable', example: '078051120' })
  override tid?: SentValue<Secret>;

  @Plain('Primary e-mail address')
  override email1?: SentValue<string>;

  @ObjectOf(() => AddressDto, { nullable: true, description: 'A US street address' })
  override primaryAddress?: SentValue<AddressDto>;
}

/** Body of `PUT /backoffice/members/{loginid}/verification`. */
export class IdentityResultDto {
  @CodeText(
    { PASSED: CipStatuses.PASSED, FAILED: CipStatuses.FAILED },
    'Result of the identity check',
    { required: true },
  )
  cipStatus?: SentValue<string>;
}
