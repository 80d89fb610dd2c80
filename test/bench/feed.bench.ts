import { BrokerageClient, type FeedEvent } from '#libs/client';
import { StreamReader } from '../support/feed-reader.js';
import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { quantile, rounded } from './load.js';

const EVENTS = 90;
const READERS = 100;

/**
 * Time from an event's append to its line in the live feed, with 100 readers of an account against one. Measured from the event's own
 * timestamp, so the response time of the request is not included.
 */
export async function feed(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  try {
    const credentials = await service.credentials();
    const client = new BrokerageClient(service.url, credentials);
    const bench = new BenchAccounts(service.url, credentials);
    const [warm = '', one = '', many = ''] = await bench.accounts(3);
    await delays(client, warm, 1);
    const alone = await delays(client, one, 1);
    const crowd = await delays(client, many, READERS);
    return {
      p99Ratio: rounded(quantile(crowd, 0.99) / quantile(alone, 0.99)),
      p50: rounded(quantile(alone, 0.5)),
      p99: rounded(quantile(alone, 0.99)),
      readersP50: rounded(quantile(crowd, 0.5)),
      readersP99: rounded(quantile(crowd, 0.99)),
      readers: READERS,
      events: EVENTS,
    };
  } finally {
    await service.stop();
    await service.remove();
  }
}

/** Milliseconds from each append to each reader, sorted. */
async function delays(
  client: BrokerageClient,
  account: string,
  readers: number,
): Promise<number[]> {
  const path = `/restapi/accounts/${account}/events?cursor=newest`;
  const streams = await Promise.all(
    Array.from({ length: readers }, () => StreamReader.open(client, path)),
  );
  for (const stream of streams) await stream.named('heartbeat');
  const found: number[] = [];
  for (let count = 0; count < EVENTS; count++) {
    const lines = streams.map(async (stream) => {
      const line = await stream.event();
      const event = line?.event as unknown as FeedEvent;
      return Date.now() - Date.parse(event.time);
    });
    const body = { folioName: `Folio ${count}`, accountNumber: account, dividendReinvest: true };
    await client.post(`/restapi/accounts/${account}/folios`, body);
    found.push(...(await Promise.all(lines)));
  }
  for (const stream of streams) stream.close();
  return found.sort((a, b) => a - b);
}
