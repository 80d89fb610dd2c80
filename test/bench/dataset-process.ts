import { startService } from '#libs/application';
import { type FolioCommand, folioBook } from '#libs/contexts/folios';
import { readCredentials } from '#libs/platform/identity';
import { isRefusal, processMetadata } from '#libs/platform/kernel';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { BenchAccounts } from './accounts.js';

/** A household: a member with one account and four folios, whose target weights change monthly for a year. */
const FOLIOS = 4;
const MONTHS = 12;
const AT_A_TIME = 32;

/**
 * Fills a data directory: members, accounts and signatures over HTTP; folios and target weights through the same command handling
 * without HTTP. Arguments: directory, number of events.
 */
const [directory = '', count = '0'] = process.argv.slice(2);
const config = loadConfig({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error' });
const service = await startService(config, { logger: createLogger({ level: 'error' }) });
const credentials = await readCredentials(directory);
if (!credentials) throw new Error('no credentials');
const { aggregates, eventStore, ids } = service.platform;
const bench = new BenchAccounts(service.url, credentials);

async function command(accountNumber: string, folio: FolioCommand): Promise<void> {
  const outcome = await aggregates.handle(folioBook, accountNumber, folio, {
    ...processMetadata(credentials?.apiKey ?? '', ids.uuid(), new Date().toISOString()),
    firmId: credentials?.firmId ?? '',
    actingMember: credentials?.apiLoginId ?? '',
  });
  if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome.problems));
}

async function household(firmId: string): Promise<void> {
  const owner = await bench.member();
  const accountNumber = await bench.account(owner);
  await bench.sign(accountNumber, owner);
  for (let index = 0; index < FOLIOS; index++) {
    await command(accountNumber, {
      type: 'CreateFolio',
      accountNumber,
      input: {
        folioName: `Folio ${index}`,
        accountNumber,
        dividendReinvest: true,
        dividendPayToAccount: true,
        benchmark: null,
        prepackagedFolioId: null,
      },
      facts: { account: { firmId, owners: [owner] }, rtgKnown: false },
    });
  }
  for (let month = 0; month < MONTHS; month++) {
    for (let index = 0; index < FOLIOS; index++) {
      await command(accountNumber, {
        type: 'SetTargetWeights',
        accountNumber,
        folioNumber: accountNumber + String(index + 3).padStart(2, '0'),
        targetWeights: [
          { ticker: 'VTI', targetWeight: `${60 - month}.00` },
          { ticker: 'BND', targetWeight: `${40 + month}.00` },
        ],
        facts: { restriction: undefined },
      });
    }
  }
}

let events = 0;
for await (const event of eventStore.readAll()) if (event.revision >= 0) events += 1;
const perHousehold = await measured(() => household(credentials.firmId));
let left = Math.ceil((Number(count) - events) / perHousehold);
await Promise.all(
  Array.from({ length: AT_A_TIME }, async () => {
    while (left-- > 0) await household(credentials.firmId);
  }),
);
await service.stop();

/** Number of events that a task appends. */
async function measured(task: () => Promise<void>): Promise<number> {
  const before = await eventStore.head();
  await task();
  let appended = 0;
  for await (const event of eventStore.readAll({ after: before })) {
    if (event.position > before) appended += 1;
  }
  return appended;
}
