import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Turns } from '#libs/platform/kernel';
import { type AggregateStore } from '#libs/platform/event-store';
import type { CommandRunner } from '#libs/platform/service';
import type { FeedEntry, FeedReader } from '../feed.queries.js';
import { WebhookPartition } from './webhook-partition.js';
import type { WebhookSender } from './webhook-sender.js';

/** More than a partition reads at a time. */
const MANY = 1_500;

/** Holds something up until it is released. */
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

describe('WebhookPartition', () => {
  const entries = Array.from({ length: MANY + 1 }, (_, at) => ({
    sequence: at + 1,
    position: BigInt(at + 1),
    accountNumber: 'RA00000001',
    firmId: '7',
    event: { id: `event-${at + 1}`, type: 'brokerage.account.opened.v1' },
    recordedAt: `at ${at + 1}`,
  })) as unknown as FeedEntry[];
  /** Number of events in the log. */
  let published: number;
  let taken: number;
  /** Attempts that the receiver will refuse. */
  let refusals: number;
  let now: number;
  /** Numbers of events that are held until they are released. */
  let gates: Map<number, Gate>;
  let partition: WebhookPartition;
  let rests: number;
  /** The current webhook; undefined once deleted. */
  let webhook: object | undefined;
  /** Status with which the receiver refuses. */
  let refusal: number;
  /** Type and id of each command; commands that record an attempt have no type. */
  let commanded: [string | undefined, string][];
  /** Stores a command. */
  let keep: () => Promise<void>;
  let stop: AbortController;
  /** Sequences of delivered events without an event of their own in the log. */
  let rows: number[];
  /** Number of events in each page read. */
  let read: number[];
  beforeEach(() => {
    published = entries.length;
    taken = 0;
    refusals = 0;
    now = 0;
    rests = 0;
    webhook = { enabled: true, replay: 0, firmId: '7', eventTypes: [] };
    refusal = 503;
    commanded = [];
    keep = () => Promise.resolve();
    stop = new AbortController();
    [rows, read] = [[], []];
    gates = new Map();
    partition = makePartition();
  });
  const makePartition = (failing?: object, owedUpTo = 0n, settled = 0): WebhookPartition => {
    const send = async (): Promise<object | undefined> => {
      await gates.get(taken + 1)?.pass();
      if (stop.signal.aborted) return undefined;
      if (refusals-- > 0) {
        return { delivered: false, status: refusal, reason: 'status', retryAfter: 0 };
      }
      taken += 1;
      return { delivered: true, status: 204, reason: null, retryAfter: 0 };
    };
    const page = (_firm: string, _account: string, after: number, max: number) => {
      const found = entries.slice(after, Math.min(after + max, published));
      read.push(found.length);
      return Promise.resolve(found);
    };
    return new WebhookPartition(
      {
        ...{ webhookId: 'hook', replay: 0, readySince: '', accountNumber: 'RA00000001' },
        ...{ settled, owedUpTo },
      },
      {
        aggregates: {
          load: ({ category }: { category: string }) =>
            Promise.resolve({ state: category === 'webhook' ? { webhook } : { failing } }),
        } as unknown as AggregateStore,
        commands: {
          execute: (
            _decider: object,
            _id: string,
            { type }: { type?: string },
            { commandId }: { commandId: string },
          ) => {
            commanded.push([type, commandId]);
            return keep();
          },
        } as unknown as CommandRunner,
        reader: { ofAccount: page } as unknown as FeedReader,
        sender: { send } as unknown as WebhookSender,
        // each look at the clock takes longer than the pause after a failure
        clock: { now: () => (now += 60_000) },
        ids: { bytes: () => new Uint8Array(1) } as never,
        turns: new Turns(1),
        progress: {
          taken: ({ sequence }: { sequence: number }) => Promise.resolve(void rows.push(sequence)),
          failed: () => undefined,
          keep: () => keep(),
        },
      },
      stop.signal,
      {
        failed: (error) => {
          throw error;
        },
        rested: () => (rests += 1),
      },
    );
  };
  afterEach(() => partition.idle());

  const offer = (from: number, to: number): void => {
    for (const entry of entries.slice(from, to)) partition.offer(entry);
  };
  it('reports up to where everything is delivered, however many events wait', async () => {
    const [first, later, last] = [new Gate(), new Gate(), new Gate()];
    gates.set(1, first).set(1_101, later).set(1_201, last);
    offer(0, MANY);
    await first.reached;
    expect(partition.waiting).toEqual({ accountNumber: 'RA00000001', sequence: 0 });
    first.release();
    await later.reached;
    expect(partition.waiting.sequence).toBe(1_100);
    // another event arrives while others still wait
    offer(MANY, MANY + 1);
    later.release();
    await last.reached;
    expect(partition.waiting.sequence).toBe(1_200);
    last.release();
    await partition.idle();
    expect(taken).toBe(MANY + 1);
    expect(partition.isOpen).toBe(false);
    expect(rests).toBe(1);
    expect(Math.max(...read)).toBeLessThanOrEqual(50);
  });

  it('delivers the backlog up to a position and what is offered, nothing else', async () => {
    partition = makePartition(undefined, 120n);
    offer(120, 121);
    await partition.idle();
    expect([taken, partition.isOpen, rests]).toEqual([121, false, 1]);
  });

  it('logs failures and the success that ends them, but no other success', async () => {
    refusals = 2;
    offer(0, 3);
    await partition.idle();
    expect(commanded).toHaveLength(3);
    expect(rows).toEqual([2, 3]);
  });

  it('reports since when an event has waited and failed', async () => {
    const [first, again, next] = [new Gate(), new Gate(), new Gate()];
    gates.set(1, first);
    refusals = 1;
    offer(0, 2);
    await first.reached;
    expect([partition.waitingSince, partition.failingSince]).toEqual(['at 1', undefined]);
    gates.set(1, again);
    first.release();
    await again.reached;
    const { failingSince } = partition;
    expect(partition.waitingSince).toBe('at 1');
    expect(Date.parse(failingSince ?? '')).toBeLessThanOrEqual(now);
    gates.set(2, next);
    again.release();
    await next.reached;
    expect([partition.waitingSince, partition.failingSince]).toEqual(['at 2', undefined]);
    next.release();
    await partition.idle();
    expect(partition.waitingSince).toBeUndefined();
  });

  it('reports since when an event has failed that failed before the partition was created', async () => {
    const [first, since] = [new Gate(), '1970-01-01T00:00:00.000Z'];
    gates.set(1, first);
    partition = makePartition({ sequence: 1, attempt: 1, retry: { since, dueAt: since } });
    offer(0, 1);
    await first.reached;
    expect(partition.failingSince).toBe(since);
    first.release();
    await partition.idle();
    expect(partition.failingSince).toBeUndefined();
  });

  it('does not attribute the failures of an unwanted event to the next one', async () => {
    const [once, again, since] = [new Gate(), new Gate(), '1970-01-01T00:00:00.000Z'];
    gates.set(1, once);
    refusals = 1;
    partition = makePartition({ sequence: 1, attempt: 1, retry: { since, dueAt: since } }, 0n, 1);
    offer(1, 2);
    await once.reached;
    gates.set(1, again);
    once.release();
    await again.reached;
    expect(Date.parse(partition.failingSince ?? since)).toBeGreaterThan(0);
    again.release();
    await partition.idle();
  });

  it('sends nothing before the outcome of the previous attempt is stored', async () => {
    const kept: number[] = [];
    keep = async () => {
      await new Promise(setImmediate);
      kept.push(taken);
    };
    [published, refusals] = [3, 1];
    offer(0, 3);
    await partition.idle();
    // the failure, the success that ends it, and the progress after each success
    expect(kept).toEqual([0, 1, 1, 2, 3]);
  });

  it.each<[string, object | undefined]>([
    ['disabled', { enabled: false, replay: 0, firmId: '7', eventTypes: [] }],
    ['replayed', { enabled: true, replay: 1, firmId: '7', eventTypes: [] }],
    ['deleted', undefined],
  ])('sends nothing more once the webhook is %s', async (_what, then) => {
    const first = new Gate();
    gates.set(1, first);
    offer(0, 3);
    await first.reached;
    webhook = then;
    first.release();
    await partition.idle();
    expect(taken).toBe(1);
    expect(partition.waiting.sequence).toBe(1);
    expect(partition.isOpen).toBe(true);
    expect(rests).toBe(0);
  });

  it('sends nothing once stopped, and leaves a cut-off attempt undelivered', async () => {
    const second = new Gate();
    gates.set(2, second);
    offer(0, 3);
    await second.reached;
    stop.abort();
    second.release();
    await partition.idle();
    expect([taken, partition.waiting.sequence, rests]).toEqual([1, 1, 0]);
  });

  it('delivers an event at whatever moment it is offered', async () => {
    // more ticks than a partition takes to finish an event
    for (let turns = 0; turns < 60; turns++) {
      [published, taken] = [1, 0];
      partition = makePartition();
      offer(0, 1);
      while (taken === 0) await Promise.resolve();
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      published = 2;
      offer(1, 2);
      await partition.idle();
      await partition.idle();
      expect([turns, taken]).toEqual([turns, 2]);
    }
  });

  it('disables the webhook each time the receiver is gone', async () => {
    refusal = 410;
    for (const attempt of [0, 1]) {
      refusals = 1;
      partition = makePartition(attempt === 0 ? undefined : { sequence: 1, attempt });
      offer(0, 1);
      await partition.idle();
    }
    const ids = commanded.flatMap(([type, id]) => (type === 'Disable' ? [id] : []));
    expect(ids).toHaveLength(2);
    expect(new Set(commanded.map(([, id]) => id)).size).toBe(commanded.length);
  });
});
