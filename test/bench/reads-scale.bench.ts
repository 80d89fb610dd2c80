import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ServiceProcess } from '../support/service-process.js';
import { BenchAccounts } from './accounts.js';
import type { BenchOptions } from './bench-options.js';
import { load, type LoadRequest, type LoadResult, median, rounded } from './load.js';

const FEW = 100;
const MANY = { short: 10_000, full: 100_000 } as const;
const AMOUNT = 20_000;
const RUNS = 3;
const CONNECTIONS = 32;

/**
 * Signed `GET /restapi/accounts/{a}` of random accounts among many against the same among a hundred, once each has been read, as in
 * `reads`. The two take turns.
 */
export async function readsScale({ full }: BenchOptions): Promise<object> {
  const accounts = MANY[full ? 'full' : 'short'];
  const few = await Filled.start(FEW);
  try {
    const many = await Filled.start(accounts);
    try {
      const fewRuns: LoadResult[] = [];
      const manyRuns: LoadResult[] = [];
      await few.readEach();
      await many.readEach();
      for (let index = 0; index < RUNS; index++) {
        fewRuns.push(await few.run());
        manyRuns.push(await many.run());
      }
      const rate = (runs: readonly LoadResult[]): number =>
        median(runs.map((run) => run.requestsPerSecond));
      return {
        ratio: rounded(rate(fewRuns) / rate(manyRuns)),
        requestsPerSecondAmongFew: Math.round(rate(fewRuns)),
        requestsPerSecondAmongMany: Math.round(rate(manyRuns)),
        accounts,
        connections: CONNECTIONS,
        requestsARun: AMOUNT,
      };
    } finally {
      await many.stop();
    }
  } finally {
    await few.stop();
  }
}

/** A service with a number of accounts. */
class Filled {
  private constructor(
    private readonly service: ServiceProcess,
    private readonly bench: BenchAccounts,
    private readonly numbers: readonly string[],
  ) {}

  static async start(accounts: number): Promise<Filled> {
    const directory = await ServiceProcess.freshDirectory();
    const main = fileURLToPath(new URL('./accounts-process.js', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [main, directory, String(accounts)],
      { env: { PATH: process.env['PATH'] }, maxBuffer: 64 * 1024 * 1024 },
    );
    const service = await ServiceProcess.start(directory);
    const bench = new BenchAccounts(service.url, await service.credentials());
    return new Filled(service, bench, JSON.parse(stdout) as string[]);
  }

  run(): Promise<LoadResult> {
    const any = (): number => Math.floor(Math.random() * this.numbers.length);
    return this.#read(AMOUNT, any);
  }

  /** Reads each account, at least as often as in a run. */
  async readEach(): Promise<void> {
    await this.#read(Math.max(AMOUNT, this.numbers.length), (sent) => sent % this.numbers.length);
  }

  #read(amount: number, which: (sent: number) => number): Promise<LoadResult> {
    const requests = Array.from({ length: amount }, (_, sent): LoadRequest =>
      this.bench.signed('GET', `/restapi/accounts/${this.numbers[which(sent)]}`),
    );
    return load(this.service.url, { connections: CONNECTIONS, requests, status: 200 });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.service.remove();
  }
}
