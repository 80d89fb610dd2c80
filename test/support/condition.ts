import { setTimeout as delay } from 'node:timers/promises';

/** How long is waited at most for what has to happen, in milliseconds: long also for a machine that has much else to do. */
export const PATIENCE_MS = 120_000;

/** Environment of a service whose reads wait as long as tests do, whatever else the disk has to do. */
export const PATIENT = { READ_PATIENCE_SECONDS: String(PATIENCE_MS / 1_000) };

/** Asks again and again until there is an answer. */
export async function eventually<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it did not happen in time');
    await delay(20);
  }
}

/** Asks again while the answer is that it can't be told yet: a read model is being made, or another process takes over. */
export function settled<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  return eventually(async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });
}
