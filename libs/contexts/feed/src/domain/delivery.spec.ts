import { describe, expect, it } from '@jest/globals';
import { asEnabled, endedBy, nextAttempt } from './delivery.js';

const HOUR = 60 * 60_000;

describe('the next attempt', () => {
  const due = (at: number, retryAfter = 0, chance = 0): number =>
    nextAttempt({ at, failingSince: 0, retryAfter }, chance) - at;

  it('is due after pauses that get twice as long, up to four hours', () => {
    const pauses = [];
    for (let at = 0; pauses.length < 14; at += pauses.at(-1) ?? 0) pauses.push(due(at));
    const doubled = Array.from({ length: 12 }, (_, count) => 5_000 * 2 ** count);
    expect(pauses).toEqual([...doubled, 4 * HOUR, 4 * HOUR]);
  });

  it('is up to a fifth earlier by chance', () => {
    expect(due(0, 0, 1)).toBe(4_000);
    expect(due(95_000, 0, 0.5)).toBe(90_000);
  });

  it('is not earlier than the receiver asks for, within four hours', () => {
    expect(due(0, 60_000, 1)).toBe(60_000);
    expect(due(95_000, 60_000)).toBe(100_000);
    expect(due(0, 24 * HOUR)).toBe(4 * HOUR);
  });
});

describe('a failed attempt', () => {
  const failingSince = '2026-03-02T15:00:00.000Z';

  it('is the last one when the receiver is gone, or has failed for three days', () => {
    expect(endedBy({ status: 410, failingSince }, failingSince)).toBe('gone');
    expect(endedBy({ status: 500, failingSince }, '2026-03-05T14:59:59.999Z')).toBeUndefined();
    expect(endedBy({ status: null, failingSince }, '2026-03-05T15:00:00.000Z')).toBe('failing');
  });

  it('counts no longer once the webhook is enabled again, its number does', () => {
    const retry = { since: failingSince, dueAt: '2026-03-02T19:00:00.000Z' };
    const state = { settled: 2, failing: { sequence: 3, attempt: 9, retry } };
    const failing = { sequence: 3, attempt: 9 };
    expect(asEnabled(state, '2026-03-02T15:00:00.001Z')).toEqual({ settled: 2, failing });
    expect(asEnabled(state, failingSince)).toEqual(state);
    expect(asEnabled({ settled: 2 }, failingSince)).toEqual({ settled: 2 });
  });
});
