import { afterAll, beforeAll } from '@jest/globals';
import { type ClientAnswer } from '#libs/client';
import { expectExactly, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { linkBody, LinkUnderTest } from '../bank-links.fixture.js';

export let service: ServiceUnderTest;
export let owner: string;
export let accountNumber: string;
export let links: string;
/** For requests that are refused. */
export let link: LinkUnderTest;
export let stranger: string;

export const create = (fields: Readonly<Record<string, unknown>> = {}): Promise<ClientAnswer> =>
  service.client.post(links, linkBody(owner, fields));

export async function refusedUnchanged(
  send: () => Promise<ClientAnswer>,
  ...problems: Parameters<typeof expectExactly>[1]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

/** Starts the service, an account and a bank link of it before the cases of bank links. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    owner = await service.member();
    accountNumber = await service.account({ primaryAccountOwner: owner });
    links = `/restapi/accounts/${accountNumber}/achbanklinks`;
    link = await LinkUnderTest.create(service, { accountNumber, owner });
    stranger = await service.member();
  });
  afterAll(() => service.stop());
}
