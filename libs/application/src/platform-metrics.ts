import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DailyRootSigner } from '#libs/contexts/audit';
import { addDays } from '#libs/platform/kernel';
import { type ProjectionStatus, statusesForReaders } from '#libs/platform/read-models';
import { type Config, readLastBackup, standardOutput, VERSION } from '#libs/platform/runtime';
import type {
  Background,
  CommandRunner,
  ConsumerStatus,
  Platform,
  ProcessGauge,
} from '#libs/platform/service';
import type { ClockWatch } from './clock-watch.js';
import { withinOneProbe } from './readiness.js';

/** Projection states as numbers, for alerts to compare. */
const STATES = {
  live: 0,
  'catching-up': 1,
  standby: 2,
  stopped: 3,
  unattended: 4,
  ready: 5,
} as const;

/** A single value, none, or one per value of a label. */
type Values = number | undefined | readonly (readonly [labelValue: string, value: number])[];

/** Adds a gauge with at most one label. */
function gauge(
  registry: Registry,
  [name, help]: readonly [string, string],
  read: () => Values | Promise<Values>,
  label = '',
): void {
  const samples = async (): ReturnType<ProcessGauge['samples']> => {
    const values = await read();
    if (values === undefined) return [];
    if (typeof values === 'number') return [{ labels: {}, value: values }];
    return values.map(([labelValue, value]) => ({ labels: { [label]: labelValue }, value }));
  };
  add(registry, { name, help, labels: label === '' ? [] : [label], samples });
}

/** Adds a gauge whose samples are read on each scrape: none if that can't be done within a second. */
function add(registry: Registry, { name, help, labels, samples }: ProcessGauge): void {
  new Gauge({
    ...{ name, help, labelNames: [...labels], registers: [registry] },
    async collect() {
      // a store that is away must not hide the metrics that tell of it
      const current = await withinOneProbe()(samples()).catch(() => []);
      this.reset();
      // a gauge without labels is reset to 0, which is no absence
      if (labels.length === 0) this.remove();
      for (const { labels, value } of current) this.set(labels, value);
    },
  });
}

/** Adds a counter whose value is kept elsewhere. */
function counter(registry: Registry, name: string, help: string, value: () => number): void {
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      this.reset();
      this.inc(value());
    },
  });
}

/** Metrics of every process: its build, free disk space, dropped log lines, and how often the clock was set, by how much last. */
export function addProcessMetrics(
  registry: Registry,
  { dataDir }: Pick<Config, 'dataDir'>,
  watch: ClockWatch,
): void {
  const build = ['brokerage_build_info', '1, with the version of the build as a label.'] as const;
  gauge(registry, build, () => [[VERSION, 1]], 'version');
  const free = 'brokerage_data_directory_free_bytes';
  gauge(registry, [free, 'Free bytes on the disk that holds DATA_DIR.'], async () => {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  });
  const backup = [
    'brokerage_backup_timestamp_seconds',
    'Moment that the newest backup by "ops backup" covers; absent without one, or if its record is damaged.',
  ] as const;
  gauge(registry, backup, async () => {
    const at = await readLastBackup(dataDir);
    return at && at / 1_000;
  });
  const help = 'Log lines dropped because standard output could not be written to.';
  counter(registry, 'brokerage_log_lines_dropped_total', help, () => standardOutput.dropped);
  const often = 'How often the clock of the machine was set, by a second or more.';
  counter(registry, 'brokerage_clock_steps_total', often, () => watch.steps);
  const last = 'brokerage_clock_last_step_seconds';
  gauge(registry, [last, 'Seconds by which it was last set.'], () => watch.lastStepSeconds);
}

/** Event types counted as business metrics. */
const COUNTED = {
  members_created: ['member.MemberCreated', 'Members created.'],
  accounts_opened: ['account.AccountOpened', 'Accounts opened.'],
  accounts_closed: ['account.AccountClosed', 'Accounts closed.'],
  agreements_signed: ['account.AgreementSigned', 'Customer agreements signed.'],
  bank_links_created: ['bankLink.BankLinkCreated', 'Bank links created.'],
  bank_links_verified: ['bankLink.BankLinkVerified', 'Bank links verified.'],
  cash_transactions_created: ['cash.TransactionCreated', 'Cash transactions created.'],
  folios_created: ['folio.FolioCreated', 'Folios created.'],
  orders_placed: ['order.OrderPlaced', 'Orders placed.'],
  placements_subscribed: [
    'placement.SubscriptionOrderCreated',
    'Subscriptions to private placements.',
  ],
} as const;

/** Metrics of the service: whether the log accepts appends, its read models, what its commands have done, and the newest daily root. */
export function addServiceMetrics(
  registry: Registry,
  platform: Platform,
  { appended }: CommandRunner,
  signer: DailyRootSigner,
): void {
  const takes = '1; 0 from a failed write of the embedded log until there is room again.';
  gauge(registry, ['brokerage_log_takes_appends', takes], () =>
    platform.eventStore.state() === 'answers' ? 1 : 0,
  );
  addProjectionMetrics(registry, platform);
  for (const [name, [type, help]] of Object.entries(COUNTED)) {
    counter(registry, `brokerage_${name}_total`, help, () => appended.get(type) ?? 0);
  }
  const root = 'End of the newest day with a signed root; absent before the first.';
  gauge(registry, ['brokerage_daily_root_timestamp_seconds', root], async () => {
    const newest = await signer.newest();
    return newest && Date.parse(addDays(newest.day, 1)) / 1_000;
  });
}

/** Help text and value of metrics, by name. */
type Metrics<T> = Readonly<Record<string, readonly [help: string, value: (one: T) => number]>>;

const STATES_HELP = '0 live, 1 catching up, 2 standby, 3 stopped, 4 unattended, 5 ready';
const OF_PROJECTIONS: Metrics<ProjectionStatus> = {
  brokerage_projection_lag_seconds: [
    'Seconds since the documents were up to date.',
    ({ lagSeconds }) => lagSeconds,
  ],
  brokerage_projection_position: [
    'Position of the log that the documents include.',
    ({ position }) => Number(position),
  ],
  brokerage_projection_head: ['Newest known position of the log.', ({ head }) => Number(head)],
  brokerage_projection_skipped_events: [
    'Events that an operator told the read model to skip.',
    ({ skipped }) => skipped.length,
  ],
  brokerage_projection_state: [`${STATES_HELP}.`, ({ state }) => STATES[state]],
};

/** Reports how far each read model is behind the log, and the state of generations being built. */
export function addProjectionMetrics(
  registry: Registry,
  {
    projectionRunner: runner,
  }: { projectionRunner: Pick<Platform['projectionRunner'], 'observe' | 'interruption'> },
): void {
  for (const [name, [help, value]] of Object.entries(OF_PROJECTIONS)) {
    const read = async (): Promise<Values> =>
      statusesForReaders(await runner.observe()).map((one) => [one.name, value(one)]);
    gauge(registry, [name, help], read, 'projection');
  }
  const help = `State of the generation built beside the live one: ${STATES_HELP}.`;
  const rebuilds = async (): Promise<Values> => {
    const all = await runner.observe();
    const live = statusesForReaders(all);
    return all.filter((one) => !live.includes(one)).map((one) => [one.name, STATES[one.state]]);
  };
  gauge(registry, ['brokerage_projection_rebuild_state', help], rebuilds, 'projection');
  const interrupted = [
    'brokerage_projections_interrupted',
    "1 while the read models can't be updated, with the code of the store's error.",
  ] as const;
  const interruption = (): Values => {
    const code = runner.interruption;
    return code === undefined ? [] : [[code, 1]];
  };
  gauge(registry, interrupted, interruption, 'code');
}

const OF_CONSUMERS: Metrics<ConsumerStatus> = {
  brokerage_consumer_position: [
    'Position of the log up to which all events have been handled.',
    ({ position }) => Number(position),
  ],
  brokerage_consumer_retrying: [
    '1 while an event is being retried.',
    ({ lastError }) => (lastError === undefined ? 0 : 1),
  ],
  brokerage_consumer_parked_events: [
    'Events parked after repeated failures; later events of their partitions wait.',
    ({ parked }) => parked,
  ],
};

/** Reports how far each consumer of the log is and whether it is stuck, and adds the gauges of background processes. */
export function addConsumerMetrics(registry: Registry, background: Background): void {
  for (const [name, [help, value]] of Object.entries(OF_CONSUMERS)) {
    const read = (): Values => background.consumers().map((one) => [one.name, value(one)]);
    gauge(registry, [name, help], read, 'consumer');
  }
  for (const one of background.gauges()) add(registry, one);
}
