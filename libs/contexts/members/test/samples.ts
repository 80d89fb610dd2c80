import { type Problem, ruleProblem, Secret } from '#libs/platform/kernel';
import type {
  CreateMember,
  FirmDefinition,
  MemberEvent,
  NewFirm,
  NewMember,
  NewTrustee,
} from '../src/domain/index.js';

/** Where the samples live, as it is stored. For tests. */
export const memberAddress = {
  line1: '101 Howard Ln',
  city: 'Atlanta',
  state: 'GA',
  zipcode: '30301',
  country: 'US',
};

/** Whom the samples are of. */
function johnDoe() {
  return {
    loginId: 'tester0003',
    firstName: 'John',
    lastName: 'Doe',
    dateOfBirth: '1970-05-10',
    tid: Secret.of('123456789'),
    email1: 'john.doe@example.com',
    primaryAddress: memberAddress,
  } as const;
}

/** A member's fields that every rule accepts; Secrets are made afresh. For tests. */
export function sampleMember(over: Partial<NewMember> = {}): NewMember {
  return { ...johnDoe(), ...over };
}

/** The command that creates {@link sampleMember}. */
export function createMember(
  over: Partial<NewMember> = {},
  identity: CreateMember['identity'] = 'PASSED',
): CreateMember {
  return {
    type: 'CreateMember',
    member: sampleMember(over),
    firm: { firmId: '10000001' },
    identity,
  };
}

/** The event {@link createMember} leaves, with the ids and the time of the test DSL. */
export function memberCreated(
  over: Partial<Extract<MemberEvent, { type: 'member.MemberCreated' }>['data']> = {},
): MemberEvent {
  return {
    type: 'member.MemberCreated',
    data: {
      ...johnDoe(),
      memberOid: '1000000000000001',
      firmOid: '10000001',
      creationDate: '2026-03-02T15:00:00.000Z',
      cipStatus: 'PASSED',
      transState: 'RM',
      finraAffiliated: false,
      directorOrTenPercentShareholder: false,
      residenceCountry: 'US',
      accreditedInvestorAnnualIncome: false,
      accreditedInvestorNetWorth: false,
      previousPrivatePlacementExperience: false,
      membershipType: 'N',
      ...over,
    },
  };
}

/** A trustee's fields that every rule accepts. For tests. */
export function sampleTrustee(over: Partial<NewTrustee> = {}): NewTrustee {
  return {
    loginId: 'trustee01',
    title: 'Dr.',
    firstName: 'Mary',
    lastName: 'Jones',
    dateOfBirth: '1960-01-01',
    email1: 'mary@example.com',
    ...over,
  };
}

/** Where corporate firms are. For tests. */
export const office = {
  line1: '1 Main Street',
  city: 'Albany',
  state: 'NY',
  zipcode: '12207',
  country: 'US',
};

/** An institutional firm as an operator defines it. For tests. */
export function sampleDefinition(over: Partial<FirmDefinition> = {}): FirmDefinition {
  return { name: 'Acme', firmType: 'L', billingLevel: 'account', entitlements: [], ...over };
}

/** A corporate firm's fields that every rule accepts. For tests. */
export function sampleFirm(over: Partial<NewFirm> = {}): NewFirm {
  return {
    firmName: 'Doe & Sons LLC',
    firmTaxId: Secret.of('541234567'),
    firmTaxIdType: 'TIN',
    firmRep: 'tester0003',
    primaryAddress: office,
    ...over,
  };
}

/** What is said of a home that is a post office box. For tests. */
export function poBox(field: string): Problem {
  const message = 'primaryAddress is a post office box.';
  return ruleProblem('member.primary.address.cannot.be.po.box', message, field);
}

/** What is said of companies that are not all tickers. For tests. */
export const notATicker = ruleProblem(
  'member.tenpct.security.rule',
  'Not every company is a valid ticker.',
  'directorOrTenPercentShareholderCompany',
);
