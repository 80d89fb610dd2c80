import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { type Expected, field } from '../../support/problems.js';
import { expectExactly, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { newFolio, ordersPath } from '../orders.fixture.js';

export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
export const OID = /^[1-9]\d{14}$/;
export let service: ServiceUnderTest;
export let owner: string;
export let accountNumber: string;
export let folio: string;
export let orders: string;

export const create = (body: unknown, path = orders): Promise<ClientAnswer> =>
  service.client.post(path, body);

/** Expects a refusal with exactly these problems and nothing stored. */
export async function refused(
  body: unknown,
  problems: readonly Expected[],
  path = orders,
): Promise<void> {
  expectExactly(await expectUnchanged(service, () => create(body, path)), problems);
}

export const wrongCode = (name: string): [string, unknown, Expected][] => [
  [name, 'Z', field(name, 'invalid.choice')],
  [name, 5, field(name, 'invalid.choice')],
  [name, true, field(name, 'invalid.choice')],
  [name, ['D'], field(name, 'invalid.choice')],
  [name, {}, field(name, 'invalid.choice')],
];

export const wrongDecimal = (
  name: string,
  ...more: readonly unknown[]
): [string, unknown, Expected][] =>
  ['abc', '1,5', ' 1', '1e3', '-1', 'NaN', '1'.repeat(30), true, [], {}, ...more].map((value) => [
    name,
    value,
    field(name, 'invalid.value'),
  ]);

export const wrongBoolean = (name: string): [string, unknown, Expected][] =>
  ['TRUE', 'yes', 0, 1, [], {}].map((value) => [name, value, field(name, 'invalid.value')]);

export const missing = (name: string): [string, unknown, Expected][] => [
  [name, undefined, field(name, 'cannot.be.null')],
  [name, null, field(name, 'cannot.be.null')],
];

/** Starts the service before the cases of orders and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    owner = await service.member();
    accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    folio = await newFolio(service, accountNumber);
    orders = ordersPath(folio);
  });
  afterAll(() => service.stop());
}
