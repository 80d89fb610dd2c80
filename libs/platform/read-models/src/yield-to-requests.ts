/** A turn of the event loop that takes less has had nothing to do, in milliseconds. */
const IDLE_TURN_MS = 0.1;
/** Turns that are left to others at most: work that nobody waits for goes on under any load. */
const MOST_TURNS = 4;

/**
 * Lets requests go first: resolves after a turn of the event loop in which nothing else had to be done, or after some turns
 * full of work.
 */
export async function yieldToRequests(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const started = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - started < IDLE_TURN_MS) return;
  }
}
