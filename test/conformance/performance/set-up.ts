import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectStatus, ServiceUnderTest } from '../../support/running-service.js';

export type Body = Readonly<Record<string, unknown>>;
export type Kind = 'unitvalues' | 'summary' | 'rawdata';

export const KINDS = ['unitvalues', 'summary', 'rawdata'] as const;
/** New Year's Eve of 2024 is a Tuesday; 1 January and the weekend have no values. */
export const POINTS = [
  { date: '2024-12-31', gross: '10', net: '10' },
  { date: '2025-01-02', gross: '10.5', net: '10.4' },
  { date: '2025-01-03', gross: '11', net: '10.8' },
  { date: '2025-01-06', gross: '9.9', net: '9.75' },
];
export const RANGE = 'daterange=2025-01-01,2025-01-06';

export let service: ServiceUnderTest;
export let accountNumber: string;
export let folio: string;

export async function newFolio(): Promise<string> {
  const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
  const answer = await service.client.post(`/restapi/accounts/${accountNumber}/folios`, body);
  expectStatus(answer, 201);
  return answer.location?.split('/').at(-1) ?? '';
}
export const pathOf = (kind: Kind, folioNumber = folio, account = accountNumber): string =>
  `/restapi/accounts/${account}/folios/${folioNumber}/performance/${kind}`;
export const putPath = (folioNumber = folio, account = accountNumber): string =>
  `/backoffice${pathOf('unitvalues', folioNumber, account).slice('/restapi'.length)}`;
export const put = (body: unknown, folioNumber = folio): Promise<ClientAnswer> =>
  service.backoffice.put(putPath(folioNumber), body);
export const get = async (kind: Kind, query = RANGE, folioNumber = folio): Promise<Body> => {
  const answer = await service.client.get(`${pathOf(kind, folioNumber)}?${query}`);
  expectStatus(answer, 200);
  return answer.body as Body;
};
export const daily = (...values: [day: number, value: string][]): Body[] =>
  values.map(([day, value]) => ({ date: `2025-01-0${day}`, value }));

/** Starts the service, with an account and a folio that has unit values, before the cases of performance. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    accountNumber = await service.account();
    folio = await newFolio();
    expectStatus(await put({ values: [...POINTS].reverse() }), 200);
  });
  afterAll(() => service.stop());
}
