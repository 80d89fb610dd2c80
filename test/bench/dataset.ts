import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '../support/service-process.js';

const made = new Map<number, Promise<string>>();

/** Number of events for the benchmarks `start` and, without `--full`, `rebuild`. */
export const DATASET_EVENTS = 200_000;

/** A data directory with about this many events, created once per run by a child process. */
export function dataset(events = DATASET_EVENTS): Promise<string> {
  const known = made.get(events) ?? make(events);
  made.set(events, known);
  return known;
}

/** Removes the data sets of this run. */
export async function removeDatasets(): Promise<void> {
  for (const directory of made.values())
    await rm(await directory, { recursive: true, force: true });
}

async function make(events: number): Promise<string> {
  const directory = await ServiceProcess.freshDirectory();
  const main = fileURLToPath(new URL('./dataset-process.js', import.meta.url));
  const child = spawn(process.execPath, [main, directory, String(events)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the data set could not be made: ${code}`);
  return directory;
}
