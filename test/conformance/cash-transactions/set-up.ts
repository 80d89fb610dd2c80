import { afterAll, beforeAll } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { expectExactly, expectUnchanged, ServiceUnderTest } from '../../support/running-service.js';
import { CashUnderTest } from '../cash.fixture.js';

export let service: ServiceUnderTest;
export let cash: CashUnderTest;
export let ira: CashUnderTest;
export type Problems = Parameters<typeof expectExactly>[1];

export async function refused(
  send: () => Promise<ClientAnswer>,
  ...problems: Problems
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

/** Starts the service before the cases of cash transactions and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    cash = await CashUnderTest.create(service);
    ira = await CashUnderTest.create(service, { accountType: 'R' });
  });
  afterAll(() => service.stop());
}
