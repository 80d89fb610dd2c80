import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { addDays, businessDate } from '#libs/platform/kernel';
import { expectStatus, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;

export let service: ServiceUnderTest;
export let accountNumber: string;
/** A folio for reports, and one for the list. */
export let folio: string;
export let listed: string;

export async function newFolio(folioName: string): Promise<string> {
  const body = { folioName, accountNumber, dividendReinvest: true };
  const answer = await service.client.post(`/restapi/accounts/${accountNumber}/folios`, body);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
}

export let count = 700_000;
export const newId = (): string => String(++count);
export const listPath = (folioNumber = folio, account = accountNumber): string =>
  `/restapi/accounts/${account}/folios/${folioNumber}/transactions`;
export const putPath = (id: string, folioNumber = folio, account = accountNumber): string =>
  `/backoffice/accounts/${account}/folios/${folioNumber}/transactions/${id}`;
export const put = (id: string, body: unknown, folioNumber = folio): Promise<ClientAnswer> =>
  service.backoffice.put(putPath(id, folioNumber), body);
export const refused = (body: unknown): Promise<ClientAnswer> =>
  expectUnchanged(service, () => put(newId(), body));
export const list = async (query = '', folioNumber = folio): Promise<readonly Body[]> => {
  const answer = await service.client.get(`${listPath(folioNumber)}${query}`);
  expectStatus(answer, 200);
  return answer.body as Body[];
};
export const find = async (id: string): Promise<Body | undefined> =>
  (await list()).find(({ transactionId }) => transactionId === id);

/** Noon in New York, some days before today. */
export function noon(daysAgo: number): string {
  return noonOf(addDays(businessDate(new Date().toISOString()), -daysAgo));
}
export const noonOf = (day: string): string => `${day}T17:00:00.000+00:00`;

/** Every key except ids and those of internal transfers. */
export const trade = (fields: Body = {}): Body => ({
  categoryName: 'Trades',
  subCategoryName: 'Buy',
  transactionCode: 'BUY',
  transactionDesc: 'Bought 10 IBM',
  transactionType: 'Buy',
  date: noon(1),
  folioName: 'Growth',
  symbolName: 'International Business Machines',
  ticker: 'IBM',
  quantity: '10',
  price: '100.125',
  net: '-1001.25',
  commission: '4.95',
  ...fields,
});

/** Starts the service and a folio before the cases of folio transactions. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    accountNumber = await service.account();
    folio = await newFolio('Growth');
    listed = await newFolio('Listed');
  });
  afterAll(() => service.stop());
}
