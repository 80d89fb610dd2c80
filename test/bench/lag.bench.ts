import { BrokerageClient, type FeedEvent } from '#libs/client';
import { StreamReader } from '../support/feed-reader.js';
import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { load, type LoadRequest, type LoadResult, quantile, rounded } from './load.js';

const ACCOUNTS = 128;
const FOLIOS = 97;
const CONNECTIONS = 32;
/** Upper bounds of the histogram, in milliseconds. */
const BOUNDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, Infinity] as const;

interface Run {
  readonly result: LoadResult;
  /** In milliseconds, sorted. */
  readonly lags: readonly number[];
}

/**
 * Time from an event's timestamp to the arrival of its line in the firm's live feed, under the load of `commands`. The first run, of
 * a process that has just started, is reported separately.
 */
export async function lag(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  try {
    const credentials = await service.credentials();
    const client = new BrokerageClient(service.url, credentials);
    const bench = new BenchAccounts(service.url, credentials);
    const accounts = await bench.accounts(2 * ACCOUNTS);
    const stream = await StreamReader.open(client, '/restapi/events?cursor=newest');
    await stream.named('heartbeat');
    const run = async (from: number): Promise<Run> => {
      const requests = createFolios(bench, accounts.slice(from, from + ACCOUNTS));
      const collecting = collect(stream, requests.length);
      const result = await load(service.url, { connections: CONNECTIONS, requests, status: 201 });
      return { result, lags: (await collecting).sort((a, b) => a - b) };
    };
    const cold = await run(0);
    const { lags, result } = await run(ACCOUNTS);
    stream.close();
    return {
      p50: quantile(lags, 0.5),
      p99: quantile(lags, 0.99),
      most: lags.at(-1),
      coldP50: quantile(cold.lags, 0.5),
      coldP99: quantile(cold.lags, 0.99),
      requestsPerSecond: Math.round(result.requestsPerSecond),
      commandP99: rounded(result.p99),
      histogram: histogram(lags),
      events: lags.length,
    };
  } finally {
    await service.stop();
    await service.remove();
  }
}

function createFolios(bench: BenchAccounts, accounts: readonly string[]): LoadRequest[] {
  return Array.from({ length: accounts.length * FOLIOS }, (_, index) => {
    const accountNumber = accounts[index % accounts.length] ?? '';
    return bench.signed('POST', `/restapi/accounts/${accountNumber}/folios`, {
      folioName: `Folio ${index}`,
      accountNumber,
      dividendReinvest: true,
    });
  });
}

async function collect(stream: StreamReader, amount: number): Promise<number[]> {
  const lags: number[] = [];
  while (lags.length < amount) {
    const line = await stream.event();
    if (line === undefined) throw new Error('the feed ended');
    lags.push(Date.now() - Date.parse((line.event as unknown as FeedEvent).time));
  }
  return lags;
}

/** Number of values in each bucket. */
function histogram(lags: readonly number[]): Record<string, number> {
  const counts: Record<string, number> = {};
  let before = -Infinity;
  for (const bound of BOUNDS) {
    const low = before;
    counts[`<=${bound}`] = lags.filter((one) => one > low && one <= bound).length;
    before = bound;
  }
  return counts;
}
