import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { ACCOUNTS, AccountsUnderTest, type Body, type Expected } from '../accounts.fixture.js';

export let accounts: AccountsUnderTest;

/** A client of a firm that may remove restrictions. */
export let entitled: BrokerageClient;
let entitledPlan: string;
export let entitledAs: (memberId: string) => BrokerageClient;
export const FORBIDDEN = { type: 'FORBIDDEN' } as const;
export const NOT_FOUND = { type: 'NOT_FOUND' } as const;
export const restrictionsOf = (number: string): string => `${ACCOUNTS}/${number}/restrictions`;
export const permissionsOf = (number: string): string => `${ACCOUNTS}/${number}/permissions`;

export const remove = (path: string, client = accounts.service.client): Promise<ClientAnswer> =>
  client.request('DELETE', path);

/** Expects a request to be refused with exactly these problems and nothing stored. */
export async function refused(
  request: () => Promise<ClientAnswer>,
  problems: readonly Expected[],
  status = 400,
): Promise<void> {
  const answer = await expectUnchanged(accounts.service, request);
  expectExactly(answer, problems as Body[], status);
}

/** Restricts an account. Returns the path of the restriction. */
export async function restrict(
  number: string,
  body: Body = {},
  client: BrokerageClient = accounts.service.client,
): Promise<string> {
  const answer = await client.post(restrictionsOf(number), body);
  expectStatus(answer, 201);
  return answer.location ?? '';
}

/** An account of the entitled firm, and its owner. */
export async function entitledAccount(): Promise<[string, string]> {
  const { service } = accounts;
  const primaryAccountOwner = await service.member({}, entitled);
  const fields = { primaryAccountOwner, billingPlanOid: entitledPlan };
  return [await service.account(fields, entitled), primaryAccountOwner];
}

/** A member who holds a permission on an account. */
export async function holder(number: string, permission: string): Promise<string> {
  const loginId = await accounts.service.member();
  const body = { loginId, permission };
  expectStatus(await accounts.service.client.post(permissionsOf(number), body), 201);
  return loginId;
}

/** A read by another caller, who sends the writer's consistency token. */
export async function readByAnother(
  client: BrokerageClient,
  number: string,
  path: string,
): Promise<void> {
  const written = await accounts.service.client.put(`${ACCOUNTS}/${number}`, {});
  const token = written.headers.get('x-consistency-token') ?? '';
  expectStatus(await client.get(path, { 'x-consistency-token': token }), 200);
}

/** Starts the service before the cases of restrictions and permissions and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    accounts = await AccountsUnderTest.start();
    const firm = await accounts.service.otherFirm(['removeRestrictions']);
    entitled = firm.client;
    entitledPlan = firm.planOid;
    entitledAs = firm.as;
  });
  afterAll(() => accounts.stop());
}
