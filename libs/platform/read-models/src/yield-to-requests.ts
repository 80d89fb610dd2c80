/** A shorter turn of the event loop had nothing to do. */
const IDLE_TURN_MS = 0.1;
/** Limits the turns left to others, so that background work makes progress under any load. */
const MOST_TURNS = 4;

/** Lets requests go first: resolves after an idle turn of the event loop, or after several busy ones. */
export async function yieldToRequests(): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const started = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - started < IDLE_TURN_MS) return;
  }
}
