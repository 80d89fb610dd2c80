import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { FloorProcess } from './floor-process.js';
import { load, type LoadRequest, type LoadResult, median, rounded } from './load.js';

const GROUP = 64;
const FOLIOS_OF_AN_ACCOUNT = 97;
const GROUPS_A_RUN = 2;
const RUNS = 3;
const CONNECTIONS = 32;

/**
 * Signed, durable `POST …/folios`, spread over 64 accounts at a time, against a Nest and Fastify route that validates the same body
 * and returns 201. The two take turns.
 */
export async function commands(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  const floor = await FloorProcess.start();
  try {
    const bench = new BenchAccounts(service.url, await service.credentials());
    const accounts = await bench.accounts(GROUP * GROUPS_A_RUN * (RUNS + 1));
    let sent = 0;
    const nextFolio = (): LoadRequest => {
      const group = Math.floor(sent / (GROUP * FOLIOS_OF_AN_ACCOUNT));
      const accountNumber = accounts[group * GROUP + (sent % GROUP)] ?? '';
      sent += 1;
      return bench.signed('POST', `/restapi/accounts/${accountNumber}/folios`, {
        folioName: `Folio ${sent}`,
        accountNumber,
        dividendReinvest: true,
      });
    };
    const plain = (): LoadRequest => ({
      method: 'POST',
      path: '/floor',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        folioName: `Folio ${sent}`,
        accountNumber: accounts[0],
        dividendReinvest: true,
      }),
    });
    const amount = GROUP * FOLIOS_OF_AN_ACCOUNT * GROUPS_A_RUN;
    const run = (url: string, next: () => LoadRequest): Promise<LoadResult> => {
      const requests = Array.from({ length: amount }, next);
      return load(url, { connections: CONNECTIONS, requests, status: 201 });
    };

    const floors: LoadResult[] = [];
    const services: LoadResult[] = [];
    for (let index = 0; index <= RUNS; index++) {
      const below = await run(floor.url, plain);
      const above = await run(service.url, nextFolio);
      // the first round warms both up
      if (index > 0) {
        floors.push(below);
        services.push(above);
      }
    }
    const rate = median(services.map((one) => one.requestsPerSecond));
    const floorRate = median(floors.map((one) => one.requestsPerSecond));
    const p99 = median(services.map((one) => one.p99));
    const floorP99 = median(floors.map((one) => one.p99));
    return {
      ratio: rounded(rate / floorRate),
      p99Ratio: rounded(p99 / floorP99),
      requestsPerSecond: Math.round(rate),
      floorRequestsPerSecond: Math.round(floorRate),
      p50: rounded(median(services.map((one) => one.p50))),
      p99: rounded(p99),
      floorP50: rounded(median(floors.map((one) => one.p50))),
      floorP99: rounded(floorP99),
      connections: CONNECTIONS,
      requestsARun: amount,
    };
  } finally {
    await floor.stop();
    await service.stop();
    await service.remove();
  }
}
