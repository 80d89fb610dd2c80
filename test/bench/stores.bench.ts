import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerageClient, type FeedEvent } from '#libs/client';
import { openEventStore } from '#libs/platform/event-store';
import type { Credentials } from '#libs/platform/identity';
import { EventStoreDbFixture } from '../support/eventstoredb-fixture.js';
import { StreamReader } from '../support/feed-reader.js';
import { ops } from '../support/ops-process.js';
import { ServiceProcess } from '../support/service-process.js';
import { namedServers, TEST_MASTER_KEY } from '../support/tested-stores.js';
import { BenchAccounts } from './accounts.js';
import type { BenchOptions } from './bench-options.js';
import { ClientAlone } from './eventstoredb-alone.js';
import { importLines } from './import-lines.js';
import { sendImport } from './import-sender.js';
import { load, type LoadRequest, type LoadResult, median, quantile, rounded } from './load.js';
import { ask, next, startRebuilds } from './rebuilds.js';
import type { Folded, Turn } from './rebuild-process.js';

const ACCOUNTS = 320;
/** Free folio numbers of an account: up to 99, of which two exist from the start. */
const FOLIOS = 97;
const RUNS = 3;
const MIXED = { connections: 128, seconds: { short: 10, full: 60 }, mostPerSecond: 1_500 };
const PACE = { perSecond: 300, connections: 64, seconds: 10 };
const IMPORT = { folioTransactions: 20_000, cashTransactions: 4_000 };

/** A server, and a service on it. */
interface Place {
  readonly server: 'real' | 'fixture';
  readonly env: Readonly<Record<string, string>>;
  /** Number of client calls open at the server; undefined if the server doesn't report it. */
  openCalls(): Promise<number | undefined>;
  stop(): Promise<void>;
}

/**
 * The service on EventStoreDB against the client library alone, on the server named by `TEST_EVENTSTORE_URL`, otherwise on the fixture.
 * Documents are embedded, or in the MongoDB named by `TEST_MONGODB_URL`. One process does everything, without a projector.
 */
export async function stores({ full }: BenchOptions): Promise<object> {
  const place = await openPlace();
  const alone = new ClientAlone(place.env['EVENTSTORE_URL'] ?? '');
  const dataDir = place.env['DATA_DIR'] ?? '';
  const service = await ServiceProcess.start(dataDir, place.env);
  try {
    const env = { ...place.env, PORT: new URL(service.url).port };
    const made = await ops(dataDir, ['demonstration'], env);
    if (made.status !== 0) throw new Error(made.stderr);
    const credentials = await service.credentials();
    const bench = new BenchAccounts(service.url, credentials);
    const opened = await openAccounts(bench);
    const work = new FolioRequests(bench, opened.numbers);
    const { url } = service;
    const results = {
      server: place.server,
      accounts: said('accounts', opened.figures),
      folios: said('folios', await againstAlone(url, work, alone, 32, full ? 3_000 : 1_000)),
      oneConnection: said('oneConnection', await againstAlone(url, work, alone, 1, 150)),
      mixedWrites: said('mixedWrites', await mixedWrites(url, bench, work, full)),
      visible: said('visible', await visible(url, credentials, work)),
      import: said('import', await importing(url, credentials, opened.numbers)),
      openCallsWhenIdle: await idleCalls(place),
    };
    await service.stop();
    return { ...results, rebuild: await rebuilding(dataDir, place, alone) };
  } finally {
    await service.kill();
    await alone.close();
    await place.stop();
  }
}

/** Reports progress on standard error. */
function said<T>(name: string, figures: T): T {
  process.stderr.write(`${name}: ${JSON.stringify(figures)}\n`);
  return figures;
}

async function openPlace(): Promise<Place> {
  const named = namedServers();
  if (named?.['EVENTSTORE_URL'] !== undefined) {
    const { MONGODB_URL: _, ...env } = named;
    const { host } = new URL(named['EVENTSTORE_URL']);
    return {
      server: 'real',
      env,
      openCalls: () => callsOf(`http://${host}/metrics`),
      stop: () => Promise.resolve(),
    };
  }
  const directory = await mkdtemp(join(tmpdir(), 'bench-log-'));
  const log = await openEventStore({ directory });
  const fixture = await EventStoreDbFixture.start(log);
  const DATA_DIR = await ServiceProcess.freshDirectory();
  return {
    server: 'fixture',
    env: { DATA_DIR, EVENTSTORE_URL: fixture.connectionString, MASTER_KEY: TEST_MASTER_KEY },
    openCalls: () => Promise.resolve(fixture.openReads),
    stop: async () => {
      await fixture.stop();
      await log.close();
      await rm(directory, { recursive: true, force: true });
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

async function callsOf(metrics: string): Promise<number | undefined> {
  const text = await fetch(metrics).then(
    (answer) => answer.text(),
    () => '',
  );
  const [, calls] = /^eventstore_current_incoming_grpc_calls\{.*\} (\d+)/m.exec(text) ?? [];
  return calls === undefined ? undefined : Number(calls);
}

/** Minimum number of open calls observed while idle. A client's appends go through one. */
async function idleCalls(place: Place): Promise<number | undefined> {
  let fewest: number | undefined;
  for (let look = 0; look < 40; look++) {
    const calls = await place.openCalls();
    if (calls !== undefined) fewest = Math.min(fewest ?? calls, calls);
    await delay(50);
  }
  return fewest;
}

async function openAccounts(
  bench: BenchAccounts,
): Promise<{ readonly numbers: readonly string[]; readonly figures: object }> {
  const owners = await Promise.all(Array.from({ length: 32 }, () => bench.member()));
  const numbers: string[] = [];
  let sent = 0;
  let refused = 0;
  const started = performance.now();
  const open = async (owner: string): Promise<void> => {
    while (sent++ < ACCOUNTS) {
      try {
        numbers.push(await bench.account(owner));
      } catch {
        refused += 1;
      }
    }
  };
  await Promise.all(owners.map(open));
  const seconds = rounded((performance.now() - started) / 1_000);
  return { numbers, figures: { count: ACCOUNTS, atATime: 32, seconds, refused } };
}

/** Requests for folios, spread over accounts. */
class FolioRequests {
  #count = 0;

  constructor(
    private readonly bench: BenchAccounts,
    readonly accounts: readonly string[],
  ) {}

  next(): LoadRequest {
    const number = this.#count++;
    if (number >= FOLIOS * this.accounts.length) throw new Error('the accounts are full');
    const accountNumber = this.accounts[number % this.accounts.length] ?? '';
    const body = { folioName: `Folio ${number}`, accountNumber, dividendReinvest: true };
    return this.bench.signed('POST', `/restapi/accounts/${accountNumber}/folios`, body);
  }
}

/** `POST …/folios` against appends of one event by the client alone, with the same concurrency, in turns. */
async function againstAlone(
  url: string,
  work: FolioRequests,
  alone: ClientAlone,
  connections: number,
  amount: number,
): Promise<object> {
  const below: { readonly perSecond: number; readonly p50: number }[] = [];
  const above: LoadResult[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const appends = await alone.appends(amount, connections);
    const requests = Array.from({ length: amount }, () => work.next());
    const result = await load(url, { connections, requests });
    // the first round warms both up
    if (run === 0) continue;
    below.push(appends);
    above.push(result);
  }
  const perSecond = median(above.map(({ requestsPerSecond }) => requestsPerSecond));
  const clientPerSecond = median(below.map((one) => one.perSecond));
  const p50 = median(above.map((one) => one.p50));
  const clientP50 = median(below.map((one) => one.p50));
  return {
    ...{ connections, perSecond: Math.round(perSecond) },
    clientPerSecond: Math.round(clientPerSecond),
    ratio: rounded(perSecond / clientPerSecond),
    ...{ p50: rounded(p50), clientP50: rounded(clientP50), p50Ratio: rounded(p50 / clientP50) },
    failed: above.reduce((sum, { statuses }) => sum + failedOf(statuses), 0),
  };
}

const failedOf = (statuses: Readonly<Record<number, number>>): number =>
  Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) < 300 ? 0 : count),
    0,
  );

/** Creates folios and members and updates accounts, at maximum rate. */
async function mixedWrites(
  url: string,
  bench: BenchAccounts,
  work: FolioRequests,
  full: boolean,
): Promise<object> {
  const seconds = MIXED.seconds[full ? 'full' : 'short'];
  const requests = Array.from({ length: seconds * MIXED.mostPerSecond }, (_, n): LoadRequest => {
    if (n % 8 === 0) return work.next();
    if (n % 2 === 0) return bench.signed('POST', '/restapi/members', bench.memberBody());
    const account = work.accounts[n % work.accounts.length] ?? '';
    return bench.signed('PUT', `/restapi/accounts/${account}`, { accountName: `Name ${n}` });
  });
  const end = performance.now() + 1_000 * seconds;
  const { connections } = MIXED;
  const result = await load(url, {
    connections,
    requests,
    while: () => performance.now() < end,
  });
  return {
    ...{ connections, seconds, perSecond: Math.round(result.requestsPerSecond) },
    failed: failedOf(result.statuses),
    statuses: result.statuses,
    ...{ p50: rounded(result.p50), p99: rounded(result.p99) },
  };
}

/** Time from an event's timestamp to its line in the firm's live feed, at a steady rate of writes. */
async function visible(
  url: string,
  credentials: Credentials,
  work: FolioRequests,
): Promise<object> {
  const client = new BrokerageClient(url, credentials);
  const stream = await StreamReader.open(client, '/restapi/events?cursor=newest');
  await stream.named('heartbeat');
  const amount = PACE.perSecond * PACE.seconds;
  const lags: number[] = [];
  const collecting = (async () => {
    while (lags.length < amount) {
      const line = await stream.event();
      if (line === undefined) throw new Error('the feed ended');
      lags.push(Date.now() - Date.parse((line.event as unknown as FeedEvent).time));
    }
  })();
  const { connections, perSecond: pace } = PACE;
  const requests = Array.from({ length: amount }, () => work.next());
  const { requestsPerSecond, statuses } = await load(url, { connections, requests, pace });
  const failed = failedOf(statuses);
  // doesn't wait for refused writes
  if (failed === 0) await collecting;
  stream.close();
  await collecting.catch(() => undefined);
  lags.sort((a, b) => a - b);
  return {
    writesPerSecond: Math.round(requestsPerSecond),
    ...{ p50: quantile(lags, 0.5), p99: quantile(lags, 0.99), most: lags.at(-1), failed },
  };
}

/** Folio and cash transactions through the public import, until each line has a response. */
async function importing(
  url: string,
  { tokens }: Credentials,
  accounts: readonly string[],
): Promise<object> {
  const lines = IMPORT.folioTransactions + IMPORT.cashTransactions;
  const sent = importLines(accounts, IMPORT);
  const { seconds, statuses } = await sendImport(
    url,
    '/backoffice/import',
    tokens.backoffice,
    sent,
  );
  const rejected = lines - (statuses['200'] ?? 0);
  return { lines, perSecond: Math.round(lines / seconds), rejected };
}

/** Rebuilding one read model beside the live ones against one read of the whole log by the client, in turns. */
async function rebuilding(dataDir: string, place: Place, alone: ClientAlone): Promise<object> {
  const rebuilds = startRebuilds(dataDir, place.env);
  try {
    await next<Folded>(rebuilds);
    const rounds: { readonly turn: Turn; readonly read: { perSecond: number; events: number } }[] =
      [];
    for (let run = 0; run <= RUNS; run++) {
      const read = await alone.readAll();
      const turn = await ask<Turn>(rebuilds, 'turn');
      if (run > 0) rounds.push({ turn, read });
    }
    const events = rounds[0]?.read.events ?? 0;
    const rate = (ms: (turn: Turn) => number): number =>
      median(rounds.map(({ turn }) => (1_000 * events) / ms(turn)));
    const client = median(rounds.map(({ read }) => read.perSecond));
    const rebuilt = rate(({ rebuildMs }) => rebuildMs);
    return {
      ...{ events, eventsPerSecond: Math.round(rebuilt), ratio: rounded(rebuilt / client) },
      drainedPerSecond: Math.round(rate(({ drainMs }) => drainMs)),
      clientPerSecond: Math.round(client),
    };
  } finally {
    rebuilds.kill();
  }
}
