import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import { EventStreamBody } from '#libs/platform/http';
import type { RightsLost } from '../contract.js';
import type { FeedEntry } from '../feed.queries.js';
import type { FeedListener, LiveEntry } from './feed-hub.js';
import { BATCH, type FeedSource } from './feed-source.js';
import { FeedSubscription } from './feed-subscription.js';

/** Streams of the log. */
const [OWN, OTHERS] = ['account-A', 'account-B'];

describe('FeedSubscription of a live feed', () => {
  let log: LiveEntry[];
  /** What happened in order, including the numbers of shown events. */
  let done: string[];
  let listener: FeedListener;
  /** Called while the log is read. */
  let onRead: () => void;
  /** Result of a rights check. */
  let lost: RightsLost | undefined;
  let stop: AbortController;
  let running: Promise<void>;
  let body: EventStreamBody;

  const publish = (): void => {
    const sequence = log.length + 1;
    const position = BigInt(sequence);
    const entry = { sequence, position, event: {}, json: () => '{}' } as unknown as LiveEntry;
    log.push(entry);
    listener.published(entry);
  };
  const start = (): void => {
    let after = 0;
    const source: FeedSource = {
      isNext: ({ sequence }) => sequence > after,
      read: () => {
        done.push('read');
        const page = log.slice(after, after + BATCH);
        onRead();
        return Promise.resolve(page);
      },
      shows: () => Promise.resolve(true),
      passed: ({ sequence }: FeedEntry) => {
        after = sequence;
        done.push(String(sequence));
      },
      reached: () => undefined,
      get cursor() {
        return String(after);
      },
      newest: () => ({}),
      isOnRights: ({ stream }) => stream === OWN,
      lost: (atLeast) => {
        done.push(`rights at ${atLeast}`);
        return Promise.resolve(lost);
      },
    };
    const hub = {
      listen: (joined: FeedListener) => {
        listener = joined;
        return Promise.resolve(() => undefined);
      },
      position: 0n,
      read: <T>(page: () => Promise<T>) => page(),
      queue: () => Promise.resolve(),
    };
    running = new FeedSubscription(source, hub, body, {
      stopping: stop.signal,
      expiresIn: () => Infinity,
      heartbeat: 60_000,
    }).run();
  };
  const shown = async (count: number): Promise<readonly string[]> => {
    const last = String(count);
    while (!done.includes(last)) await new Promise(setImmediate);
    return done.filter((what) => /^\d/.test(what));
  };

  beforeEach(() => {
    [log, done] = [[], []];
    onRead = () => undefined;
    lost = undefined;
    listener = { published: () => undefined };
    stop = new AbortController();
    body = new EventStreamBody();
    body.resume();
  });
  afterEach(async () => {
    stop.abort();
    await running;
  });

  it('shows each event once and in order, even if more arrive at a time than may wait', async () => {
    start();
    while (!done.includes('read')) await new Promise(setImmediate);
    for (let count = 0; count < 150; count++) publish();
    await shown(150);
    publish();
    expect(await shown(151)).toEqual(Array.from({ length: 151 }, (_, at) => String(at + 1)));
  });

  it('shows an event once that both the log and the hub bring', async () => {
    onRead = () => {
      onRead = () => undefined;
      for (const entry of log) listener.published(entry);
    };
    publish();
    publish();
    start();
    await shown(2);
    publish();
    expect(await shown(3)).toEqual(['1', '2', '3']);
  });

  it('checks rights for each page, before events that follow a change of rights, and at no other time', async () => {
    publish();
    start();
    await shown(1);
    for (let count = 0; count < 3; count++) publish();
    await shown(4);
    listener.rightsChanged?.({ position: 90n, stream: OTHERS } as StoredEvent);
    publish();
    await shown(5);
    listener.rightsChanged?.({ position: 93n, stream: OWN } as StoredEvent);
    publish();
    await shown(6);
    expect(done).toEqual(['read', 'rights at 1', '1', '2', '3', '4', '5', 'rights at 93', '6']);
  });

  it('checks rights at once if their change comes alone, and ends before later events', async () => {
    start();
    while (!done.includes('rights at 0')) await new Promise(setImmediate);
    lost = 'rights-lost';
    listener.rightsChanged?.({ position: 90n, stream: OWN } as StoredEvent);
    publish();
    await running;
    expect(done).toEqual(['read', 'rights at 0', 'rights at 90']);
  });
});
