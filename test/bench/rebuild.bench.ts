import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataset } from './dataset.js';
import { median, rounded } from './load.js';

const RUNS = 3;

interface Rebuild {
  readonly events: number;
  readonly drainMs: number;
  readonly rebuildMs: number;
  readonly rss: number;
}

/** Folding 200,000 events of this service into documents against draining `$all` through the port. */
export async function rebuild(): Promise<object> {
  const directory = await dataset();
  const main = fileURLToPath(new URL('./rebuild-process.js', import.meta.url));
  const runs: Rebuild[] = [];
  for (let index = 0; index < RUNS; index++) {
    const { stdout } = await promisify(execFile)(process.execPath, [main, directory]);
    runs.push(JSON.parse(stdout) as Rebuild);
  }
  const drainMs = median(runs.map((run) => run.drainMs));
  const rebuildMs = median(runs.map((run) => run.rebuildMs));
  return {
    ratio: rounded(drainMs / rebuildMs),
    events: runs[0]?.events,
    drainMs: Math.round(drainMs),
    rebuildMs: Math.round(rebuildMs),
    eventsPerSecond: Math.round(((runs[0]?.events ?? 0) / rebuildMs) * 1_000),
    residentMiB: Math.round(Math.max(...runs.map((run) => run.rss)) / 2 ** 20),
  };
}
