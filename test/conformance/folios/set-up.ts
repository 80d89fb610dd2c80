import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
} from '../../support/running-service.js';

export let service: ServiceUnderTest;
export let client: BrokerageClient;
export let owner: string;

/** An account without restrictions. */
export let accountNumber: string;
export let account: string;

export const input = (fields: object = {}, of = accountNumber): Record<string, unknown> => ({
  folioName: 'Growth',
  accountNumber: of,
  dividendReinvest: true,
  ...fields,
});

export const items = (...pairs: readonly (readonly [string, unknown])[]): object[] =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));

/** Creates a folio. Returns its path. */
export async function folio(fields: object = {}, of = accountNumber): Promise<string> {
  const answer = await client.post(`/restapi/accounts/${of}/folios`, input(fields, of));
  expectStatus(answer, 201);
  return answer.location ?? '';
}

/** A new account, so that numbers start at 03. */
export async function freshAccount(): Promise<{ number: string; path: string }> {
  const number = await service.openAccount({ primaryAccountOwner: owner });
  return { number, path: `/restapi/accounts/${number}` };
}

export async function refused(
  send: () => Promise<ClientAnswer>,
  ...problems: object[]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

export async function read(path: string): Promise<Record<string, unknown>> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
}

/** Starts the service before the cases of folios and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    ({ client } = service);
    owner = await service.member();
    accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    account = `/restapi/accounts/${accountNumber}`;
  });
  afterAll(() => service.stop());
}
