import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectStatus, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

export let service: ServiceUnderTest;
export let accountNumber: string;

export let count = 8_829_000;
export const newId = (): string => String(++count);
export const pathOf = (ids: string, account = accountNumber): string =>
  `/restapi/accounts/${account}/reportedtaxlots/${ids}`;
export const put = (ids: string, body: unknown, account = accountNumber): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/accounts/${account}/reportedtaxlots/${ids}`, body);
export const refused = (body: unknown, ids = `${newId()}/1`): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(ids, body));
export const get = async (ids: string): Promise<Body> => {
  const answer = await service.client.get(pathOf(ids));
  expectStatus(answer, 200);
  return answer.body as Body;
};
export const taxData = (body: unknown, account = accountNumber): Promise<ClientAnswer> =>
  service.backoffice.put(`/backoffice/accounts/${account}/taxdata`, body);

export const NULLS = {
  exDate: null,
  statementTrail: null,
  transCode: null,
  costBasisEffectiveDate: null,
  originatingTransactionSettlementDate: null,
};

/** Starts the service and an account before the cases of reported tax lots. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    accountNumber = await service.account();
  });
  afterAll(() => service.stop());
}
