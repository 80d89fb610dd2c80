import {
  AnswerOf,
  Code,
  Identifier,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import {
  type CipStatus,
  CipStatuses,
  type MembershipState,
  MembershipStates,
} from '#libs/platform/kernel';
import { AddressDto } from './address.dto.js';
import { taxId } from './fields.js';
import { CreateMemberDto, CreateTrusteeDto } from './person.dto.js';

const MemberOid = Identifier({
  description: 'Number of the person, immutable',
  example: '1730225935901564',
});
const FirmOid = Identifier({
  description: 'Id of the advisor firm, immutable',
  example: '1000000001',
});
const CreationDate = IsoTimestamp({
  description: 'When the person was created',
  example: '2026-03-02T15:00:00.000+00:00',
});
const tid = { ...taxId, example: '*****1120' };

/** A trustee as GET returns it, without absent fields. Personal fields are absent once erased. */
export class TrusteeAnswer extends AnswerOf(CreateTrusteeDto, {
  optional: 'maybe',
  firstName: 'maybe',
  lastName: 'maybe',
  dateOfBirth: 'maybe',
  email1: 'maybe',
  tid: 'own',
  primaryAddress: 'own',
}) {
  @MemberOid
  memberOid!: string;

  @FirmOid
  firmOid!: string;

  @CreationDate
  creationDate!: string;

  @Text({ ...tid, answered: 'maybe' })
  tid?: string;

  @ObjectOf(() => AddressDto, { description: 'Street address', answered: 'maybe' })
  primaryAddress?: AddressDto;
}

/** A member as GET returns it ([member.get]). Personal fields are null once erased. */
export class MemberAnswer extends AnswerOf(CreateMemberDto, {
  optional: 'orNull',
  firstName: 'orNull',
  lastName: 'orNull',
  dateOfBirth: 'orNull',
  email1: 'orNull',
  residenceCountry: 'always',
  accreditedInvestorAnnualIncome: 'always',
  accreditedInvestorNetWorth: 'always',
  directorOrTenPercentShareholder: 'always',
  finraAffiliated: 'always',
  previousPrivatePlacementExperience: 'always',
  membershipType: 'always',
  directorOrTenPercentShareholderCompany: 'own',
  tid: 'own',
  primaryAddress: 'own',
}) {
  @MemberOid
  memberOid!: string;

  @FirmOid
  firmOid!: string;

  @CreationDate
  creationDate!: string;

  @Text(tid)
  tid!: string;

  @ObjectOf(() => AddressDto, { description: 'Street address', nullable: true })
  primaryAddress!: AddressDto | null;

  @ListOfText({ description: 'Tickers', example: ['IBM'] })
  directorOrTenPercentShareholderCompany!: readonly string[];

  @Code(CipStatuses, { description: 'Result of the identity check', example: 'PASSED' })
  cipStatus!: CipStatus;

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
