import { describe, expect, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import {
  afterRepair,
  deliveries,
  deliveryId,
  deliveryStreamParts,
  endedBy,
  nextAttempt,
  untilDue,
  webhookProgress,
  withReplays,
} from './delivery.js';
import type { DeliveryEvent } from './webhook.events.js';

const HOUR = 60 * 60_000;

describe('the next attempt', () => {
  const due = (at: number, retryAfter = 0, chance = 0): number =>
    nextAttempt({ at, failingSince: 0, retryAfter }, chance) - at;

  it('is due after pauses that double up to four hours', () => {
    const pauses = [];
    for (let at = 0; pauses.length < 14; at += pauses.at(-1) ?? 0) pauses.push(due(at));
    const doubled = Array.from({ length: 12 }, (_, count) => 5_000 * 2 ** count);
    expect(pauses).toEqual([...doubled, 4 * HOUR, 4 * HOUR]);
  });

  it('is up to a fifth earlier at random', () => {
    expect(due(0, 0, 1)).toBe(4_000);
    expect(due(95_000, 0, 0.5)).toBe(90_000);
  });

  it('is not earlier than the receiver requests, within four hours', () => {
    expect(due(0, 60_000, 1)).toBe(60_000);
    expect(due(95_000, 60_000)).toBe(100_000);
    expect(due(0, 24 * HOUR)).toBe(4 * HOUR);
  });

  it('comes after the first pause if the clock was set back since the first failure', () => {
    expect(due(-HOUR)).toBe(5_000);
  });

  it('is not delayed by a due time from a clock that was ahead', () => {
    expect(untilDue(10_000, 4_000)).toBe(6_000);
    expect(untilDue(10_000, 12_000)).toBe(0);
    expect(untilDue(4 * HOUR, 0)).toBe(4 * HOUR);
    expect(untilDue(24 * HOUR, 0)).toBe(0);
  });
});

describe('a failed attempt', () => {
  const failingSince = '2026-03-02T15:00:00.000Z';

  it('is the last one if the receiver is gone or has failed for three days', () => {
    expect(endedBy({ status: 410, failingSince }, failingSince)).toBe('gone');
    expect(endedBy({ status: 500, failingSince }, '2026-03-05T14:59:59.999Z')).toBeUndefined();
    expect(endedBy({ status: null, failingSince }, '2026-03-05T15:00:00.000Z')).toBe('failing');
  });

  it('no longer counts once the receiver is repaired, except for its number', () => {
    const retry = { since: failingSince, dueAt: '2026-03-02T19:00:00.000Z' };
    const state = { settled: 2, failing: { sequence: 3, attempt: 9, retry } };
    const failing = { sequence: 3, attempt: 9 };
    expect(afterRepair(state, '2026-03-02T15:00:00.001Z')).toEqual({ settled: 2, failing });
    expect(afterRepair(state, failingSince)).toEqual(state);
    expect(afterRepair({ settled: 2 }, failingSince)).toEqual({ settled: 2 });
  });
});

describe('a replay of one account', () => {
  const progress = specification(webhookProgress);
  const replayed = (accountReplay: number, sequence: number, accountNumber = 'RA1') =>
    ({
      type: 'webhook.AccountReplayed',
      data: { accountReplay, accountNumber, sequence },
    }) as const;
  const delivered = (accountReplays?: number) => {
    const data = {
      position: '9',
      waiting: [],
      taken: [],
      ...(accountReplays && { accountReplays }),
    };
    return { type: 'webhook.EventsDelivered', data } as const;
  };

  it.each([
    ['the first', [], 1],
    ['after one that waits', [replayed(1, 3)], 2],
    ['after one that is included', [replayed(1, 3), delivered(1)], 2],
  ])('has the next number: %s', (_, history, number) => {
    progress
      .given(history)
      .when({ replay: { accountNumber: 'RA1', sequence: 3 } })
      .then([replayed(number, 3)]);
  });

  it('is included until the progress says so, from the furthest back', () => {
    const state = [replayed(1, 3), replayed(2, 5), replayed(3, 7, 'RA2'), delivered()].reduce(
      webhookProgress.evolve,
      webhookProgress.initial,
    );
    const waiting = [
      { accountNumber: 'RA1', sequence: 3, accountReplay: 2 },
      { accountNumber: 'RA2', sequence: 7, accountReplay: 3 },
    ];
    const reached = { position: '9', waiting: [{ accountNumber: 'RA2', sequence: 8 }] };
    expect(withReplays(reached, state.replayed)).toEqual({
      position: '9',
      waiting,
      accountReplays: 3,
    });
    // what was replayed and has been sent since is not sent once more
    const between = withReplays({ ...reached, accountReplays: 1 }, state.replayed);
    expect(between.waiting[0]).toEqual({ ...waiting[0], sequence: 5 });
    const later = { ...reached, accountReplays: 2 };
    expect(withReplays(later, state.replayed).waiting).toEqual(waiting.slice(1));
    expect(withReplays(later, webhookProgress.evolve(state, delivered(3)).replayed)).toBe(later);
  });
});

describe('the outcome of an attempt', () => {
  const T0 = '2026-03-02T15:00:00.000Z';
  const T1 = '2026-03-02T15:00:05.000Z';
  const delivery = specification(deliveries);
  const of = (sequence: number, attempt: number) =>
    ({
      ...{ webhookId: 'w1', accountNumber: 'RA12345678', eventId: `e${sequence}` },
      ...{ eventType: 'brokerage.account.opened.v1', sequence, attempt },
    }) as const;
  const taken = (sequence: number, attempt = 1): DeliveryEvent => ({
    type: 'webhook.DeliverySucceeded',
    data: { ...of(sequence, attempt), status: 200 },
  });
  const failed = (sequence: number, attempt = 1): DeliveryEvent => ({
    type: 'webhook.DeliveryFailed',
    data: {
      ...{ ...of(sequence, attempt), status: 500, reason: 'status' },
      ...{ failingSince: T0, nextAttemptAt: T1 },
    },
  });

  it.each([
    ['taken after the one before', [taken(1)], taken(2)],
    ['taken at last', [taken(1), failed(2)], taken(2, 2)],
    ['failed', [taken(1)], failed(2)],
    ['failed again', [taken(1), failed(2)], failed(2, 2)],
    ['failed as the next one', [failed(1), taken(1, 2)], failed(2)],
  ])('is kept: %s', (_, history, event) => {
    delivery.given(history).when({ event }).then([event]);
  });

  it.each([
    ['taken twice', [taken(1), taken(2)], taken(2)],
    ['failed after it was taken', [taken(1), taken(2)], failed(1, 2)],
    ['the same failure again', [failed(1), failed(1, 2)], failed(1, 2)],
    ['an older failure', [failed(1), failed(1, 2)], failed(1)],
  ])('is kept once: %s', (_, history, event) => {
    delivery.given(history).when({ event }).thenNothing();
  });

  it('records what is delivered, and what is retried when', () => {
    delivery
      .given([taken(1)])
      .when({ event: failed(2) })
      .thenState((state) => {
        const failing = { sequence: 2, attempt: 1, retry: { since: T0, dueAt: T1 } };
        expect(state).toEqual({ settled: 1, failing });
      });
    delivery
      .given([taken(1), failed(2)])
      .when({ event: taken(2, 2) })
      .thenState((state) => {
        expect(state).toEqual({ settled: 2 });
      });
  });

  it('counts from a replay of the account on: what was before does not, nor what comes of it later', () => {
    const again = (event: DeliveryEvent, accountReplay = 1): DeliveryEvent =>
      ({ ...event, data: { ...event.data, accountReplay } }) as DeliveryEvent;
    delivery
      .given([taken(4), failed(5)])
      .when({ event: again(failed(2)) })
      .thenState((state) => {
        const failing = { sequence: 2, attempt: 1, retry: { since: T0, dueAt: T1 } };
        expect(state).toEqual({ accountReplay: 1, settled: 1, failing });
      });
    delivery
      .given([again(failed(2))])
      .when({ event: taken(5, 2) })
      .thenNothing();
    const { eventType } = of(2, 1);
    const skip = { sequence: 2, eventType, reason: 'test' };
    delivery
      .given([again(failed(2))])
      .when({ skip })
      .then([{ type: 'webhook.DeliverySkipped', data: { ...skip, attempt: 1, accountReplay: 1 } }]);
  });

  it('is in a stream named after webhook, replay and account', () => {
    const id = deliveryId('7c3e-1', 2, 'RA12345678');
    expect(deliveryStreamParts(`webhookDelivery-${id}`)).toEqual({
      ...{ id, webhookId: '7c3e-1', replay: 2, accountNumber: 'RA12345678' },
    });
    expect(() => deliveryStreamParts('webhook-7c3e')).toThrow('is not a delivery stream');
  });
});
