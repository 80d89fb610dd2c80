import { BrokerageClient } from '#libs/client';
import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { load, type LoadRequest, median, rounded } from './load.js';

const ACCOUNTS = 12;
const UPDATES = 1_000;
/** Requests of one kind to one account. */
const READS = 400;

/**
 * `GET /restapi/accounts/{a}?asOf=…` of accounts with 1,000 events against the same GET without `asOf`, on one connection. `ratio`
 * is for random moments of the history; `cold` for the first as-of read of an account, near its end, at a different place for each
 * account since kept versions may be nearer or farther.
 */
export async function asof(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  try {
    const credentials = await service.credentials();
    const bench = new BenchAccounts(service.url, credentials);
    const numbers = await bench.accounts(ACCOUNTS);
    const tokens = await Promise.all(
      numbers.map((number) => update(new BrokerageClient(service.url, credentials), number)),
    );
    const get = (index: number, at?: number): LoadRequest => {
      const moment = at === undefined ? '' : `?asOf=${tokens[index]?.[at] ?? ''}`;
      return bench.signed('GET', `/restapi/accounts/${numbers[index] ?? ''}${moment}`);
    };
    const timed = async (requests: readonly LoadRequest[]): Promise<number> =>
      (await load(service.url, { connections: 1, requests, status: 200 })).p50;
    const repeated = (next: () => LoadRequest): LoadRequest[] =>
      Array.from({ length: READS }, next);
    const anywhere = (): number => Math.floor(Math.random() * UPDATES);

    await timed(repeated(() => get(0)));
    await timed(repeated(() => get(0, anywhere())));
    const runs = [];
    for (let index = 1; index < ACCOUNTS; index++) {
      runs.push({
        plain: await timed(repeated(() => get(index)).slice(0, 40)),
        cold: await timed([get(index, UPDATES - 10 - 3 * index)]),
        past: await timed(repeated(() => get(index, anywhere())).slice(0, 40)),
        again: await timed(repeated(() => get(index, UPDATES / 2)).slice(0, 40)),
      });
    }
    const plain = median(runs.map((run) => run.plain));
    const past = median(runs.map((run) => run.past));
    const cold = median(runs.map((run) => run.cold));
    const again = median(runs.map((run) => run.again));
    return {
      ratio: rounded(past / plain),
      coldRatio: rounded(cold / plain),
      sameMomentRatio: rounded(again / plain),
      p50: rounded(past),
      coldP50: rounded(cold),
      plainP50: rounded(plain),
      events: UPDATES,
      accounts: ACCOUNTS - 1,
    };
  } finally {
    await service.stop();
    await service.remove();
  }
}

/** Updates an account repeatedly. Returns the consistency token of each update. */
async function update(client: BrokerageClient, number: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < UPDATES; i++) {
    const body = { accountName: `${number.slice(-8)} ${i}` };
    const { status, headers } = await client.put(`/restapi/accounts/${number}`, body);
    if (status !== 200) throw new Error(`an update is answered ${status}`);
    tokens.push(headers.get('x-consistency-token') ?? '');
  }
  return tokens;
}
