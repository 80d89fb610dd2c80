import { describe, expect, it } from '@jest/globals';
import { yieldToRequests } from './runner/subscription-context.js';

/** Keeps every turn of the event loop busy for a millisecond until stopped; counts them. */
function busy(): { readonly turns: () => number; readonly stop: () => void } {
  let turns = 0;
  let goesOn = true;
  const turn = (): void => {
    if (!goesOn) return;
    turns += 1;
    const until = performance.now() + 1;
    while (performance.now() < until);
    setImmediate(turn);
  };
  setImmediate(turn);
  return { turns: () => turns, stop: () => (goesOn = false) };
}

describe('giving way', () => {
  it('leaves several turns to those who have work', async () => {
    const others = busy();
    await yieldToRequests();
    others.stop();
    expect(others.turns()).toBe(4);
  });

  it('goes on as soon as they have none', async () => {
    const others = busy();
    setImmediate(() => others.stop());
    await yieldToRequests();
    expect(others.turns()).toBeLessThan(3);
  });
});
