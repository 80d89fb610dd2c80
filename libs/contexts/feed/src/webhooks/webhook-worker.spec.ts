import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../feed.queries.js';
import type { FeedListener } from '../stream/feed-hub.js';
import type { EventsDelivered } from '../delivery.js';
import type { KeptProgress } from './webhook-progress.js';
import { WebhookWorker, type WorkerServices } from './webhook-worker.js';

const FIRM = '7';
const TYPE = 'brokerage.account.opened.v1';
/** More than may wait in memory while old events are read. */
const MANY = 1_200;

/** Time of an event. */
const timeOf = (position: number): string => new Date(position * 1_000).toISOString();

describe('WebhookWorker', () => {
  /** Positions of the events of the log from 1, all of one firm. */
  let newest: number;
  let taken: number[];
  let listeners: Set<FeedListener>;
  let hub: { position: bigint };
  /** Called before each read of the log. */
  let beforeRead: () => Promise<void> | void;
  let send: (position: number) => Promise<boolean>;
  let worker: WebhookWorker;
  /** Progress stored beside the log. */
  let stored: string | undefined;
  /** Deliveries recorded in the log. */
  let logged: Partial<EventsDelivered['data']>[];
  let over: boolean;

  /** Progress recorded in the log when the worker starts. */
  let logState: object;
  let accounts: number;
  let now: number;

  /** Account number of an event: the accounts in turn. */
  const accountOf = (position: number): string => `RA${position % accounts}`;
  const kept = (): Partial<KeptProgress> => JSON.parse(stored ?? '{}') as Partial<KeptProgress>;
  const entry = (position: number): FeedEntry =>
    ({
      firmId: FIRM,
      position: BigInt(position),
      accountNumber: accountOf(position),
      sequence: Math.ceil(position / accounts),
      event: { id: `event-${position}`, type: TYPE },
      recordedAt: timeOf(position),
    }) as unknown as FeedEntry;
  /** Publishes events through the hub. */
  const publish = (count: number): void => {
    for (let left = count; left > 0; left--) {
      newest += 1;
      hub.position = BigInt(newest);
      for (const listener of listeners) listener.published(entry(newest) as never);
    }
  };
  const until = async (wanted: () => boolean): Promise<void> => {
    while (!wanted() && !over) await yieldToEventLoop();
  };
  const inOrder = (): boolean =>
    [0, 1, 2].every((account) => {
      const own = taken.filter((position) => position % 3 === account);
      return own.every((position, at) => at === 0 || position === (own[at - 1] ?? 0) + 3);
    });
  const start = (): void => {
    const webhook = { webhookId: 'hook', firmId: FIRM, enabled: true, replay: 0, from: '0' };
    const services = {
      hub: {
        get position() {
          return hub.position;
        },
        listen: (listener: FeedListener) => {
          listeners.add(listener);
          return Promise.resolve(() => listeners.delete(listener));
        },
      },
      reader: {
        head: () => Promise.resolve(BigInt(newest)),
        async *ofFirm(_firm: string, after: bigint, max: number) {
          const last = Math.min(newest, Number(after) + max);
          for (let position = Number(after) + 1; position <= last; position++) {
            yield entry(position);
          }
          await beforeRead();
        },
        ofAccount: (_firm: string, accountNumber: string, after: number, max: number) =>
          Promise.resolve(
            Array.from(
              { length: max },
              (_, at) => (after + at) * accounts + (Number(accountNumber.slice(2)) || accounts),
            )
              .filter((position) => position <= newest)
              .map(entry),
          ),
      },
      aggregates: {
        load: ({ category }: { category: string }) =>
          Promise.resolve({
            state:
              category === 'webhook'
                ? { webhook: { ...webhook, eventTypes: [] } }
                : category === 'webhookProgress'
                  ? logState
                  : {},
          }),
      },
      commands: {
        execute: (
          { category }: { category: string },
          _id: string,
          command: Partial<EventsDelivered['data']>,
        ) => {
          if (category === 'webhookProgress') logged.push(command);
          return Promise.resolve({});
        },
      },
      sender: {
        send: async (_webhook: object, id: string) => {
          const position = Number(id.slice('event-'.length));
          const delivered = await send(position);
          if (delivered) taken.push(position);
          return { delivered, status: delivered ? 204 : 500, reason: null, retryAfter: 0 };
        },
      },
      progress: {
        pointer: () => Promise.resolve(stored),
        setPointer: (_name: string, expected: string | undefined, text: string) => {
          const isGood = stored === expected;
          if (isGood) stored = text;
          return Promise.resolve(isGood);
        },
      },
      clock: { now: () => now },
      ids: { bytes: () => new Uint8Array(1), uuid: () => 'id' },
      logger: { warn: () => undefined },
    } as unknown as WorkerServices;
    worker = new WebhookWorker({ ...webhook, eventTypes: [] } as never, '', services);
    worker.start();
  };

  beforeEach(() => {
    newest = 0;
    taken = [];
    listeners = new Set();
    hub = { position: 0n };
    beforeRead = () => undefined;
    send = () => Promise.resolve(true);
    stored = undefined;
    logged = [];
    logState = {};
    accounts = 3;
    now = 0;
    over = false;
  });
  afterEach(() => {
    over = true;
    return worker.stop();
  });

  it('delivers old events, and those arriving meanwhile and later, each once and in order', async () => {
    newest = 250;
    let reads = 0;
    // the hub goes on while old events are read
    beforeRead = () => {
      reads += 1;
      if (reads <= 4) publish(2);
    };
    start();
    await until(() => taken.length >= 250 && reads >= 3);
    publish(3);
    await until(() => taken.length >= newest);
    await yieldToEventLoop();
    expect(taken).toHaveLength(newest);
    expect(inOrder()).toBe(true);
  });

  it('reads events from the log that did not fit into memory while it was catching up', async () => {
    newest = 1;
    let flooded = false;
    beforeRead = () => {
      if (flooded) return;
      flooded = true;
      publish(MANY);
    };
    start();
    await until(() => taken.length >= MANY + 1);
    expect(taken).toHaveLength(MANY + 1);
    expect(inOrder()).toBe(true);
  });

  it('resumes from the stored progress, including accounts that waited', async () => {
    newest = 12;
    const waiting = [{ accountNumber: accountOf(3), sequence: 1 }];
    stored = JSON.stringify({ replay: 0, position: '9', waiting });
    start();
    await until(() => taken.length >= 5);
    await yieldToEventLoop();
    expect([...taken].sort((one, other) => one - other)).toEqual([6, 9, 10, 11, 12]);
    expect(inOrder()).toBe(true);
  });

  it('sends one account again that was replayed, also if it stopped before it was known [webhook.replay]', async () => {
    newest = 12;
    stored = JSON.stringify({ replay: 0, position: '12', waiting: [] });
    const accountNumber = accountOf(2);
    logState = { replayed: [{ accountReplay: 1, accountNumber, sequence: 1 }] };
    start();
    await until(() => taken.length >= 3);
    await worker.stop();
    expect(taken).toEqual([5, 8, 11]);
    expect(kept().accountReplays).toBe(1);
    start();
    publish(1);
    await until(() => taken.length >= 4);
    expect(taken).toEqual([5, 8, 11, 13]);
  });

  it('returns to undelivered events after a failure, and delivers nothing twice', async () => {
    newest = 6;
    let isAway = true;
    send = (position) => {
      if (position !== 2 || !isAway) return Promise.resolve(true);
      isAway = false;
      return Promise.reject(new Error('the log is away'));
    };
    start();
    await until(() => !isAway);
    publish(3);
    await until(() => [7, 8, 9].every((position) => taken.includes(position)));
    expect([...taken].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(inOrder()).toBe(true);
  });

  it('ignores events of other firms', async () => {
    start();
    await until(() => listeners.size > 0);
    publish(1);
    await until(() => taken.length === 1);
    await until(() => worker.status.waitingSince === undefined);
    const other = { ...entry(2), firmId: '8' };
    for (const listener of listeners) listener.published(other as never);
    expect(worker.status.waitingSince).toBeUndefined();
  });

  it('resumes from the log if the stored progress is missing, older, or of another log', async () => {
    newest = 9;
    const reached = { position: '6', waiting: [] };
    for (const position of [undefined, '3', '40']) {
      taken = [];
      logState = { reached };
      stored = position && JSON.stringify({ replay: 0, position, waiting: [] });
      start();
      await until(() => taken.length >= 3);
      await worker.stop();
      expect([...taken].sort()).toEqual([7, 8, 9]);
    }
  });

  it('stores its position and the waiting accounts after each success', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    newest = 6;
    send = async (position) => {
      if (position === 2) await held;
      return true;
    };
    start();
    await until(() => taken.length >= 4 && kept().waiting?.length === 1);
    expect(new Set(taken)).toEqual(new Set([1, 4, 3, 6]));
    const waiting = [{ accountNumber: accountOf(2), sequence: 0 }];
    expect(kept()).toEqual({ replay: 0, position: '6', waiting, waitingSince: timeOf(2) });
    expect(worker.status).toEqual({ waitingSince: timeOf(2) });
    release();
    await until(() => taken.length === 6 && kept().waiting?.length === 0);
    expect(kept()).toEqual({ replay: 0, position: '6', waiting: [] });
  });

  it('logs deliveries at once after a quiet time, then once a minute', async () => {
    const ticks = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left--) await worker.tick();
    };
    newest = 6;
    start();
    await until(() => taken.length === 6 && kept().waiting?.length === 0);
    await ticks(1);
    publish(30);
    await until(() => taken.length === 36 && kept().waiting?.length === 0);
    await ticks(59);
    expect(logged).toHaveLength(1);
    await ticks(1);
    expect(logged).toHaveLength(2);
    expect(logged[1]).toMatchObject({ position: '36', waiting: [] });
    const rows = logged[1]?.taken?.map(({ accountNumber, events }) => [accountNumber, events]);
    expect(rows?.sort()).toEqual([0, 1, 2].map((account) => [`RA${account}`, 10]));
    await ticks(200);
    expect(logged).toHaveLength(2);
  });

  it('restarts from the stored progress if another process has delivered', async () => {
    newest = 3;
    start();
    await until(() => taken.length === 3 && kept().waiting?.length === 0);
    stored = JSON.stringify({ replay: 0, position: '9', waiting: [] });
    publish(9);
    await until(() => taken.includes(12));
    expect([10, 11, 12].every((position) => taken.includes(position))).toBe(true);
    expect(kept().position).toBe('12');
  });

  it('takes as much memory for 500 accounts of an unavailable receiver as for 64 [webhook.waiting]', async () => {
    accounts = 500;
    newest = accounts;
    let isAway = true;
    const tried = new Set<number>();
    send = (position) => {
      tried.add(position);
      return Promise.resolve(!isAway);
    };
    start();
    await until(() => tried.size === 64);
    publish(200);
    for (let turns = 0; turns < 100; turns++) await yieldToEventLoop();
    await worker.tick();
    expect(tried.size).toBe(64);
    expect(kept().waiting).toHaveLength(64);
    expect(kept().position).toBe('64');
    isAway = false;
    now = 60_000;
    await until(() => taken.length === newest);
    expect(new Set(taken).size).toBe(newest);
    const again = taken.filter((position) => position > accounts);
    expect(again.every((one) => taken.indexOf(one - accounts) < taken.indexOf(one))).toBe(true);
    await until(() => kept().waiting?.length === 0);
    // they are no longer read one by one
    publish(1);
    await until(() => taken.length === newest);
  });
});
