import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '../support/service-process.js';

let made: Promise<string> | undefined;

/** Events of the data set; the figure the benchmarks `rebuild` and `start` are about. */
export const DATASET_EVENTS = 200_000;

/** A data directory with 200,000 events of this service, made once a run by a process of its own. */
export function dataset(): Promise<string> {
  made ??= make();
  return made;
}

/** Removes the data set of this run, if one was made. */
export async function removeDataset(): Promise<void> {
  if (made) await rm(await made, { recursive: true, force: true });
}

async function make(): Promise<string> {
  const directory = await ServiceProcess.freshDirectory();
  const main = fileURLToPath(new URL('./dataset-process.js', import.meta.url));
  const child = spawn(process.execPath, [main, directory, String(DATASET_EVENTS)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the data set could not be made: ${code}`);
  return directory;
}
