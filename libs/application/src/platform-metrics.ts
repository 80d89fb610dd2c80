import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type ProjectionStatus, statusesForReaders } from '#libs/platform/read-models';
import { type Config, standardOutput, VERSION } from '#libs/platform/runtime';
import type { Background, Commands, Platform, ProcessGauge } from '#libs/platform/service';

/** States of a projection as numbers, so that an alert can compare them. */
const STATES = {
  live: 0,
  'catching-up': 1,
  standby: 2,
  stopped: 3,
  unattended: 4,
  ready: 5,
} as const;

type Sample = readonly [name: string, value: number];
type Samples = () => Iterable<Sample> | Promise<Iterable<Sample>>;

/** A gauge with one label, read when it is asked for. */
function gauge(
  registry: Registry,
  label: string,
  name: string,
  help: string,
  samples: Samples,
): void {
  add(registry, {
    name,
    help,
    labels: [label],
    samples: async () =>
      [...(await samples())].map(([labelled, value]) => ({ labels: { [label]: labelled }, value })),
  });
}

/** A gauge that is read when it is asked for. */
function add(registry: Registry, { name, help, labels, samples }: ProcessGauge): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      const now = await samples();
      this.reset();
      for (const sample of now) this.set(sample.labels, sample.value);
    },
  });
}

/** Of every process: which build it is, room for what it stores, and what nobody has read of what it says. */
export function addProcessMetrics(registry: Registry, { dataDir }: Pick<Config, 'dataDir'>): void {
  add(registry, {
    name: 'brokerage_build_info',
    help: '1, with the version of the build.',
    labels: ['version'],
    samples: () => Promise.resolve([{ labels: { version: VERSION }, value: 1 }]),
  });
  add(registry, {
    name: 'brokerage_data_directory_free_bytes',
    help: 'Bytes that the disk with DATA_DIR has room for.',
    labels: [],
    samples: async () => {
      const { bavail, bsize } = await statfs(dataDir);
      return [{ labels: {}, value: bavail * bsize }];
    },
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

/** A counter that is kept elsewhere. */
function counter(registry: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

/** Whether the log can be written to. */
export function addLogMetrics(
  registry: Registry,
  { eventStore }: { readonly eventStore: Pick<Platform['eventStore'], 'state'> },
): void {
  add(registry, {
    name: 'brokerage_log_takes_appends',
    help: '1, or 0 from a write of the embedded log that failed until there is room again.',
    labels: [],
    samples: () =>
      Promise.resolve([{ labels: {}, value: eventStore.state() === 'answers' ? 1 : 0 }]),
  });
}

/**
 * How far each read model is behind the log, and the one that is built beside it. Positions are of the log: two of them moving
 * apart is a lag.
 */
export function addProjectionMetrics(
  registry: Registry,
  {
    projectionRunner,
  }: { readonly projectionRunner: Pick<Platform['projectionRunner'], 'observe'> },
): void {
  const ofEach = (name: string, help: string, value: (one: ProjectionStatus) => number): void =>
    gauge(registry, 'projection', name, help, async () =>
      statusesForReaders(await projectionRunner.observe()).map(
        (one) => [one.name, value(one)] as const,
      ),
    );
  ofEach(
    'brokerage_projection_lag_seconds',
    'Seconds since the documents were complete.',
    (one) => one.lagSeconds,
  );
  ofEach('brokerage_projection_position', 'Position of the log the documents include.', (one) =>
    Number(one.position),
  );
  ofEach('brokerage_projection_head', 'Newest position of the log that is known.', (one) =>
    Number(one.head),
  );
  ofEach(
    'brokerage_projection_skipped_events',
    'Events that an operator had the read model go on without.',
    (one) => one.skipped.length,
  );
  const states = '0 live, 1 catching up, 2 standby, 3 stopped, 4 unattended, 5 ready';
  ofEach('brokerage_projection_state', `${states}.`, (one) => STATES[one.state]);
  const help = `Of the generation that is built beside the live one: ${states}.`;
  gauge(registry, 'projection', 'brokerage_projection_rebuild_state', help, async () => {
    const all = await projectionRunner.observe();
    const shown = statusesForReaders(all);
    const beside = all.filter((one) => !shown.includes(one));
    return beside.map((one) => [one.name, STATES[one.state]] as const);
  });
}

/** How far each consumer of the log is, whether it is stuck, and what processes say of their work. */
export function addConsumerMetrics(registry: Registry, background: Background): void {
  gauge(
    registry,
    'consumer',
    'brokerage_consumer_position',
    'Position of the log dealt with.',
    () => background.consumers().map(({ name, position }) => [name, Number(position)] as const),
  );
  gauge(
    registry,
    'consumer',
    'brokerage_consumer_retrying',
    '1 while an event is tried again.',
    () =>
      background
        .consumers()
        .map(({ name, lastError }) => [name, lastError === undefined ? 0 : 1] as const),
  );
  gauge(
    registry,
    'consumer',
    'brokerage_consumer_parked_events',
    'Events it went on without, since they failed again and again; later ones of their partitions wait.',
    () => background.consumers().map(({ name, parked }) => [name, parked] as const),
  );
  for (const one of background.gauges()) add(registry, one);
}
