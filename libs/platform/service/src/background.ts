import { setMaxListeners } from 'node:events';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf, sleep } from '#libs/platform/stores';
import {
  type BackgroundProcess,
  type BackgroundTask,
  type ConsumerStatus,
  type ProcessGauge,
  discovered,
  FollowsLog,
  OwnsReservations,
  RepeatsTask,
} from './discovered.js';
import { BACKGROUND_LEASE, workWhileLeased } from './leased-work.js';
import { LogConsumer } from './log-consumer.js';
import { ParkedEvents } from './parking/parked-events.js';
import type { ParkingOptions } from './parking/parking.js';
import type { Platform } from './platform.js';
import { react, type Reaction, ReactionRegistry } from './reaction.js';
import { ReservationSweeper } from './reservation-sweeper.js';

const BACKOFF_MS = { first: 100, most: 30_000 };

/** Everything that runs beside requests: projections, reactions, tasks, the reservation sweeper. Only the leader works. */
export class Background {
  readonly #stop = new AbortController();
  #working: Promise<void> | undefined;
  readonly #sweeper: ReservationSweeper;
  /** The processes of the features, and one consumer per reaction. */
  readonly #processes: readonly BackgroundProcess[];
  readonly #tasks: readonly BackgroundTask[];

  constructor(
    private readonly platform: Platform,
    app: INestApplicationContext,
  ) {
    const { readModels, reservations, clock, logger } = platform;
    const discovery = app.get(DiscoveryService);
    const processes = discovered(discovery, FollowsLog);
    this.#tasks = discovered(discovery, RepeatsTask);
    const reactions = app.get(ReactionRegistry).all();
    const parking = { events: app.get(ParkedEvents) };
    this.#processes = [...reactions.map((one) => reacting(one, platform, parking)), ...processes];
    const owners = discovered(discovery, OwnsReservations);
    this.#sweeper = new ReservationSweeper(reservations, readModels, owners, clock, logger);
  }

  async start(): Promise<void> {
    await this.platform.projectionRunner.start();
    this.#working = workWhileLeased(BACKGROUND_LEASE, this.platform, this.#stop.signal, (signal) =>
      this.#work(signal),
    );
    this.#sweeper.start();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { logger } = this.platform;
    // every process and task adds a listener
    setMaxListeners(0, signal);
    await Promise.all([
      ...this.#processes.map((process) => process.run(signal)),
      ...this.#tasks.map((task) => repeatTask(task, logger, signal)),
    ]);
  }

  /** Progress of the consumers that run in this process. */
  consumers(): readonly ConsumerStatus[] {
    return this.#processes.flatMap((process) => process.status() ?? []);
  }

  gauges(): readonly ProcessGauge[] {
    return this.#processes.flatMap(({ gauges = [] }) => gauges);
  }

  /** Stops all background work after finishing what is under way. */
  async stop(): Promise<void> {
    await this.#sweeper.stop();
    this.#stop.abort();
    await this.#working;
    await this.platform.projectionRunner.stop();
  }
}

/** Durable delivery of a reaction, in log order: each event is delivered at least once, and command ids make repetitions harmless. */
function reacting(
  reaction: Reaction,
  { eventStore: store, codec, progress, logger }: Platform,
  parking: ParkingOptions,
): LogConsumer {
  const { name, events } = reaction;
  return new LogConsumer({
    ...{ name, store, logger, parking },
    typePrefixes: events.map((type) => `${type}.v`),
    from: { name: `reaction:${name}`, progress },
    handle: async (stored) => {
      for (const event of await codec.decode(stored))
        if (event) await react(reaction, event, 'later');
    },
  });
}

/** Repeats a task until the signal is aborted; the current round is finished first. */
async function repeatTask(
  task: BackgroundTask,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  let backoff = BACKOFF_MS.first;
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await task.round(signal);
      backoff = BACKOFF_MS.first;
    } catch (error) {
      logRecurring(logger, 'task failed, retrying', nameOf(error), { task: task.name });
      pause = backoff;
      backoff = Math.min(backoff * 2, BACKOFF_MS.most);
    }
    if (pause > 0) await sleep(pause, signal);
  }
}
