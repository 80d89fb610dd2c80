import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { median, rounded } from './load.js';

const LONG = 10_000;
const SHORT = 10;
const MEASURED = 501;

/** Updates of an account with 10,000 events against one with 10, sequentially and in turns. */
export async function growth(): Promise<object> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  try {
    const bench = new BenchAccounts(service.url, await service.credentials());
    const owner = await bench.member();
    const updates = new Map<string, number>();
    const update = async (accountNumber: string): Promise<number> => {
      const count = updates.get(accountNumber) ?? 0;
      updates.set(accountNumber, count + 1);
      const started = performance.now();
      await bench.put(`/restapi/accounts/${accountNumber}`, {
        accountNumber,
        defaultTaxLotSelection: count % 2 === 0 ? 'FIFO' : 'LIFO',
      });
      return performance.now() - started;
    };
    const long = await bench.account(owner);
    for (let index = 0; index < LONG; index++) await update(long);

    const millisecondsLong: number[] = [];
    const millisecondsShort: number[] = [];
    let short = '';
    for (let index = 0; index < MEASURED; index++) {
      // a fresh account each time, so that its history stays short
      if (index % SHORT === 0) {
        short = await bench.account(owner);
        await update(short);
      }
      millisecondsShort.push(await update(short));
      millisecondsLong.push(await update(long));
    }
    const p50 = median(millisecondsLong);
    const shortP50 = median(millisecondsShort);
    return {
      ratio: rounded(p50 / shortP50),
      p50: rounded(p50),
      shortP50: rounded(shortP50),
      events: LONG,
      shortEvents: SHORT,
    };
  } finally {
    await service.stop();
    await service.remove();
  }
}
