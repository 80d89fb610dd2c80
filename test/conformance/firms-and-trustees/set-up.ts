import { afterAll, beforeAll } from '@jest/globals';
import { expectStatus, ServiceUnderTest, uniqueName } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;
export let service: ServiceUnderTest;
export let other: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

export const address = (fields: Body = {}): Body => ({
  line1: '1 Main Street',
  city: 'Wilmington',
  state: 'DE',
  zipcode: '19801',
  country: 'US',
  ...fields,
});

export const TRUSTEES = '/restapi/trustees';

export const trusteeBody = (fields: Body = {}): Body => ({
  loginId: uniqueName('t'),
  firstName: 'Tom',
  lastName: 'Trust',
  dateOfBirth: '1970-01-02',
  email1: 'tom@example.com',
  ...fields,
});

export async function newTrustee(fields: Body = {}, client = service.client): Promise<string> {
  const body = trusteeBody(fields);
  expectStatus(await client.post(TRUSTEES, body), 201);
  return String(body['loginId']);
}

/** Starts the service before the cases of firms and trustees and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    other = await service.otherFirm();
  });
  afterAll(() => service.stop());
}
