import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until there is an answer. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  withinMs = 20_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error('it did not happen in time');
    await delay(20);
  }
}
