import { type Problem, ruleProblem, Secret } from '#libs/platform/kernel';
import type { CreateMember, NewMember } from '../src/member.js';
import type { FirmDefinition, NewFirm } from '../src/firm.js';
import type { MemberEvent } from '../src/member.events.js';
import type { NewTrustee } from '../src/trustee.js';

/** The stored address of the samples. */
export const memberAddress = {
  line1: '101 Howard Ln',
  city: 'Atlanta',
  state: 'GA',
  zipcode: '30301',
  country: 'US',
};

/** The identity of the samples. */
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

/** A valid member; each call creates new Secrets. */
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

/** The event of {@link createMember}, with the ids and the time of the test DSL. */
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

/** A valid trustee. */
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

/** The address of corporate firms. */
export const office = {
  line1: '1 Main Street',
  city: 'Albany',
  state: 'NY',
  zipcode: '12207',
  country: 'US',
};

/** A valid institutional firm. */
export function sampleDefinition(over: Partial<FirmDefinition> = {}): FirmDefinition {
  return { name: 'Acme', firmType: 'L', billingLevel: 'account', entitlements: [], ...over };
}

/** A valid corporate firm. */
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

/** The problem of a primary address that is a post office box. */
export function poBox(field: string): Problem {
  const message = 'primaryAddress is a post office box.';
  return ruleProblem('member.primary.address.cannot.be.po.box', message, field);
}

/** The problem of companies that are not all tickers. */
export const notATicker = ruleProblem(
  'member.tenpct.security.rule',
  'Not every company is a valid ticker.',
  'directorOrTenPercentShareholderCompany',
);
