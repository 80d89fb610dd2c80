import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import { ServiceUnderTest, uniqueName } from '../../support/running-service.js';

export let service: ServiceUnderTest;
export let client: BrokerageClient;
export let owner: string;
export let accountNumber: string;
export let account: string;
/** Another account, which becomes restricted. */
export let spare: string;

export const name = (): string => uniqueName('i').slice(-16);
export const folioBody = (): Record<string, unknown> => ({
  folioName: name(),
  accountNumber,
  dividendReinvest: true,
});

/** Starts the service and an account before the cases of repeated, ordered and conditional requests. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    ({ client } = service);
    owner = await service.member();
    accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    account = `/restapi/accounts/${accountNumber}`;
    spare = `/restapi/accounts/${await service.account()}`;
  });
  afterAll(() => service.stop());
}
