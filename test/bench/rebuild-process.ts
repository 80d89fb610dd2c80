import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { features } from '#libs/application';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { openPlatform } from '#libs/platform/service';
import { type PeakMemory, watchMemory } from './memory.js';

/** The read model that most events of the data set affect. */
const PROJECTION = 'folios.folio';

/** First message of the process. */
export interface Folded {
  readonly events: number;
  /** All read models from scratch. */
  readonly everythingMs: number;
}

/** Response to `turn`. */
export interface Turn {
  readonly drainMs: number;
  /** One read model beside the live ones. */
  readonly rebuildMs: number;
}

/** Response to `end`, the last message. */
export interface Ended {
  readonly peak: PeakMemory;
}

/**
 * Folds the log of a data directory into documents from scratch, as after the loss of all read models. Then, for each message
 * `turn`, drains the log through the port and rebuilds one read model beside the live ones, as `ops projections rebuild` does.
 * Argument: directory. The environment names the server of the log, if any.
 */
const [directory = ''] = process.argv.slice(2);
const { EVENTSTORE_URL, MASTER_KEY } = process.env;
const config = loadConfig({
  DATA_DIR: directory,
  LOG_LEVEL: 'error',
  ...(EVENTSTORE_URL && { EVENTSTORE_URL, MASTER_KEY }),
});
await rm(join(directory, 'read-models'), { recursive: true, force: true });
const platform = await openPlatform(config, features, { logger: createLogger({ level: 'error' }) });
const { eventStore, projectionRunner } = platform;

async function drain(): Promise<number> {
  let events = 0;
  for await (const event of eventStore.readAll()) if (event.position > 0n) events += 1;
  return events;
}

async function fold(): Promise<void> {
  await projectionRunner.start();
  const done = await projectionRunner.waitFor('all', await eventStore.head(), 600_000);
  if (!done) throw new Error('the rebuild did not finish');
}

/** Milliseconds until the new generation is live. */
async function rebuildOne(): Promise<number> {
  const { generations } = projectionRunner;
  const started = performance.now();
  const { collection } = await generations.rebuild(PROJECTION);
  const isLive = (): boolean =>
    projectionRunner
      .status()
      .some((status) => status.collection === collection && status.state === 'live');
  while (!isLive()) await delay(5);
  const took = performance.now() - started;
  for (const other of await generations.list(PROJECTION)) {
    if (!other.live) await generations.drop(PROJECTION, other.collection);
  }
  return took;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const events = await drain();
const memory = watchMemory(process.pid);
process.send?.({ events, everythingMs: await milliseconds(fold) } satisfies Folded);
while ((await once(process, 'message'))[0] === 'turn') {
  const drainMs = await milliseconds(drain);
  process.send?.({ drainMs, rebuildMs: await rebuildOne() } satisfies Turn);
}
const peak = await memory.peak();
await projectionRunner.stop();
await platform.close();
process.send?.({ peak } satisfies Ended);
process.disconnect();
