import { afterAll, beforeAll, expect } from '@jest/globals';
import type { RawResponse } from '../../support/raw-request.js';
import { expectStatus, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { expectErrorList, Wire } from '../../support/wire.js';

export let service: ServiceUnderTest;
export let wire: Wire;
/** A signed individual account, its owner, and a folio. */
export let owner: string;
export let accountNumber: string;
export let account: string;
export let folio: string;

export const folioBody = (fields: object = {}): Record<string, unknown> => ({
  folioName: 'Growth',
  accountNumber,
  dividendReinvest: true,
  ...fields,
});
export const contact = (fields: object = {}): object => ({
  firstName: 'Tom',
  lastName: 'Fox',
  email: 'tom@example.com',
  telephone: '212-555-0101',
  ...fields,
});
/** Expects 400 with exactly these problems and nothing stored. */
export async function refused(
  method: string,
  path: string,
  body: unknown,
  ...problems: object[]
): Promise<RawResponse> {
  const answer = await expectUnchanged(service, () => wire.json(method, path, body));
  expectErrorList(answer, 400);
  expect(answer.body).toEqual(
    expect.arrayContaining(problems.map((one) => expect.objectContaining(one))),
  );
  expect(answer.body).toHaveLength(problems.length);
  return answer;
}

/** Starts the service, with a signed account and a folio of it, before the cases of the wire rules. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    wire = new Wire(service);
    owner = await service.member();
    accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    account = `/restapi/accounts/${accountNumber}`;
    const created = await service.client.post(`${account}/folios`, folioBody());
    expectStatus(created, 201);
    folio = created.location ?? '';
  });
  afterAll(() => service.stop());
}
