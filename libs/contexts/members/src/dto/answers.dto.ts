import {
  Bool,
  Code,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import {
  BillingLevels,
  CipStatuses,
  Citizenships,
  codesOf,
  EmploymentStatuses,
  FirmTaxIdTypes,
  FirmTypes,
  MembershipStates,
  OccupationTypes,
  Suffixes,
  Titles,
  WorthRanges,
} from '#libs/platform/kernel';
import { Entitlements } from '../domain/index.js';
import { AddressDto, DepositAddressDto } from './address.dto.js';
import { MemberProfileItemsDto } from './member.dto.js';

const taxId = { description: 'Masked but for the last four digits; whole for entitled firms' };
const ranges = codesOf(WorthRanges);

/** What members and trustees have in common when they are read. */
class PersonAnswer {
  @Text()
  loginId?: string;

  @Identifier()
  memberOid?: string;

  @Identifier()
  firmOid?: string;

  @Code(codesOf(Titles))
  title?: string;

  @Text()
  firstName?: string;

  @Text()
  middleName?: string;

  @Text()
  lastName?: string;

  @Code(codesOf(Suffixes))
  suffix?: string;

  @IsoTimestamp()
  dateOfBirth?: string;

  @IsoTimestamp()
  creationDate?: string;

  @Text(taxId)
  tid?: string;

  @Text()
  email1?: string;

  @Text()
  email2?: string;

  @Text()
  dayTelephone?: string;

  @Text()
  eveningTelephone?: string;

  @ObjectOf(() => AddressDto)
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto)
  mailingAddress?: AddressDto;
}

/** A trustee as GET answers it. */
export class TrusteeAnswer extends PersonAnswer {}

/** A member as GET answers it (specification, "Member (read output)"). */
export class MemberAnswer extends PersonAnswer {
  @ObjectOf(() => AddressDto)
  employerAddress?: AddressDto;

  @Text()
  employerName?: string;

  @Code(codesOf(EmploymentStatuses))
  employmentStatus?: string;

  @Code(codesOf(OccupationTypes))
  occupationType?: string;

  @Code(ranges)
  annualIncome?: string;

  @Code(ranges)
  liquidNetWorth?: string;

  @Code(ranges)
  netWorth?: string;

  @Text({ example: '2' })
  dependentCount?: string;

  @Code(codesOf(Citizenships))
  citizenship?: string;

  @Text({ example: 'US' })
  residenceCountry?: string;

  @Bool()
  accreditedInvestorAnnualIncome?: boolean;

  @Bool()
  accreditedInvestorNetWorth?: boolean;

  @Bool()
  directorOrTenPercentShareholder?: boolean;

  @ListOfText({ description: 'Tickers' })
  directorOrTenPercentShareholderCompany?: readonly string[];

  @Bool()
  finraAffiliated?: boolean;

  @Text()
  finraCompany?: string;

  @Bool()
  previousPrivatePlacementExperience?: boolean;

  @Text()
  previousExperienceSector?: string;

  @Code(codesOf(CipStatuses))
  cipStatus?: string;

  @ObjectOf(() => MemberProfileItemsDto)
  memberProfileItems?: MemberProfileItemsDto;

  @Text()
  membershipType?: string;

  @Text()
  partnerCode?: string;

  @Text()
  advisorLoginId?: string;

  @Code(codesOf(MembershipStates))
  transState?: string;
}

/** A firm as GET answers it: the fields of its type. */
export class FirmAnswer {
  @Identifier()
  firmId?: string;

  @Identifier({ description: 'The same as firmId' })
  firmOid?: string;

  @Code(codesOf(FirmTypes))
  firmType?: string;

  @Text({ description: 'Type L' })
  name?: string;

  @Code(codesOf(BillingLevels), { description: 'Type L' })
  billingLevel?: string;

  @ListOfText({ codes: codesOf(Entitlements), description: 'Type L' })
  entitlements?: readonly string[];

  @ObjectOf(() => DepositAddressDto, { description: 'Type L' })
  depositAddress?: DepositAddressDto;

  @Text({ description: 'Type L' })
  payableTo?: string;

  @Text({ description: 'Type L' })
  partnerCode?: string;

  @Identifier({ description: 'Type G: its advisor firm' })
  parentFirmId?: string;

  @IsoTimestamp({ description: 'Type G' })
  creationDate?: string;

  @Text({ description: 'Type G' })
  firmName?: string;

  @Text(taxId)
  firmTaxId?: string;

  @Code(codesOf(FirmTaxIdTypes), { description: 'Type G' })
  firmTaxIdType?: string;

  @Text({ description: 'Type G: login id' })
  firmRep?: string;

  @ObjectOf(() => AddressDto, { description: 'Type G' })
  primaryAddress?: AddressDto;

  @ObjectOf(() => AddressDto, { description: 'Type G' })
  mailingAddress?: AddressDto;

  @Text({ description: 'Type G' })
  firmTelephone1?: string;

  @Text({ description: 'Type G' })
  firmTelephone2?: string;

  @Text({ description: 'Type G' })
  firmEmail1?: string;

  @Text({ description: 'Type G' })
  firmEmail2?: string;

  @Bool({ description: 'Type G' })
  finraAffiliated?: boolean;

  @Text({ description: 'Type G' })
  finraCompany?: string;

  @Bool({ description: 'Type G' })
  directorOrTenPercentShareholder?: boolean;

  @ListOfText({ description: 'Type G: tickers' })
  directorOrTenPercentShareholderCompany?: readonly string[];
}

/** A shared secret that was just made; no later answer repeats it. */
export class SharedSecretAnswer {
  @Text({ description: 'Empty answer where no secret was made' })
  sharedSecret?: string;
}
