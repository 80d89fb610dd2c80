import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../../test/support/condition.js';
import { newEvents, newStream } from '../../../../../test/support/event-log.js';
import { changed } from '../../../../../test/support/projection-world.js';
import { type EventStore, openEventStore, type StoredEvent } from '#libs/platform/event-store';
import { FeedHub, type FeedListener } from './feed-hub.js';

/** Records the positions of published events. */
class Listener implements FeedListener {
  readonly positions: bigint[] = [];
  /** Events that may revoke rights. */
  readonly rights: string[] = [];

  published({ position }: { readonly position: bigint }): void {
    this.positions.push(position);
  }
  rightsChanged({ type, position }: StoredEvent): void {
    this.rights.push(`${type} at ${position}`);
  }
}

describe('FeedHub', () => {
  let directory: string;
  let log: EventStore;
  let hub: FeedHub;
  /** Signals of the subscriptions that were started. */
  let subscriptions: AbortSignal[];
  let heads: (() => Promise<bigint>)[];

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'feed-hub-'));
    log = await openEventStore({ directory });
    subscriptions = [];
    heads = [];
    const store = changed(log, {
      head: () => (heads.shift() ?? (() => log.head()))(),
      subscribeToAll: (options) => {
        subscriptions.push(options.signal);
        return log.subscribeToAll(options);
      },
    });
    const reader = {
      entries: ([event]: readonly StoredEvent[]) =>
        Promise.resolve([{ position: event?.position }]),
    };
    hub = new FeedHub(
      store,
      reader as never,
      { warn: () => undefined, error: () => undefined } as never,
    );
  });
  afterEach(async () => {
    await hub.onModuleDestroy();
    await log.close();
    await rm(directory, { recursive: true });
  });

  const publish = async (type = 'feed.EventPublished.v1'): Promise<bigint> => {
    const events = newEvents(1, type);
    const result = await log.append(newStream(), 'no_stream', events);
    if (result.outcome !== 'appended') throw new Error('conflict');
    return result.position;
  };
  const open = (): number => subscriptions.filter(({ aborted }) => !aborted).length;

  it('reads the log once for all listeners, and not at all without any', async () => {
    const [one, other] = [new Listener(), new Listener()];
    const leave = [await hub.listen(one), await hub.listen(other)];
    const position = await publish();
    await eventually(() => other.positions[0]);
    expect([one.positions, other.positions]).toEqual([[position], [position]]);
    leave[0]?.();
    expect(open()).toBe(1);
    leave[1]?.();
    expect(subscriptions).toHaveLength(1);
    expect(open()).toBe(0);
  });

  it('starts again with the next listener, at the end of the log', async () => {
    const [first, next] = [new Listener(), new Listener()];
    (await hub.listen(first))();
    const missed = await publish();
    await hub.listen(next);
    // new listeners read from the log what was published meanwhile
    expect(hub.position).toBe(missed);
    const position = await publish();
    await eventually(() => next.positions[0]);
    expect([first.positions, next.positions, hub.position]).toEqual([[], [position], position]);
    expect(open()).toBe(1);
  });

  it('continues if one listener leaves while another joins', async () => {
    const [one, other] = [new Listener(), new Listener()];
    const leave = await hub.listen(one);
    const joining = hub.listen(other);
    leave();
    await joining;
    const position = await publish();
    await eventually(() => other.positions[0]);
    expect([one.positions, other.positions]).toEqual([[], [position]]);
    expect(open()).toBe(1);
  });

  it('passes on each event that may revoke rights, in order', async () => {
    const listener = new Listener();
    await hub.listen(listener);
    const types = [
      'account.PermissionRevoked.v1',
      'client.ClientRevoked.v1',
      'erasure.PersonErased.v1',
    ];
    const expected: string[] = [];
    for (const type of types) expected.push(`${type} at ${await publish(type)}`);
    await publish('account.AccountUpdated.v1');
    await publish();
    await eventually(() => listener.positions[0]);
    expect(listener.rights).toEqual(expected);
  });

  it('lets few listeners send new events at a time, and others run in between', async () => {
    const sent: number[] = [];
    const each = Array.from({ length: 100 }, (_, n) => hub.queue().then(() => sent.push(n)));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(sent).toHaveLength(32);
    await new Promise(setImmediate);
    expect(sent.length).toBeLessThan(100);
    await Promise.all(each);
    expect(sent).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('keeps nobody waiting if nobody else sends', async () => {
    let turns = 0;
    setImmediate(() => (turns += 1));
    for (let n = 0; n < 3; n++) await hub.queue();
    expect(turns).toBe(0);
  });

  it('lets few listeners read old events at a time, in turn', async () => {
    let under = 0;
    let most = 0;
    const page = (n: number) => async () => {
      most = Math.max(most, ++under);
      await new Promise(setImmediate);
      under -= 1;
      return n;
    };
    const streams = Array.from({ length: 50 }, (_, n) => n);
    expect(await Promise.all(streams.map((n) => hub.read(page(n))))).toEqual(streams);
    expect(most).toBe(2);
    await expect(hub.read(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await hub.read(page(50))).toBe(50);
  });

  it('can be used again after an outage of the log', async () => {
    heads.push(() => Promise.reject(new Error('away')));
    const listener = new Listener();
    await expect(hub.listen(listener)).rejects.toThrow('away');
    expect(open()).toBe(0);
    await hub.listen(listener);
    const position = await publish();
    await eventually(() => listener.positions[0]);
    expect(listener.positions).toEqual([position]);
  });
});
