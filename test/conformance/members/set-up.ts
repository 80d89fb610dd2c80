import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { expectStatus, memberBody, ServiceUnderTest } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;
export let service: ServiceUnderTest;
export let stranger: BrokerageClient;
export const MEMBERS = '/restapi/members';
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
export const create = (body: Body): Promise<ClientAnswer> => service.client.post(MEMBERS, body);

export const read = async (loginId: string, client = service.client): Promise<Body> => {
  const answer = await client.get(`${MEMBERS}/${loginId}`);
  expectStatus(answer, 200);
  return answer.body as Body;
};

export const without = (...fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(memberBody()).filter(([field]) => !fields.includes(field)));

export const address = (fields: Body = {}): Body => ({
  line1: '350 Fifth Avenue',
  city: 'New York',
  state: 'NY',
  zipcode: '10118',
  country: 'US',
  ...fields,
});

/** Date of birth of a person who is `years` and `days` old. */
export function bornYearsAgo(years: number, days: number): string {
  const date = new Date(Date.now() - days * 86_400_000);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return date.toISOString().slice(0, 10);
}

/** A member with every field. */
export const everything = {
  firstName: 'Mary Ann',
  middleName: 'St. John',
  lastName: 'Smith-Doe',
  suffix: 'iii',
  title: 'DR.',
  dateOfBirth: '1975-02-03T10:20:30-0500',
  dayTelephone: '(212) 555-0142',
  eveningTelephone: '+1 212 555 0143',
  email1: 'mary@example.com',
  email2: 'mary.smith@example.org',
  primaryAddress: address({ line2: 'Floor 9' }),
  mailingAddress: address({ line1: 'P.O. Box 12' }),
  employerAddress: address({ line1: '1 Wall Street', zipcode: '10005-1234' }),
  employerName: 'Acme',
  employmentStatus: 'Self-Employed',
  occupationType: 'information systems',
  annualIncome: '4',
  liquidNetWorth: '5',
  netWorth: '8',
  dependentCount: '2',
  citizenship: 'U',
  residenceCountry: 'US',
  accreditedInvestorAnnualIncome: true,
  accreditedInvestorNetWorth: 'true',
  directorOrTenPercentShareholder: true,
  directorOrTenPercentShareholderCompany: 'msft, BRK.B',
  finraAffiliated: true,
  finraCompany: 'Broker Inc.',
  previousPrivatePlacementExperience: 'false',
  previousExperienceSector: 'Energy',
  memberProfileItems: { topMarginalTaxBracket: '3', maritalStatus: 'M' },
  membershipType: 'N',
};

/** Starts the service before the cases of members and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    stranger = (await service.otherFirm()).client;
  });
  afterAll(() => service.stop());
}
