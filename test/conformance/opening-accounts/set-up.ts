import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import {
  AccountsUnderTest,
  beneficiary,
  CORPORATE,
  isRetirement,
  JOINT,
  minor,
  RETIREMENT,
  type Type,
  TYPES,
} from '../accounts.fixture.js';

export let accounts: AccountsUnderTest;
export let stranger: { firmId: string; planOid: string; client: BrokerageClient; loginId: string };
export let strangersMember: string;

export const todayInNewYork = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

/** Fields of particular types: the types that have them and those that require them (table "Account"). */
export const CONDITIONAL: readonly [string, readonly Type[], boolean, () => unknown][] = [
  ['jointOwners', [...JOINT, 'X'], true, () => [accounts.partner]],
  ['initContributionDate', ['9'], false, () => '2020-02-03'],
  ['primaryBeneficiaries', RETIREMENT, false, () => [beneficiary()]],
  ['contingentBeneficiaries', RETIREMENT, false, () => [beneficiary()]],
  ['minor', ['U'], true, () => minor()],
  ['trustees', CORPORATE, true, () => [accounts.trustee]],
  ['accountRegistrationInfo', [...CORPORATE, 'X'], true, () => 'The Doe Estate'],
  ['taxClassification', ['A', 'F'], true, () => 'C'],
];

export const taxable = TYPES.filter((type) => !isRetirement(type));

/** Starts the service before the cases of opening accounts and stops it after them. */
export function setUp(): void {
  beforeAll(async () => {
    accounts = await AccountsUnderTest.start();
    stranger = await accounts.service.otherFirm();
    strangersMember = await accounts.service.member({}, stranger.client);
  });
  afterAll(() => accounts.stop());
}
