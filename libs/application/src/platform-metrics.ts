import { Counter, Gauge, type Registry } from 'prom-client';
import { type ProjectionStatus, statusesForReaders } from '#libs/platform/read-models';
import { standardOutput } from '#libs/platform/runtime';
import type { Background, Platform, ProcessGauge } from '#libs/platform/service';

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

/** What nobody has read of what the process says. */
export function addOutputMetrics(registry: Registry): void {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines for the standard output that were dropped, since it could not be written to.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(standardOutput.dropped);
    },
  });
}

/** Whether the log can be written to. */
export function addLogMetrics(
  registry: Registry,
  { eventStore }: { readonly eventStore: Pick<Platform['eventStore'], 'state'> },
): void {
  add(registry, {
    name: 'log_takes_appends',
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
    'projection_lag_seconds',
    'Seconds since the documents were complete.',
    (one) => one.lagSeconds,
  );
  ofEach('projection_position', 'Position of the log the documents include.', (one) =>
    Number(one.position),
  );
  ofEach('projection_head', 'Newest position of the log that is known.', (one) => Number(one.head));
  ofEach(
    'projection_skipped_events',
    'Events that an operator had the read model go on without.',
    (one) => one.skipped.length,
  );
  const states = '0 live, 1 catching up, 2 standby, 3 stopped, 4 unattended, 5 ready';
  ofEach('projection_state', `${states}.`, (one) => STATES[one.state]);
  const help = `Of the generation that is built beside the live one: ${states}.`;
  gauge(registry, 'projection', 'projection_rebuild_state', help, async () => {
    const all = await projectionRunner.observe();
    const shown = statusesForReaders(all);
    const beside = all.filter((one) => !shown.includes(one));
    return beside.map((one) => [one.name, STATES[one.state]] as const);
  });
}

/** How far each reaction is, whether it is stuck, and what processes say of their work. */
export function addReactionMetrics(registry: Registry, background: Background): void {
  gauge(registry, 'reaction', 'reaction_position', 'Position of the log dealt with.', () =>
    background.consumers().map(({ name, position }) => [name, Number(position)] as const),
  );
  gauge(registry, 'reaction', 'reaction_retrying', '1 while an event is tried again.', () =>
    background
      .consumers()
      .map(({ name, lastError }) => [name, lastError === undefined ? 0 : 1] as const),
  );
  for (const one of background.gauges()) add(registry, one);
}
