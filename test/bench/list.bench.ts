import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import type { BenchOptions } from './bench-options.js';
import { FloorProcess } from './floor-process.js';
import { sendImport } from './import-sender.js';
import { load, type LoadRequest, median, rounded } from './load.js';

/** Rows in the range; as many again before it and in another account. */
const ROWS = 1_000;
const DAYS = 30;
const REQUESTS = 200;
const RUNS = 3;

/**
 * A folio's transactions of 30 days, 1,000 rows, against a Nest and Fastify route that serializes the same rows. On one connection,
 * to compare the time of a single response.
 */
export async function list(_options: BenchOptions): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  let floor: FloorProcess | undefined;
  try {
    const credentials = await service.credentials();
    const bench = new BenchAccounts(service.url, credentials);
    const [account = '', other = ''] = await bench.accounts(2);
    const lines = [
      ...transactions(account, 0),
      ...transactions(account, 400),
      ...transactions(other, 0),
    ];
    const sent = await sendImport(
      service.url,
      '/backoffice/import',
      credentials.tokens.backoffice,
      lines,
    );
    if (sent.statuses['200'] !== lines.length) throw new Error(JSON.stringify(sent.statuses));
    const path = `/restapi/accounts/${account}/folios/${account}01/transactions?daterange=30d`;
    const rows = (await bench.read(path)) as readonly object[];
    if (rows.length !== ROWS) throw new Error(`${rows.length} rows`);
    floor = await FloorProcess.start(rows);

    const run = async (url: string, next: () => LoadRequest): Promise<number> =>
      (
        await load(url, {
          connections: 1,
          requests: Array.from({ length: REQUESTS }, next),
          status: 200,
        })
      ).p50;
    const floors: number[] = [];
    const services: number[] = [];
    for (let index = 0; index <= RUNS; index++) {
      const below = await run(floor.url, () => ({ method: 'GET', path: '/floor', headers: {} }));
      const above = await run(service.url, () => bench.signed('GET', path));
      if (index === 0) continue;
      floors.push(below);
      services.push(above);
    }
    return {
      ratio: rounded(median(services) / median(floors)),
      p50: rounded(median(services)),
      floorP50: rounded(median(floors)),
      rows: ROWS,
      bytes: JSON.stringify(rows).length,
    };
  } finally {
    await floor?.stop();
    await service.stop();
    await service.remove();
  }
}

/** Transactions of an account on the 29 days that ended `daysAgo` days ago. */
function* transactions(account: string, daysAgo: number): Generator<string> {
  for (let n = 0; n < ROWS; n++) {
    const date = new Date(Date.now() - (daysAgo + (n % (DAYS - 1))) * 86_400_000).toISOString();
    yield JSON.stringify({
      path: `/accounts/${account}/folios/${account}01/transactions/${daysAgo * 10_000 + n + 1}`,
      body: {
        categoryName: 'Trades',
        transactionCode: 'BUY',
        transactionDesc: 'Bought shares of IBM',
        date,
        symbolName: 'International Business Machines',
        ticker: 'IBM',
        quantity: '10',
        price: '125.50',
        net: '-1255.00',
      },
    });
  }
}
