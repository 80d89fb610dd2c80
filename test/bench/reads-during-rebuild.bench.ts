import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { dataset } from './dataset.js';
import { load, type LoadResult, median, rounded } from './load.js';

const ACCOUNTS = 256;
const CONNECTIONS = 8;
/** Requests of a run without a rebuild; a run with one lasts until it ends. */
const AMOUNT = 8_000;
const MOST = 60_000;
const RUNS = 5;
/** The read model that most events of the data set affect. */
const PROJECTION = 'folios.folio';

/** Signed `GET /restapi/accounts/{a}` while a read model is rebuilt from 200,000 events against the same without, in turns. */
export async function readsDuringRebuild(): Promise<object> {
  const service = await ServiceProcess.start(await dataset());
  try {
    const credentials = await service.credentials();
    const bench = new BenchAccounts(service.url, credentials);
    const accounts = await bench.accounts(ACCOUNTS);
    let sent = 0;
    const run = (amount: number, goesOn: () => boolean): Promise<LoadResult> => {
      const requests = Array.from({ length: amount }, () =>
        bench.signed('GET', `/restapi/accounts/${accounts[sent++ % ACCOUNTS]}`),
      );
      return load(service.url, { connections: CONNECTIONS, requests, status: 200, while: goesOn });
    };
    const without: LoadResult[] = [];
    const during: LoadResult[] = [];
    const rebuildSeconds: number[] = [];
    for (let index = 0; index <= RUNS; index++) {
      const plain = await run(AMOUNT, () => true);
      let rebuilding: Promise<number> | undefined;
      let goesOn = true;
      const beside = await run(MOST, () => {
        rebuilding ??= rebuilt(service.url, credentials.tokens.operator).finally(
          () => (goesOn = false),
        );
        return goesOn;
      });
      const seconds = await rebuilding;
      // the first round warms up
      if (index === 0 || seconds === undefined) continue;
      without.push(plain);
      during.push(beside);
      rebuildSeconds.push(seconds);
    }
    const p99 = median(during.map((one) => one.p99));
    const plainP99 = median(without.map((one) => one.p99));
    return {
      ratio: rounded(p99 / plainP99),
      p99: rounded(p99),
      p50: rounded(median(during.map((one) => one.p50))),
      plainP99: rounded(plainP99),
      plainP50: rounded(median(without.map((one) => one.p50))),
      requestsPerSecond: Math.round(median(during.map((one) => one.requestsPerSecond))),
      plainRequestsPerSecond: Math.round(median(without.map((one) => one.requestsPerSecond))),
      rebuildSeconds: rounded(median(rebuildSeconds)),
      connections: CONNECTIONS,
    };
  } finally {
    await service.stop();
  }
}

/** Rebuilds a read model. Returns the seconds until the new generation is live. */
async function rebuilt(url: string, token: string): Promise<number> {
  const started = performance.now();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = `${url}/operator/projections/${PROJECTION}`;
  const asked = await fetch(`${path}/rebuild`, { method: 'POST', headers, body: '{}' });
  if (asked.status !== 200) throw new Error(`a rebuild is answered ${asked.status}`);
  // its response ends with the rebuild
  await (await fetch(`${path}/progress`, { headers })).text();
  return (performance.now() - started) / 1_000;
}
