import { afterAll, beforeAll } from '@jest/globals';
import { uniqueName } from '../../support/running-service.js';
import { AccountsUnderTest } from '../accounts.fixture.js';

export let accounts: AccountsUnderTest;

/** An individual account and a Roth IRA that the cases change. */
export let individual: string;
export let ira: string;
export const name = (): string => uniqueName('n').slice(-16);

/** Starts the service before the cases of updating accounts and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    accounts = await AccountsUnderTest.start();
    individual = await accounts.opened('I');
    ira = await accounts.opened('S');
  });
  afterAll(() => accounts.stop());
}
