import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import { load, median, rounded } from './load.js';

const ACCOUNTS = 200;
const CONNECTIONS = 16;
/** Requests created and signed at a time. */
const ROUND = 2_000;
const LOOK_MS = 250;
/** Allowed growth from the middle third to the last: of live memory, and of p99, which other load on the machine affects. */
const MORE_MEMORY = 1.05;
const MORE_TIME = 1.25;
const OLD_SPACE = /^nodejs_heap_space_size_used_bytes\{space="old"[^}]*\} (\S+)/m;

interface Sample {
  readonly at: number;
  readonly value: number;
}

/**
 * Updates 200 accounts of a service for `SOAK_MINUTES` (15) to find leaks: compares the minimum of the old space in the last third with
 * that in the middle third, and the medians of p99. Prints a JSON line per minute and one at the end. Exits with status 1 if either
 * has grown.
 */
async function soak(minutes: number): Promise<boolean> {
  const service = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  const memory: Sample[] = [];
  const latencies: Sample[] = [];
  const look = async (): Promise<void> => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    memory.push({ at: performance.now(), value: Number(OLD_SPACE.exec(text)?.[1]) / 2 ** 20 });
  };
  let looking = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  try {
    const bench = new BenchAccounts(service.url, await service.credentials());
    const accounts = await bench.accounts(ACCOUNTS);
    const started = performance.now();
    const end = started + minutes * 60_000;
    let sent = 0;
    let told = started;
    timer = setInterval(() => {
      looking = looking.then(look);
    }, LOOK_MS);
    while (performance.now() < end) {
      const requests = Array.from({ length: ROUND }, () => {
        const place = sent % ACCOUNTS;
        // alternates two names, so that only the number of commands grows
        const accountName = `${Math.floor(sent / ACCOUNTS) % 2 === 0 ? 'One' : 'Other'} ${place}`;
        sent += 1;
        return bench.signed('PUT', `/restapi/accounts/${accounts[place] ?? ''}`, { accountName });
      });
      const { p99 } = await load(service.url, { connections: CONNECTIONS, requests, status: 200 });
      latencies.push({ at: performance.now(), value: p99 });
      if (performance.now() < told + 60_000) continue;
      const minute = { least: least(memory, told, end), p99: middle(latencies, told, end), sent };
      process.stdout.write(`${JSON.stringify(minute)}\n`);
      told = performance.now();
    }
    clearInterval(timer);
    await looking;
    const third = (end - started) / 3;
    const [second, last] = [started + third, end - third];
    const growth = least(memory, last, end) / least(memory, second, last);
    const slowing = middle(latencies, last, Infinity) / middle(latencies, second, last);
    const holds = growth <= MORE_MEMORY && slowing <= MORE_TIME;
    const result = { holds, growth: rounded(growth), slowing: rounded(slowing), sent, minutes };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    return holds;
  } finally {
    clearInterval(timer);
    await service.stop();
    await service.remove();
  }
}

function within(samples: readonly Sample[], from: number, to: number): readonly number[] {
  return samples.filter(({ at }) => at >= from && at < to).map(({ value }) => value);
}

function least(samples: readonly Sample[], from: number, to: number): number {
  return rounded(Math.min(...within(samples, from, to)));
}

function middle(samples: readonly Sample[], from: number, to: number): number {
  return rounded(median(within(samples, from, to)));
}

const minutes = Number(process.env['SOAK_MINUTES'] ?? 15);
if (!(minutes > 0)) throw new RangeError('SOAK_MINUTES is a number above 0');
process.exitCode = (await soak(minutes)) ? 0 : 1;
