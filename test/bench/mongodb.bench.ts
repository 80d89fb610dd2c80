import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BrokerageClient } from '#libs/client';
import { LocalIssuer } from '#libs/platform/identity';
import { loadConfig, loadMasterKeys, openKeyStore } from '#libs/platform/runtime';
import { makeFirm } from '../support/firm.js';
import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import type { DriverWork } from './mongodb-alone.js';
import { load, type LoadRequest, type LoadResult, median, rounded } from './load.js';

const DELAY_MS = 1;
const ACCOUNTS = 160;
const RUNS = 3;
const WRITES = { connections: 32, amount: 3_200, status: 201 };
const READS = { connections: 32, amount: 12_800, status: 200 };

/**
 * Signed `POST …/folios` and `GET /restapi/accounts/{a}` over the MongoDB fixture, which takes a millisecond per command, against the
 * same with embedded documents. The log is embedded in both. The two take turns, and with them a process that only calls the driver: its
 * processor time a call is what the service's a request is compared with.
 */
export async function mongodb(): Promise<object> {
  const server = await MongoProcess.start();
  const embedded = await ServiceProcess.start(await ServiceProcess.freshDirectory());
  const env = { MONGODB_URL: server.url, MASTER_KEY: Buffer.alloc(32, 5).toString('base64') };
  const beside = await ServiceProcess.start(await ServiceProcess.freshDirectory(), env);
  let driver: DriverProcess | undefined;
  try {
    const sides = [
      await Side.of(embedded.url, new BenchAccounts(embedded.url, await embedded.credentials())),
      await Side.of(beside.url, await accountsBeside(beside.url, env)),
    ] as const;
    driver = await DriverProcess.start(server.url);
    const ofEach: readonly [Results, Results] = [new Results(), new Results()];
    const processor = { writes: [] as Compared[], reads: [] as Compared[] };
    for (let round = 0; round <= RUNS; round++) {
      const alone = { writes: await driver.work('writes', WRITES), reads: 0 };
      alone.reads = await driver.work('reads', READS);
      for (const [index, side] of sides.entries()) {
        const pid = [embedded, beside][index]?.pid ?? 0;
        const [begun, writes] = [await processorMs(pid), await side.write()];
        const [between, reads] = [await processorMs(pid), await side.read()];
        const ended = await processorMs(pid);
        // the first round warms both up
        if (round === 0) continue;
        ofEach[index]?.add(writes, reads);
        if (index === 0) continue;
        const each = (ms: number, { amount }: typeof WRITES): number => (1_000 * ms) / amount;
        processor.writes.push({ ours: each(between - begun, WRITES), alone: alone.writes });
        processor.reads.push({ ours: each(ended - between, READS), alone: alone.reads });
      }
    }
    const [below, above] = ofEach;
    return {
      writeRatio: rounded(above.rate('writes') / below.rate('writes')),
      readRatio: rounded(above.rate('reads') / below.rate('reads')),
      ...comparedWithDriver('write', processor.writes),
      ...comparedWithDriver('read', processor.reads),
      ...above.told(''),
      ...below.told('embedded'),
      delayMs: DELAY_MS,
      writeConnections: WRITES.connections,
      readConnections: READS.connections,
    };
  } finally {
    for (const service of [embedded, beside]) {
      await service.stop();
      await service.remove();
    }
    driver?.stop();
    await server.stop();
  }
}

/** Microseconds of processor time: of the service a request, and of the driver alone a call. */
interface Compared {
  readonly ours: number;
  readonly alone: number;
}

/** The ratio by name, and the microseconds behind it. */
function comparedWithDriver(what: string, rounds: readonly Compared[]): Record<string, number> {
  return {
    [`${what}ProcessorRatio`]: rounded(median(rounds.map(({ ours, alone }) => ours / alone))),
    [`${what}Microseconds`]: Math.round(median(rounds.map(({ ours }) => ours))),
    [`${what}DriverMicroseconds`]: Math.round(median(rounds.map(({ alone }) => alone))),
  };
}

/** Processor time that a process has used, in milliseconds. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // utime and stime, in hundredths of a second; the name before them may hold blanks
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** mongodb-alone.ts as a child process. */
class DriverProcess {
  private constructor(
    private readonly child: ChildProcessByStdio<Writable, Readable, null>,
    private readonly lines: AsyncIterator<string>,
  ) {}

  static async start(url: string): Promise<DriverProcess> {
    const main = fileURLToPath(new URL('./mongodb-alone.js', import.meta.url));
    const child = spawn(process.execPath, [main, url], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    return new DriverProcess(child, lines);
  }

  /** Calls the driver. Returns microseconds of processor time a call. */
  async work(kind: DriverWork['kind'], { connections, amount }: typeof WRITES): Promise<number> {
    const work: DriverWork = { kind, amount, connections };
    this.child.stdin.write(`${JSON.stringify(work)}\n`);
    const answer = await this.lines.next();
    return Number(answer.value);
  }

  stop(): void {
    this.child.kill();
  }
}

/** Creates the demonstration firm, which a service on a server doesn't. */
async function accountsBeside(
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<BenchAccounts> {
  const config = loadConfig({ ...env, DATA_DIR: await ServiceProcess.freshDirectory() });
  const keys = await openKeyStore(config, await loadMasterKeys(config));
  const issuer = await LocalIssuer.over(keys);
  const token = await issuer.issue({ subject: 'bench', roles: ['operator', 'backoffice'] });
  await keys.close();
  const { key, planOid } = await makeFirm(new BrokerageClient(url, { token }));
  return new BenchAccounts(url, { ...key, billingPlans: { A: planOid } });
}

/** A service under load, and its accounts. */
class Side {
  #sent = 0;

  private constructor(
    private readonly url: string,
    private readonly bench: BenchAccounts,
    private readonly accounts: readonly string[],
  ) {}

  static async of(url: string, bench: BenchAccounts): Promise<Side> {
    return new Side(url, bench, await bench.accounts(ACCOUNTS));
  }

  write(): Promise<LoadResult> {
    return this.#load(WRITES, (accountNumber) =>
      this.bench.signed('POST', `/restapi/accounts/${accountNumber}/folios`, {
        folioName: `Folio ${this.#sent}`,
        accountNumber,
        dividendReinvest: true,
      }),
    );
  }

  read(): Promise<LoadResult> {
    return this.#load(READS, (accountNumber) =>
      this.bench.signed('GET', `/restapi/accounts/${accountNumber}`),
    );
  }

  #load(
    { connections, amount, status }: typeof WRITES,
    request: (accountNumber: string) => LoadRequest,
  ): Promise<LoadResult> {
    const next = (): LoadRequest => request(this.accounts[this.#sent++ % ACCOUNTS] ?? '');
    return load(this.url, { connections, status, requests: Array.from({ length: amount }, next) });
  }
}

/** Results of the runs of one side. */
class Results {
  readonly #of: Record<'writes' | 'reads', LoadResult[]> = { writes: [], reads: [] };

  add(writes: LoadResult, reads: LoadResult): void {
    this.#of.writes.push(writes);
    this.#of.reads.push(reads);
  }

  rate(what: 'writes' | 'reads'): number {
    return median(this.#of[what].map(({ requestsPerSecond }) => requestsPerSecond));
  }

  /** Figures by name, optionally prefixed. */
  told(prefix: string): Record<string, number> {
    const told: Record<string, number> = {};
    for (const what of ['writes', 'reads'] as const) {
      const name = prefix === '' ? what : `${prefix}${what[0]?.toUpperCase()}${what.slice(1)}`;
      told[`${name}PerSecond`] = Math.round(this.rate(what));
      told[`${name}P99`] = rounded(median(this.#of[what].map(({ p99 }) => p99)));
    }
    return told;
  }
}

/** The MongoDB fixture as a child process. */
class MongoProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<MongoProcess> {
    const main = fileURLToPath(new URL('./mongodb-server.js', import.meta.url));
    const child = spawn(process.execPath, [main, String(DELAY_MS)], {
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return new MongoProcess(line.toString().trim(), child);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exited;
  }
}
