import {
  Bool,
  Code,
  Email,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Phone,
  Text,
} from '#libs/platform/http';
import {
  CipStatuses,
  Citizenships,
  codesOf,
  EmploymentStatuses,
  MembershipStates,
  OccupationTypes,
  Suffixes,
  Titles,
  WorthRanges,
} from '#libs/platform/kernel';
import { AddressDto } from './address.dto.js';
import { taxId } from './fields.js';
import { MemberProfileItemsDto } from './member.dto.js';

const ranges = codesOf(WorthRanges);

/** What members and trustees have in common when they are read. Personal fields have no value once they were erased. */
class PersonAnswer {
  @Text({ description: 'Login id', example: 'jane.doe' })
  loginId?: string;

  @Identifier({ description: 'Number of the member, immutable', example: '1730225935901564' })
  memberOid?: string;

  @Identifier({ description: 'Id of the advisor firm, immutable', example: '1000000001' })
  firmOid?: string;

  @Code(Titles, { description: 'Form of address', example: 'Ms.', answered: 'orNull' })
  title?: string;

  @Text({ description: 'First name', example: 'Tom', answered: 'orNull' })
  firstName?: string;

  @Text({ description: 'Middle name', example: 'Ann', answered: 'orNull' })
  middleName?: string;

  @Text({ description: 'Last name', example: 'Doe', answered: 'orNull' })
  lastName?: string;

  @Code(Suffixes, { description: 'Suffix of the name', example: 'Jr.', answered: 'orNull' })
  suffix?: string;

  @IsoTimestamp({
    description: 'Day of birth',
    example: '1980-05-17T00:00:00.000+00:00',
    answered: 'orNull',
  })
  dateOfBirth?: string;

  @IsoTimestamp({ description: 'When it was created', example: '2026-03-02T15:00:00.000+00:00' })
  creationDate?: string;

  @Text({ ...taxId, example: '*****1120' })
  tid?: string;

  @Text({ description: 'Primary e-mail address', example: 'jane@example.com', answered: 'orNull' })
  email1?: string;

  @Text({
    description: 'Secondary e-mail address',
    example: 'jane.doe@example.org',
    answered: 'orNull',
  })
  email2?: string;

  @Text({ description: 'Telephone by day', example: '212-555-0142', answered: 'orNull' })
  dayTelephone?: string;

  @Text({ description: 'Telephone in the evening', example: '212-555-0143', answered: 'orNull' })
  eveningTelephone?: string;

  @ObjectOf(() => AddressDto, { description: 'Street address', answered: 'orNull' })
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, {
    description: 'Address for mail, if not the primary one',
    answered: 'orNull',
  })
  mailingAddress?: AddressDto;

  @Code(Citizenships, { description: 'Citizenship', example: 'C', answered: 'orNull' })
  citizenship?: string;

  @Text({ example: 'US', description: 'Country of residence' })
  residenceCountry?: string;
}

/** A trustee as GET answers it. */
export class TrusteeAnswer extends PersonAnswer {
  @Text({ description: 'First name', example: 'Tom', answered: 'maybe' })
  override firstName?: string;

  @Text({ description: 'Last name', example: 'Doe', answered: 'maybe' })
  override lastName?: string;

  @IsoTimestamp({
    description: 'Day of birth',
    example: '1980-05-17T00:00:00.000+00:00',
    answered: 'maybe',
  })
  override dateOfBirth?: string;

  @Text({
    description: 'Primary e-mail address',
    example: 'jane@example.com',
    answered: 'maybe',
  })
  override email1?: string;

  @Code(Titles, { description: 'Form of address', answered: 'maybe', example: 'Ms.' })
  override title?: string;

  @Text({ description: 'Middle name', answered: 'maybe', example: 'Ann' })
  override middleName?: string;

  @Code(Suffixes, { description: 'Suffix of the name', answered: 'maybe', example: 'Jr.' })
  override suffix?: string;

  @Text({ ...taxId, answered: 'maybe', example: '*****1120' })
  override tid?: string;

  @Email({ description: 'Secondary e-mail address', answered: 'maybe' })
  override email2?: string;

  @Phone({ description: 'Telephone by day', answered: 'maybe', example: '212-555-0142' })
  override dayTelephone?: string;

  @Phone({ description: 'Telephone in the evening', answered: 'maybe', example: '212-555-0143' })
  override eveningTelephone?: string;

  @ObjectOf(() => AddressDto, { description: 'Street address', answered: 'maybe' })
  override primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, {
    description: 'Address for mail, if not the primary one',
    answered: 'maybe',
  })
  override mailingAddress?: AddressDto;

  @Code(Citizenships, { description: 'Citizenship', example: 'C', answered: 'maybe' })
  override citizenship?: string;

  @Text({ example: 'US', description: 'Country of residence', answered: 'maybe' })
  override residenceCountry?: string;
}

/** A member as GET answers it ([member.get]). */
export class MemberAnswer extends PersonAnswer {
  @ObjectOf(() => AddressDto, { description: 'Address of the employer', answered: 'orNull' })
  employerAddress?: AddressDto;

  @Text({ description: 'Name of the employer', example: 'Acme', answered: 'orNull' })
  employerName?: string;

  @Code(EmploymentStatuses, { description: 'Employment', example: 'Employed', answered: 'orNull' })
  employmentStatus?: string;

  @Code(OccupationTypes, { description: 'Occupation', example: 'Engineering', answered: 'orNull' })
  occupationType?: string;

  @Code(ranges, { description: 'Range of the annual income', example: '3', answered: 'orNull' })
  annualIncome?: string;

  @Code(ranges, { description: 'Range of the liquid net worth', example: '2', answered: 'orNull' })
  liquidNetWorth?: string;

  @Code(ranges, { description: 'Range of the net worth', example: '4', answered: 'orNull' })
  netWorth?: string;

  @Text({ example: '2', description: 'Number of dependents, 0 to 99', answered: 'orNull' })
  dependentCount?: string;

  @Bool({ description: 'Accredited by annual income' })
  accreditedInvestorAnnualIncome?: boolean;

  @Bool({ description: 'Accredited by net worth' })
  accreditedInvestorNetWorth?: boolean;

  @Bool({ description: 'Director or ten percent shareholder of a listed company' })
  directorOrTenPercentShareholder?: boolean;

  @ListOfText({ description: 'Tickers', example: ['IBM'] })
  directorOrTenPercentShareholderCompany?: readonly string[];

  @Bool({ description: 'Affiliated with a FINRA member' })
  finraAffiliated?: boolean;

  @Text({ description: 'The FINRA member', example: 'Broker Inc.', answered: 'orNull' })
  finraCompany?: string;

  @Bool({ description: 'Has subscribed to private placements before' })
  previousPrivatePlacementExperience?: boolean;

  @Text({ description: 'Sector of the experience', example: 'Energy', answered: 'orNull' })
  previousExperienceSector?: string;

  @Code(CipStatuses, { description: 'Result of the identity check', example: 'PASSED' })
  cipStatus?: string;

  @ObjectOf(() => MemberProfileItemsDto, {
    description: 'More about the member',
    answered: 'orNull',
  })
  memberProfileItems?: MemberProfileItemsDto;

  @Text({ description: 'Kind of the membership', example: 'N' })
  membershipType?: string;

  @Text({ description: 'Partner code of the firm', example: 'P-1', answered: 'orNull' })
  partnerCode?: string;

  @Text({ description: 'Login id of the API client that created the member', example: 'acme.api' })
  advisorLoginId?: string;

  @Code(MembershipStates, { description: 'State of the membership', example: 'RM' })
  transState?: string;
}
