import type { ChildProcess } from 'node:child_process';
import type { BenchOptions } from './bench-options.js';
import { dataset, DATASET_EVENTS } from './dataset.js';
import { median, rounded } from './load.js';
import type { Ended, Folded, Turn } from './rebuild-process.js';
import { ask, next, startRebuilds } from './rebuilds.js';

const PAIRS = 3;
const ROUNDS = 7;
const SIZES = {
  short: [50_000, DATASET_EVENTS],
  full: [100_000, 1_000_000],
} as const;

interface Pair {
  readonly less: Folded;
  readonly more: Folded & Ended;
  readonly rounds: readonly Round[];
}

interface Round {
  /** Means over enough turns to process as many events. */
  readonly less: Turn;
  readonly more: Turn;
}

/**
 * Rebuilding the read model that most events affect, beside the live ones, against draining `$all` through the port, and the same for
 * all read models from scratch. Growth is the time per event of the larger log relative to the smaller one; the growth of draining is
 * the share of reading. All other figures are of the larger log. The smaller log is rebuilt repeatedly until as many events are
 * processed, half of that before the larger log and half after, since a machine of varying speed would favor short runs.
 */
export async function rebuild({ full }: BenchOptions): Promise<object> {
  const [smaller, larger] = SIZES[full ? 'full' : 'short'];
  const directories = [await dataset(smaller), await dataset(larger)] as const;
  const pairs: Pair[] = [];
  for (let index = 0; index < PAIRS; index++) {
    pairs.push(await pairOf(directories, larger / smaller / 2));
  }
  const rounds = pairs.flatMap((pair) => pair.rounds);
  const lessEvents = pairs[0]?.less.events ?? 0;
  const events = pairs[0]?.more.events ?? 0;
  const grown = (more: number, less: number): number => more / events / (less / lessEvents);
  const drainMs = median(rounds.map(({ more }) => more.drainMs));
  const rebuildMs = median(rounds.map(({ more }) => more.rebuildMs));
  const everythingMs = median(pairs.map(({ more }) => more.everythingMs));
  const growths = rounds.map(({ more, less }) => grown(more.rebuildMs, less.rebuildMs));
  const drainGrowths = rounds.map(({ more, less }) => grown(more.drainMs, less.drainMs));
  return {
    ratio: rounded(drainMs / rebuildMs),
    growth: rounded(median(growths)),
    growths: growths.map(rounded),
    drainGrowth: rounded(median(drainGrowths)),
    everythingRatio: rounded(drainMs / everythingMs),
    everythingGrowth: rounded(
      median(pairs.map(({ more, less }) => grown(more.everythingMs, less.everythingMs))),
    ),
    events,
    smallerEvents: lessEvents,
    drainMs: Math.round(drainMs),
    rebuildMs: Math.round(rebuildMs),
    everythingMs: Math.round(everythingMs),
    eventsPerSecond: Math.round((1_000 * events) / rebuildMs),
    everythingEventsPerSecond: Math.round((1_000 * events) / everythingMs),
    peakMiB: Math.max(...pairs.map(({ more }) => more.peak.anonymous)),
    peakWithFilePagesMiB: Math.max(...pairs.map(({ more }) => more.peak.resident)),
  };
}

/** A process for each log; one works at a time. */
async function pairOf(
  [smaller, larger]: readonly [string, string],
  halfOfTurns: number,
): Promise<Pair> {
  const running: ChildProcess[] = [];
  const started = async (directory: string): Promise<readonly [ChildProcess, Folded]> => {
    const process = startRebuilds(directory);
    running.push(process);
    return [process, await next<Folded>(process)];
  };
  try {
    const [small, less] = await started(smaller);
    const [large, more] = await started(larger);
    const rounds: Round[] = [];
    for (let index = 0; index <= ROUNDS; index++) {
      const before = await turns(small, halfOfTurns);
      const [one] = await turns(large, 1);
      const after = await turns(small, halfOfTurns);
      // the first round warms up
      if (index > 0 && one) rounds.push({ less: mean([...before, ...after]), more: one });
    }
    const { peak } = await ask<Ended>(large, 'end');
    return { less, more: { ...more, peak }, rounds };
  } finally {
    for (const process of running) process.kill();
  }
}

async function turns(process: ChildProcess, count: number): Promise<Turn[]> {
  const done: Turn[] = [];
  for (let turn = 0; turn < count; turn++) done.push(await ask<Turn>(process, 'turn'));
  return done;
}

function mean(all: readonly Turn[]): Turn {
  const of = (took: (turn: Turn) => number): number =>
    all.reduce((sum, turn) => sum + took(turn), 0) / all.length;
  return { drainMs: of(({ drainMs }) => drainMs), rebuildMs: of(({ rebuildMs }) => rebuildMs) };
}
