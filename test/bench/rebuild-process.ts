import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contexts } from '#libs/application';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { openPlatform } from '#libs/platform/service';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from './load.js';
import { watchMemory } from './memory.js';

/** What the events of the data set go into most. */
const PROJECTION = 'folios.folio';
const RUNS = 3;

/**
 * Folds the log of a data directory into documents from nothing, as after the loss of all read models; then, as `ops projections
 * rebuild` does, one read model beside the live ones, in turns with draining the log through the port. Argument: directory.
 * Prints the milliseconds each took, the number of events and the most memory it had.
 */
const [directory = ''] = process.argv.slice(2);
const config = loadConfig({ DATA_DIR: directory, LOG_LEVEL: 'error' });
await rm(join(directory, 'read-models'), { recursive: true, force: true });
const platform = await openPlatform(config, contexts, { logger: createLogger({ level: 'error' }) });
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

/** Milliseconds until readers get the new generation. */
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
const everythingMs = await milliseconds(fold);
await rebuildOne();
const drains: number[] = [];
const rebuilds: number[] = [];
for (let run = 0; run < RUNS; run++) {
  drains.push(await milliseconds(drain));
  rebuilds.push(await rebuildOne());
}
const peak = await memory.peak();
await projectionRunner.stop();
await platform.close();
const [drainMs, rebuildMs] = [median(drains), median(rebuilds)];
process.stdout.write(`${JSON.stringify({ events, drainMs, everythingMs, rebuildMs, peak })}\n`);
