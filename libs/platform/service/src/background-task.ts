import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '#libs/platform/runtime';
import { nameOf } from './reaction-registry.js';

const BACKOFF_MS = { first: 100, most: 30_000 };

/** Work that goes on all the time beside requests, in one process at a time. */
export interface BackgroundTask {
  /** `<context>.<what-it-does>`. */
  readonly name: string;
  /**
   * One round of the work; ends early, at a point from which another round can go on, once the signal is aborted.
   * @returns milliseconds until the next round; 0 when there is more to do
   * @throws when it can't be done now: the next round follows after a pause that grows with each failure
   */
  round(signal: AbortSignal): Promise<number>;
}

/** Repeats the rounds of a task until the signal is aborted; the round under way is finished. */
export async function repeatTask(
  task: BackgroundTask,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> {
  let backoff = BACKOFF_MS.first;
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await task.round(signal);
      backoff = BACKOFF_MS.first;
    } catch (error) {
      logger.warn({ task: task.name, error: nameOf(error), pause: backoff }, 'task waits');
      pause = backoff;
      backoff = Math.min(backoff * 2, BACKOFF_MS.most);
    }
    if (pause > 0) await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}
