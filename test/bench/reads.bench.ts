import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { FloorProcess } from './floor-process.js';
import { load, type LoadRequest, type LoadResult, median, rounded } from './load.js';

const ACCOUNTS = 256;
const AMOUNT = 30_000;
const RUNS = 3;
const CONNECTIONS = 32;

/** Signed `GET /restapi/accounts/{a}` against a Nest and Fastify route that returns a constant of the same size. */
export async function reads(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  let floor: FloorProcess | undefined;
  try {
    const bench = new BenchAccounts(service.url, await service.credentials());
    const accounts = await bench.accounts(ACCOUNTS);
    const body = await bench.read(`/restapi/accounts/${accounts[0]}`);
    floor = await FloorProcess.start(body);
    let sent = 0;
    const nextAccount = (): LoadRequest =>
      bench.signed('GET', `/restapi/accounts/${accounts[sent++ % ACCOUNTS]}`);
    const plain = (): LoadRequest => ({ method: 'GET', path: '/floor', headers: {} });
    const run = (url: string, next: () => LoadRequest): Promise<LoadResult> => {
      const requests = Array.from({ length: AMOUNT }, next);
      return load(url, { connections: CONNECTIONS, requests, status: 200 });
    };

    const floors: LoadResult[] = [];
    const services: LoadResult[] = [];
    for (let index = 0; index <= RUNS; index++) {
      const below = await run(floor.url, plain);
      const above = await run(service.url, nextAccount);
      if (index > 0) {
        floors.push(below);
        services.push(above);
      }
    }
    const rate = median(services.map((one) => one.requestsPerSecond));
    const floorRate = median(floors.map((one) => one.requestsPerSecond));
    return {
      ratio: rounded(rate / floorRate),
      requestsPerSecond: Math.round(rate),
      floorRequestsPerSecond: Math.round(floorRate),
      p50: rounded(median(services.map((one) => one.p50))),
      p99: rounded(median(services.map((one) => one.p99))),
      floorP99: rounded(median(floors.map((one) => one.p99))),
      bytes: JSON.stringify(body).length,
      connections: CONNECTIONS,
      requestsARun: AMOUNT,
    };
  } finally {
    await floor?.stop();
    await service.stop();
    await service.remove();
  }
}
