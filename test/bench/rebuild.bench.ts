import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
  readonly rebuildMs: number;
  readonly peak: PeakMemory;
}

/**
 * Folding events of this service into documents against draining `$all` through the port. `growth` is how many times longer
 * an event of the larger log takes than one of the smaller; all else is about the larger.
 */
export async function rebuild({ full }: BenchOptions): Promise<object> {
  const [smaller, larger] = SIZES[full ? 'full' : 'short'];
  const directories = [await dataset(smaller), await dataset(larger)] as const;
  const runs: { readonly less: Rebuild; readonly more: Rebuild }[] = [];
  for (let index = 0; index < RUNS; index++) {
    runs.push({ less: await rebuildOf(directories[0]), more: await rebuildOf(directories[1]) });
  }
  const perEvent = ({ rebuildMs, events }: Rebuild): number => rebuildMs / events;
  const less = median(runs.map((run) => perEvent(run.less)));
  const more = median(runs.map((run) => perEvent(run.more)));
  const drainMs = median(runs.map((run) => run.more.drainMs));
  const rebuildMs = median(runs.map((run) => run.more.rebuildMs));
  return {
    ratio: rounded(drainMs / rebuildMs),
    growth: rounded(more / less),
    events: runs[0]?.more.events,
    smallerEvents: runs[0]?.less.events,
    drainMs: Math.round(drainMs),
    rebuildMs: Math.round(rebuildMs),
    eventsPerSecond: Math.round(1_000 / more),
    peakMiB: Math.max(...runs.map((run) => run.more.peak.anonymous)),
    peakWithFilePagesMiB: Math.max(...runs.map((run) => run.more.peak.resident)),
  };
}

async function rebuildOf(directory: string): Promise<Rebuild> {
  const main = fileURLToPath(new URL('./rebuild-process.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main, directory]);
  return JSON.parse(stdout) as Rebuild;
}
