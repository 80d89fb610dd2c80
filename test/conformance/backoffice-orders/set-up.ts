import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { type Expected } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../../support/running-service.js';
import {
  newFolio,
  objectOf,
  ordersPath,
  placeOrder,
  reportBody,
  reportPath,
} from '../orders.fixture.js';

export let service: ServiceUnderTest;
export let accountNumber: string;
export let folio: string;

export const put = (
  oid: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  folioNumber = folio,
): Promise<ClientAnswer> => service.backoffice.put(reportPath(folioNumber, oid), body, headers);

export const read = async (oid: string, folioNumber = folio): Promise<Record<string, unknown>> =>
  objectOf(await service.client.get(`${ordersPath(folioNumber)}/${oid}`));

/** Places a client's order of 500 dollars. Returns its id. */
export const placed = async (): Promise<string> =>
  (await placeOrder(service.client, folio)).split('/').at(-1) ?? '';

/** Places an order and reports a state. Returns its id. */
export async function inState(state: string): Promise<string> {
  const oid = uniqueName('o');
  expectStatus(await put(oid, reportBody({ state })), 200);
  return oid;
}

export async function refused(
  send: () => Promise<ClientAnswer>,
  ...problems: readonly Expected[]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

/** Starts the service and a folio before the cases of the back office’s orders. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    accountNumber = await service.openAccount();
    folio = await newFolio(service, accountNumber);
  });
  afterAll(() => service.stop());
}
