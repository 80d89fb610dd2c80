import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import type { BenchOptions } from './bench-options.js';
import { FloorProcess } from './floor-process.js';
import { importLines } from './import-lines.js';
import { sendImport } from './import-sender.js';
import { rounded } from './load.js';
import { watchMemory } from './memory.js';

const SIZES = {
  short: { accounts: 200, folioTransactions: 100_000, cashTransactions: 20_000 },
  full: { accounts: 5_000, folioTransactions: 1_000_000, cashTransactions: 200_000 },
} as const;
const WARM_UP = { folioTransactions: 10_000, cashTransactions: 2_000 };

/**
 * Folio and cash transactions of new accounts through the public import, until the read models have them, against a route that
 * parses the same lines and responds to each.
 */
export async function importing({ full }: BenchOptions): Promise<object> {
  const size = SIZES[full ? 'full' : 'short'];
  const records = size.folioTransactions + size.cashTransactions;
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  const floor = await FloorProcess.start();
  try {
    const credentials = await service.credentials();
    const { backoffice, operator } = credentials.tokens;
    const bench = new BenchAccounts(service.url, credentials);
    const [first = '', ...accounts] = await bench.accounts(size.accounts + 1);
    await sendImport(service.url, '/backoffice/import', backoffice, importLines([first], WARM_UP));
    await sendImport(floor.url, '/floor/import', '', importLines([first], WARM_UP));
    await caughtUp(service.url, operator);
    const below = await sendImport(floor.url, '/floor/import', '', importLines(accounts, size));

    const memory = watchMemory(service.pid);
    const started = performance.now();
    const lines = importLines(accounts, size);
    const above = await sendImport(service.url, '/backoffice/import', backoffice, lines);
    await caughtUp(service.url, operator);
    const seconds = (performance.now() - started) / 1_000;
    const peak = await memory.peak();
    if (above.statuses['200'] !== records) throw new Error(JSON.stringify(above.statuses));
    return {
      ratio: rounded(below.seconds / seconds),
      recordsPerSecond: Math.round(records / seconds),
      answeredPerSecond: Math.round(records / above.seconds),
      floorRecordsPerSecond: Math.round(records / below.seconds),
      peakMiB: peak.anonymous,
      peakWithFilePagesMiB: peak.resident,
      records,
      accounts: size.accounts,
    };
  } finally {
    await floor.stop();
    await service.stop();
    await service.remove();
  }
}

/** Waits until the read models have caught up. */
async function caughtUp(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    const text = await (await fetch(`${url}/metrics`, { headers })).text();
    const values = (name: string): number[] =>
      [...text.matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))].map(([, value]) =>
        Number(value),
      );
    const head = Math.max(...values('brokerage_projection_head'));
    if (values('brokerage_projection_position').every((position) => position >= head)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
