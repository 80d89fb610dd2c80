import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceProcess } from '../support/service-process.js';
import { dataset, DATASET_EVENTS } from './dataset.js';
import { median, rounded } from './load.js';

const RUNS = 5;

/** Time to ready with 200,000 events on disk against an empty directory, and memory of the service after a rebuild. */
export async function start(): Promise<object> {
  const full = await dataset();
  await rm(join(full, 'read-models'), { recursive: true, force: true });
  // this start rebuilds all read models
  const rebuilding = await ServiceProcess.start(full);
  await ready(rebuilding);
  const residentMiB = await residentMemory(rebuilding.pid);
  await rebuilding.stop();

  const fullMs: number[] = [];
  const emptyMs: number[] = [];
  for (let index = 0; index < RUNS; index++) {
    const fresh = await ServiceProcess.freshDirectory();
    emptyMs.push(await timeToReady(fresh));
    await rm(fresh, { recursive: true });
    fullMs.push(await timeToReady(full));
  }
  return {
    ratio: rounded(median(fullMs) / median(emptyMs)),
    readyMs: Math.round(median(fullMs)),
    emptyReadyMs: Math.round(median(emptyMs)),
    events: DATASET_EVENTS,
    residentMiBAfterRebuild: residentMiB,
  };
}

async function timeToReady(directory: string): Promise<number> {
  const started = performance.now();
  const service = await ServiceProcess.start(directory);
  await ready(service);
  const milliseconds = performance.now() - started;
  await service.stop();
  return milliseconds;
}

async function ready(service: ServiceProcess): Promise<void> {
  while (!(await fetch(`${service.url}/health/ready`)).ok) await delay(5);
}

/** Resident memory of a process, including mapped files, in MiB. */
async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
