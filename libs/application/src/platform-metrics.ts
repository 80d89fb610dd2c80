import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type ProjectionStatus, statusesForReaders } from '#libs/platform/read-models';
import { type Config, standardOutput, VERSION } from '#libs/platform/runtime';
import type {
  Background,
  Commands,
  ConsumerStatus,
  Platform,
  ProcessGauge,
} from '#libs/platform/service';

/** States of a projection as numbers, so that an alert can compare them. */
const STATES = {
  live: 0,
  'catching-up': 1,
  standby: 2,
  stopped: 3,
  unattended: 4,
  ready: 5,
} as const;

/** One figure, or one for each value of a label. */
type Figures = number | readonly (readonly [labelled: string, value: number])[];

/** A gauge with one label at most. */
function gauge(
  registry: Registry,
  [name, help]: readonly [string, string],
  read: () => Figures | Promise<Figures>,
  label = '',
): void {
  const samples = async (): ReturnType<ProcessGauge['samples']> => {
    const figures = await read();
    if (typeof figures === 'number') return [{ labels: {}, value: figures }];
    return figures.map(([labelled, value]) => ({ labels: { [label]: labelled }, value }));
  };
  add(registry, { name, help, labels: label === '' ? [] : [label], samples });
}

/** A gauge that is read when it is asked for. */
function add(registry: Registry, { name, help, labels, samples }: ProcessGauge): void {
  new Gauge({
    ...{ name, help, labelNames: [...labels], registers: [registry] },
    async collect() {
      const now = await samples();
      this.reset();
      for (const sample of now) this.set(sample.labels, sample.value);
    },
  });
}

/** A counter that is kept elsewhere. */
function counter(registry: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

/** Of every process: which build it is, room for what it stores, and what nobody has read of what it says. */
export function addProcessMetrics(registry: Registry, { dataDir }: Pick<Config, 'dataDir'>): void {
  const build = ['brokerage_build_info', '1, with the version of the build.'] as const;
  gauge(registry, build, () => [[VERSION, 1]], 'version');
  const free = 'brokerage_data_directory_free_bytes';
  gauge(registry, [free, 'Bytes that the disk with DATA_DIR has room for.'], async () => {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  });
  const help = 'Lines for the standard output that were dropped, since it could not be written to.';
  counter(registry, 'brokerage_log_lines_dropped_total', help, () => standardOutput.dropped);
}

/** What commands of the process have done, in the words of the business. */
const COUNTED = {
  members_created: ['member.MemberCreated', 'Members that were created.'],
  accounts_opened: ['account.AccountOpened', 'Accounts that were opened.'],
  accounts_closed: ['account.AccountClosed', 'Accounts that were closed.'],
  agreements_signed: ['account.AgreementSigned', 'Customer agreements that were signed.'],
  bank_links_created: ['bankLink.BankLinkCreated', 'Bank links that were created.'],
  bank_links_verified: ['bankLink.BankLinkVerified', 'Bank links that were verified.'],
  cash_transactions_created: ['cash.TransactionCreated', 'Cash transactions that were created.'],
  folios_created: ['folio.FolioCreated', 'Folios that were created.'],
  orders_placed: ['order.OrderPlaced', 'Orders that were placed.'],
  placements_subscribed: [
    'placement.SubscriptionOrderCreated',
    'Subscriptions to private placements.',
  ],
} as const;

/** Counts what the commands of this process have done. */
export function addBusinessMetrics(
  registry: Registry,
  { appended }: Pick<Commands, 'appended'>,
): void {
  for (const [name, [type, help]] of Object.entries(COUNTED)) {
    counter(registry, `brokerage_${name}_total`, help, () => appended.get(type) ?? 0);
  }
}

/** Whether the log can be written to. */
export function addLogMetrics(
  registry: Registry,
  { eventStore }: { readonly eventStore: Pick<Platform['eventStore'], 'state'> },
): void {
  const help = '1, or 0 from a write of the embedded log that failed until there is room again.';
  const name = 'brokerage_log_takes_appends';
  gauge(registry, [name, help], () => (eventStore.state() === 'answers' ? 1 : 0));
}

/** What is said of each thing of a kind, by the name of the metric. */
type Said<T> = Readonly<Record<string, readonly [help: string, value: (one: T) => number]>>;

const STATES_IN_WORDS = '0 live, 1 catching up, 2 standby, 3 stopped, 4 unattended, 5 ready';
const OF_PROJECTIONS: Said<ProjectionStatus> = {
  brokerage_projection_lag_seconds: [
    'Seconds since the documents were complete.',
    ({ lagSeconds }) => lagSeconds,
  ],
  brokerage_projection_position: [
    'Position of the log the documents include.',
    ({ position }) => Number(position),
  ],
  brokerage_projection_head: [
    'Newest position of the log that is known.',
    ({ head }) => Number(head),
  ],
  brokerage_projection_skipped_events: [
    'Events that an operator had the read model go on without.',
    ({ skipped }) => skipped.length,
  ],
  brokerage_projection_state: [`${STATES_IN_WORDS}.`, ({ state }) => STATES[state]],
};

/**
 * How far each read model is behind the log, and the one that is built beside it. Positions are of the log: two of them moving
 * apart is a lag.
 */
export function addProjectionMetrics(
  registry: Registry,
  { projectionRunner: runner }: { projectionRunner: Pick<Platform['projectionRunner'], 'observe'> },
): void {
  for (const [name, [help, value]] of Object.entries(OF_PROJECTIONS)) {
    const read = async (): Promise<Figures> =>
      statusesForReaders(await runner.observe()).map((one) => [one.name, value(one)]);
    gauge(registry, [name, help], read, 'projection');
  }
  const help = `Of the generation that is built beside the live one: ${STATES_IN_WORDS}.`;
  const besides = async (): Promise<Figures> => {
    const all = await runner.observe();
    const shown = statusesForReaders(all);
    return all.filter((one) => !shown.includes(one)).map((one) => [one.name, STATES[one.state]]);
  };
  gauge(registry, ['brokerage_projection_rebuild_state', help], besides, 'projection');
}

const OF_CONSUMERS: Said<ConsumerStatus> = {
  brokerage_consumer_position: [
    'Position of the log dealt with.',
    ({ position }) => Number(position),
  ],
  brokerage_consumer_retrying: [
    '1 while an event is tried again.',
    ({ lastError }) => (lastError === undefined ? 0 : 1),
  ],
  brokerage_consumer_parked_events: [
    'Events it went on without, since they failed again and again; later ones of their partitions wait.',
    ({ parked }) => parked,
  ],
};

/** How far each consumer of the log is, whether it is stuck, and what processes say of their work. */
export function addConsumerMetrics(registry: Registry, background: Background): void {
  for (const [name, [help, value]] of Object.entries(OF_CONSUMERS)) {
    const read = (): Figures => background.consumers().map((one) => [one.name, value(one)]);
    gauge(registry, [name, help], read, 'consumer');
  }
  for (const one of background.gauges()) add(registry, one);
}
