import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '#libs/application';
import { account, type AccountCommand } from '#libs/contexts/accounts';
import { readCredentials } from '#libs/platform/identity';
import { isRefusal, processMetadata } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { BenchAccounts } from './accounts.js';

const AT_A_TIME = 256;
const OWNERS = 100;
/** Milliseconds without new events after which all background work is done. */
const QUIET_MS = 1_000;

/**
 * Fills a data directory with accounts through the command handling, without HTTP and without the checks against other streams.
 * Arguments: directory, number of accounts. Prints the account numbers.
 */
const [directory = '', count = '0'] = process.argv.slice(2);
const config = loadConfig({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent' });
const service = await startService(config, { logger: createLogger({ level: 'silent' }) });
const credentials = await readCredentials(directory);
if (!credentials) throw new Error('no credentials');
const { firmId, apiLoginId, billingPlans } = credentials;
const { aggregates, eventStore, ids, projectionRunner } = service.platform;

const bench = new BenchAccounts(service.url, credentials);
const owners = await Promise.all(Array.from({ length: OWNERS }, () => bench.member()));

async function open(n: number): Promise<string> {
  const accountNumber = `RZ${String(n).padStart(8, '0')}`;
  const commandId = ids.uuid();
  const loginId = owners[n % OWNERS] ?? '';
  const command: AccountCommand = {
    type: 'OpenAccount',
    input: {
      accountName: `Account ${n}`,
      accountType: 'I',
      billingPlanOid: billingPlans.A,
      primaryAccountOwner: loginId,
    },
    facts: {
      accountNumber,
      firmId,
      createdBy: apiLoginId,
      member: {
        loginId,
        firmId,
        isFirmRep: false,
        cipStatus: 'PASSED',
        transState: 'RM',
        tickers: [],
      },
      jointOwners: [],
      trustees: [],
      billingPlan: { billingPlanType: 'A' },
      memberPlans: [],
      nameTaken: false,
    },
  };
  const outcome = await aggregates.handle(account, accountNumber, command, {
    ...processMetadata('bench', commandId, new Date().toISOString()),
    firmId,
  });
  if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome.problems));
  return accountNumber;
}

const numbers: string[] = [];
let next = 0;
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    while (next < Number(count)) numbers.push(await open(next++));
  }),
);
// otherwise the items for attention and published events of openings would be created while reads are measured
let head: bigint;
do {
  head = await eventStore.head();
  await delay(QUIET_MS);
} while (head < (await eventStore.head()));
await projectionRunner.waitFor('all', head, 600_000);
await service.stop();
process.stdout.write(JSON.stringify(numbers));
