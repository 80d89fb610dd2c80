import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { START } from '../support/service-process.js';
import type { BenchOptions } from './bench-options.js';
import { dataset, DATASET_EVENTS } from './dataset.js';
import { median, rounded } from './load.js';
import type { PeakMemory } from './memory.js';

const RUNS = 3;
const SIZES = {
  short: [50_000, DATASET_EVENTS],
  full: [100_000, 1_000_000],
} as const;

interface Rebuild {
  readonly events: number;
  readonly drainMs: number;
  /** All read models from nothing. */
  readonly everythingMs: number;
  /** One read model beside the live ones. */
  readonly rebuildMs: number;
  readonly peak: PeakMemory;
}

/**
 * Rebuilding the read model that most events go into, beside the live ones, against draining `$all` through the port, and the
 * same for all read models from nothing. Growth is how many times longer an event of the larger log takes than one of the smaller;
 * all else is about the larger.
 */
export async function rebuild({ full }: BenchOptions): Promise<object> {
  const [smaller, larger] = SIZES[full ? 'full' : 'short'];
  const directories = [await dataset(smaller), await dataset(larger)] as const;
  const runs: { readonly less: Rebuild; readonly more: Rebuild }[] = [];
  for (let index = 0; index < RUNS; index++) {
    runs.push({ less: await rebuildOf(directories[0]), more: await rebuildOf(directories[1]) });
  }
  const grown = (took: (run: Rebuild) => number): number =>
    median(runs.map(({ more }) => took(more) / more.events)) /
    median(runs.map(({ less }) => took(less) / less.events));
  const larges = runs.map(({ more }) => more);
  const events = larges[0]?.events ?? 0;
  const drainMs = median(larges.map((run) => run.drainMs));
  const rebuildMs = median(larges.map((run) => run.rebuildMs));
  const everythingMs = median(larges.map((run) => run.everythingMs));
  return {
    ratio: rounded(drainMs / rebuildMs),
    growth: rounded(grown((run) => run.rebuildMs)),
    everythingRatio: rounded(drainMs / everythingMs),
    everythingGrowth: rounded(grown((run) => run.everythingMs)),
    events,
    smallerEvents: runs[0]?.less.events,
    drainMs: Math.round(drainMs),
    rebuildMs: Math.round(rebuildMs),
    everythingMs: Math.round(everythingMs),
    eventsPerSecond: Math.round((1_000 * events) / rebuildMs),
    everythingEventsPerSecond: Math.round((1_000 * events) / everythingMs),
    peakMiB: Math.max(...larges.map((run) => run.peak.anonymous)),
    peakWithFilePagesMiB: Math.max(...larges.map((run) => run.peak.resident)),
  };
}

async function rebuildOf(directory: string): Promise<Rebuild> {
  const main = fileURLToPath(new URL('./rebuild-process.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...START.slice(0, -1),
    main,
    directory,
  ]);
  return JSON.parse(stdout) as Rebuild;
}
