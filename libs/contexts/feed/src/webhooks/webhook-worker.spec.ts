import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedListener } from '../stream/feed-hub.js';
import { WebhookWorker, type WorkerServices } from './webhook-worker.js';

const FIRM = '7';
const TYPE = 'brokerage.account.opened.v1';
/** More than may wait in memory while old events are read. */
const MANY = 1_200;

/** Account number of an event: three accounts in turn. */
const accountOf = (position: number): string => `RA0000000${position % 3}`;

/** When an event happened. */
const timeOf = (position: number): string => new Date(position * 1_000).toISOString();

describe('WebhookWorker', () => {
  /** Positions of the events of the log, 1 and on; all of one firm. */
  let newest: number;
  let taken: number[];
  let listeners: Set<FeedListener>;
  let hub: { position: bigint };
  /** Called before each read of the log. */
  let beforeRead: () => Promise<void> | void;
  let send: (position: number) => Promise<boolean>;
  let worker: WebhookWorker;
  let stored: bigint | undefined;
  let over: boolean;

  const entry = (position: number): FeedEntry =>
    ({
      firmId: FIRM,
      position: BigInt(position),
      accountNumber: accountOf(position),
      sequence: Math.ceil(position / 3),
      event: { id: `event-${position}`, type: TYPE, time: timeOf(position) },
    }) as unknown as FeedEntry;
  /** Something is published, and the hub hands it on. */
  const publish = (count: number): void => {
    for (let left = count; left > 0; left--) {
      newest += 1;
      hub.position = BigInt(newest);
      for (const listener of listeners) listener.published(entry(newest) as never);
    }
  };
  const until = async (wanted: () => boolean): Promise<void> => {
    while (!wanted() && !over) await turn();
  };
  const inOrder = (): boolean =>
    [0, 1, 2].every((account) => {
      const own = taken.filter((position) => position % 3 === account);
      return own.every((position, at) => at === 0 || position === (own[at - 1] ?? 0) + 3);
    });
  const start = (): void => {
    const settled = (id: string): number =>
      taken.filter((position) => id.endsWith(accountOf(position))).length;
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
            Array.from({ length: newest }, (_, at) => entry(at + 1))
              .filter((one) => one.accountNumber === accountNumber && one.sequence > after)
              .slice(0, max),
          ),
      },
      aggregates: {
        load: ({ category }: { category: string }, id: string) =>
          Promise.resolve({
            state:
              category === 'webhook'
                ? { webhook: { ...webhook, eventTypes: [] } }
                : { settled: settled(id) },
          }),
      },
      commands: { execute: () => Promise.resolve({}) },
      sender: {
        send: async (_webhook: object, id: string) => {
          const position = Number(id.slice('event-'.length));
          const delivered = await send(position);
          if (delivered) taken.push(position);
          return { delivered, status: delivered ? 204 : 500, reason: null, retryAfter: 0 };
        },
      },
      progress: { checkpoint: () => Promise.resolve(stored) },
      clock: { now: () => 0 },
      ids: { bytes: () => new Uint8Array(1) },
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
    over = false;
  });
  afterEach(() => {
    over = true;
    return worker.stop();
  });

  it('delivers what is old and what comes meanwhile and later, each once and in order', async () => {
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
    await turn();
    expect(taken).toHaveLength(newest);
    expect(inOrder()).toBe(true);
  });

  it('reads from the log what did not fit while it was reading', async () => {
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

  it('goes on from its checkpoint', async () => {
    newest = 9;
    stored = 6n;
    start();
    await until(() => taken.length >= 3);
    expect(new Set(taken)).toEqual(new Set([7, 8, 9]));
  });

  it('goes back to what was not taken when it could not be gone on with, and takes nothing twice', async () => {
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

  it('leaves alone what is of other firms', async () => {
    start();
    await until(() => listeners.size > 0);
    publish(1);
    await until(() => taken.length === 1);
    await until(() => worker.status.waitingSince === undefined);
    const other = { ...entry(2), firmId: '8' };
    for (const listener of listeners) listener.published(other as never);
    expect(worker.status.waitingSince).toBeUndefined();
  });

  it('keeps no place past an event that has not been taken', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    newest = 6;
    send = async (position) => {
      if (position === 2) await held;
      return true;
    };
    start();
    await until(() => taken.length >= 4);
    expect(new Set(taken)).toEqual(new Set([1, 4, 3, 6]));
    expect(worker.checkpoint).toEqual({ name: 'webhook:hook:0', position: 1n });
    expect(worker.status).toEqual({ waitingSince: timeOf(2) });
    release();
    await until(() => taken.length === 6);
    await until(() => worker.status.waitingSince === undefined);
    // nothing waits, so everything the hub has brought is behind it, whoever it was for
    hub.position = 40n;
    await until(() => worker.checkpoint?.position === 40n);
    worker.kept(worker.checkpoint ?? { name: '', position: 0n });
    expect(worker.checkpoint).toBeUndefined();
  });
});
