import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type AggregateStore, Turns } from '#libs/platform/event-store';
import type { Commands } from '#libs/platform/service';
import type { FeedEntry, FeedReader } from '../feed-reader.js';
import { WebhookLane } from './webhook-lane.js';
import type { WebhookSender } from './webhook-sender.js';

/** More than a lane remembers one by one. */
const MANY = 1_500;

/** Where something is held up until it is released. */
class Gate {
  #arrive: () => void = () => undefined;
  release: () => void = () => undefined;
  readonly reached = new Promise<void>((resolve) => (this.#arrive = resolve));
  readonly #released = new Promise<void>((resolve) => (this.release = resolve));

  pass(): Promise<void> {
    this.#arrive();
    return this.#released;
  }
}

describe('WebhookLane', () => {
  const entries = Array.from({ length: MANY + 1 }, (_, at) => ({
    sequence: at + 1,
    position: BigInt(at + 1),
    accountNumber: 'RA00000001',
    firmId: '7',
    event: { id: `event-${at + 1}`, type: 'brokerage.account.opened.v1', time: `at ${at + 1}` },
  })) as unknown as FeedEntry[];
  let taken: number;
  /** Attempts that the receiver will refuse. */
  let refusals: number;
  let now: number;
  /** Numbers of events that are held until they are released. */
  let gates: Map<number, Gate>;
  let lane: WebhookLane;
  let rests: number;
  const stop = new AbortController();
  beforeEach(() => {
    taken = 0;
    refusals = 0;
    now = 0;
    rests = 0;
    gates = new Map();
    const send = async (): Promise<object> => {
      await gates.get(taken + 1)?.pass();
      if (refusals-- > 0) return { delivered: false, status: 503, reason: 'status', retryAfter: 0 };
      taken += 1;
      return { delivered: true, status: 204, reason: null, retryAfter: 0 };
    };
    const webhook = { enabled: true, replay: 0, firmId: '7', eventTypes: [] };
    const page = (_firm: string, _account: string, after: number, max: number) =>
      Promise.resolve(entries.slice(after, after + max));
    lane = new WebhookLane(
      { webhookId: 'hook', replay: 0, readySince: '', accountNumber: 'RA00000001' },
      {
        aggregates: {
          load: ({ category }: { category: string }) =>
            Promise.resolve({ state: category === 'webhook' ? { webhook } : {} }),
        } as unknown as AggregateStore,
        commands: { execute: () => Promise.resolve({}) } as unknown as Commands,
        reader: { ofAccount: page } as unknown as FeedReader,
        sender: { send } as unknown as WebhookSender,
        // each look at the clock takes longer than the pause after a failure
        clock: { now: () => (now += 60_000) },
        ids: { bytes: () => new Uint8Array(1) } as never,
        turns: new Turns(1),
      },
      stop.signal,
      {
        failed: (error) => {
          throw error;
        },
        rested: () => (rests += 1),
      },
    );
  });
  afterEach(() => lane.idle());

  const offer = (from: number, to: number): void => {
    for (const entry of entries.slice(from, to)) lane.offer(entry, entry.position - 1n);
  };
  it('says of more than it remembers which is the oldest that has not been taken, or an older one', async () => {
    const [first, later, last] = [new Gate(), new Gate(), new Gate()];
    gates.set(1, first).set(1_101, later).set(1_201, last);
    offer(0, MANY);
    await first.reached;
    expect(lane.pendingAfter).toBe(0n);
    first.release();
    await later.reached;
    // one more comes while some that are not remembered still wait
    offer(MANY, MANY + 1);
    later.release();
    await last.reached;
    expect(lane.pendingAfter).toBeDefined();
    expect(lane.pendingAfter).toBeLessThanOrEqual(1_200n);
    last.release();
    await lane.idle();
    expect(taken).toBe(MANY + 1);
    expect(lane.pendingAfter).toBeUndefined();
    expect(rests).toBe(1);
  });

  it('says since when an event has waited, and since when it has failed', async () => {
    const [first, again, next] = [new Gate(), new Gate(), new Gate()];
    gates.set(1, first);
    refusals = 1;
    offer(0, 2);
    await first.reached;
    expect([lane.waitingSince, lane.failingSince]).toEqual(['at 1', undefined]);
    gates.set(1, again);
    first.release();
    await again.reached;
    const { failingSince } = lane;
    expect(lane.waitingSince).toBe('at 1');
    expect(Date.parse(failingSince ?? '')).toBeLessThanOrEqual(now);
    gates.set(2, next);
    again.release();
    await next.reached;
    expect([lane.waitingSince, lane.failingSince]).toEqual(['at 2', undefined]);
    next.release();
    await lane.idle();
    expect(lane.waitingSince).toBeUndefined();
  });
});
