import {
  ResponseOf,
  Bool,
  Code,
  Email,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import {
  type CipStatus,
  CipStatuses,
  type Citizenship,
  Citizenships,
  codesOf,
  type EmploymentStatus,
  EmploymentStatuses,
  type MembershipState,
  MembershipStates,
  type OccupationType,
  OccupationTypes,
  type Suffix,
  Suffixes,
  type Title,
  Titles,
  type WorthRange,
  WorthRanges,
} from '#libs/platform/kernel';
import { AddressDto } from './address.dto.js';
import { taxId } from './fields.js';
import { MemberProfileItemsDto } from './person.dto.js';

const ranges = codesOf(WorthRanges);

/** Fields of members and trustees. Personal fields have no value once erased. */
class PersonResponse {
  @Text({ required: true, description: 'Login id', example: 'jane.doe' })
  loginId!: string;

  @Identifier({
    required: true,
    description: 'Number of the person, immutable',
    example: '1730225935901564',
  })
  memberOid!: string;

  @Identifier({
    required: true,
    description: 'Id of the advisor firm, immutable',
    example: '1000000001',
  })
  firmOid!: string;

  @Code(Titles, { description: 'Form of address', example: 'Ms.' })
  title?: Title;

  @Text({ description: 'First name', example: 'Tom' })
  firstName?: string;

  @Text({ description: 'Middle name', example: 'Ann' })
  middleName?: string;

  @Text({ description: 'Last name', example: 'Doe' })
  lastName?: string;

  @Code(Suffixes, { description: 'Suffix of the name', example: 'Jr.' })
  suffix?: Suffix;

  @IsoTimestamp({ description: 'Date of birth', example: '1980-05-17T00:00:00.000+00:00' })
  dateOfBirth?: string;

  @IsoTimestamp({
    required: true,
    description: 'When the person was created',
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate!: string;

  @Text({ ...taxId, example: '*****1120' })
  tid?: string;

  @Text({ description: 'Primary e-mail address', example: 'jane@example.com' })
  email1?: string;

  @Text({ description: 'Secondary e-mail address', example: 'jane.doe@example.org' })
  email2?: string;

  @Text({ description: 'Daytime telephone', example: '212-555-0142' })
  dayTelephone?: string;

  @Text({ description: 'Evening telephone', example: '212-555-0143' })
  eveningTelephone?: string;

  @ObjectOf(() => AddressDto, { description: 'Street address' })
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, { description: 'Mailing address, if different' })
  mailingAddress?: AddressDto;

  @Code(Citizenships, { description: 'Citizenship', example: 'C' })
  citizenship?: Citizenship;

  @Text({ example: 'US', description: 'Country of residence' })
  residenceCountry?: string;
}

/** A trustee as GET returns it, without absent fields. */
export class TrusteeResponse extends ResponseOf(PersonResponse, {
  optional: 'maybe',
  email2: 'own',
}) {
  @Email({ description: 'Secondary e-mail address', answered: 'maybe' })
  email2?: string;
}

/** A member as GET returns it ([member.get]). */
export class MemberResponse extends ResponseOf(PersonResponse, {
  optional: 'orNull',
  tid: 'always',
  residenceCountry: 'always',
}) {
  @ObjectOf(() => AddressDto, { description: 'Address of the employer', nullable: true })
  employerAddress!: AddressDto | null;

  @Text({ description: 'Name of the employer', example: 'Acme', nullable: true })
  employerName!: string | null;

  @Code(EmploymentStatuses, { description: 'Employment', example: 'Employed', nullable: true })
  employmentStatus!: EmploymentStatus | null;

  @Code(OccupationTypes, { description: 'Occupation', example: 'Engineering', nullable: true })
  occupationType!: OccupationType | null;

  @Code(ranges, { description: 'Range of the annual income', example: '3', nullable: true })
  annualIncome!: WorthRange | null;

  @Code(ranges, { description: 'Range of the liquid net worth', example: '2', nullable: true })
  liquidNetWorth!: WorthRange | null;

  @Code(ranges, { description: 'Range of the net worth', example: '4', nullable: true })
  netWorth!: WorthRange | null;

  @Text({ example: '2', description: 'Number of dependents, 0 to 99', nullable: true })
  dependentCount!: string | null;

  @Bool({ description: 'Accredited by annual income' })
  accreditedInvestorAnnualIncome!: boolean;

  @Bool({ description: 'Accredited by net worth' })
  accreditedInvestorNetWorth!: boolean;

  @Bool({ description: 'Director or ten percent shareholder of a listed company' })
  directorOrTenPercentShareholder!: boolean;

  @ListOfText({ description: 'Tickers', example: ['IBM'] })
  directorOrTenPercentShareholderCompany!: readonly string[];

  @Bool({ description: 'Affiliated with a FINRA member' })
  finraAffiliated!: boolean;

  @Text({ description: 'The FINRA member', example: 'Broker Inc.', nullable: true })
  finraCompany!: string | null;

  @Bool({ description: 'Has subscribed to private placements before' })
  previousPrivatePlacementExperience!: boolean;

  @Text({ description: 'Sector of the experience', example: 'Energy', nullable: true })
  previousExperienceSector!: string | null;

  @Code(CipStatuses, { description: 'Result of the identity check', example: 'PASSED' })
  cipStatus!: CipStatus;

  @ObjectOf(() => MemberProfileItemsDto, { description: 'More about the member', nullable: true })
  memberProfileItems!: MemberProfileItemsDto | null;

  @Text({ description: 'Kind of the membership', example: 'N' })
  membershipType!: string;

  @Text({ description: 'Partner code of the firm', example: 'P-1', nullable: true })
  partnerCode!: string | null;

  @Text({
    nullable: true,
    description: 'Login id of the API client or advisor who created the member',
    example: 'acme.api',
  })
  advisorLoginId!: string | null;

  @Code(MembershipStates, { description: 'State of the membership', example: 'RM' })
  transState!: MembershipState;
}
