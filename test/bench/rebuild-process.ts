import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { contexts } from '#libs/application';
import { createLogger, loadConfig } from '#libs/platform/runtime';
import { openPlatform } from '#libs/platform/service';
import { watchMemory } from './memory.js';

/**
 * Drains the log of a data directory through the port, then folds it into documents from nothing, in one process. Argument:
 * directory. Prints the milliseconds each took, the number of events and the most memory it had.
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

await drain();
let started = performance.now();
const events = await drain();
const drainMs = performance.now() - started;

const memory = watchMemory(process.pid);
started = performance.now();
await projectionRunner.start();
const done = await projectionRunner.waitFor('all', await eventStore.head(), 600_000);
const rebuildMs = performance.now() - started;
if (!done) throw new Error('the rebuild did not finish');
const peak = await memory.peak();
await projectionRunner.stop();
await platform.close();
process.stdout.write(`${JSON.stringify({ events, drainMs, rebuildMs, peak })}\n`);
