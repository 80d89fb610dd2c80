import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds to wait for a condition before giving up. Generous, since the machine may be busy. */
export const PATIENCE_MS = 120_000;

/** Environment of a service whose reads wait as long as the tests do, however slow the disk. */
export const PATIENT = { READ_PATIENCE_SECONDS: String(PATIENCE_MS / 1_000) };

/** Polls until `ask` returns a value. */
export async function eventually<T>(ask: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it did not happen in time');
    await delay(20);
  }
}

/** Repeats a request while it gets 503: a read model is being built, or another process is taking over. */
export function settled<A extends { readonly status: number }>(ask: () => Promise<A>): Promise<A> {
  return eventually(async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });
}
