import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStreamBody } from '#libs/platform/http';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedListener, LiveEntry } from './feed-hub.js';
import { BATCH, type FeedSource } from './feed-source.js';
import { FeedSubscription } from './feed-subscription.js';

const CHANGES_RIGHTS = 'brokerage.account.permissions-changed.v1';

describe('FeedSubscription, of what comes while it runs', () => {
  let log: LiveEntry[];
  /** What was done, in order: numbers of events that were shown among it. */
  let done: string[];
  let listener: FeedListener;
  /** Called while the log is read. */
  let onRead: () => void;
  let stop: AbortController;
  let running: Promise<void>;
  let body: EventStreamBody;

  const publish = (type = 'brokerage.account.updated.v1'): void => {
    const sequence = log.length + 1;
    const entry = { sequence, event: { type }, json: () => '{}' } as unknown as LiveEntry;
    log.push(entry);
    listener.published(entry);
  };
  const start = (rights: number): void => {
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
      lost: () => {
        done.push('rights');
        return Promise.resolve(undefined);
      },
    };
    const hub = {
      listen: (joined: FeedListener) => {
        listener = joined;
        return Promise.resolve(() => undefined);
      },
      position: 0n,
      read: <T>(page: () => Promise<T>) => page(),
    };
    const timing = { heartbeat: 60_000, rights, stall: 60_000 };
    running = new FeedSubscription(source, hub, body, { stopping: stop.signal, timing }).run();
  };
  const shown = async (count: number): Promise<readonly string[]> => {
    const last = String(count);
    while (!done.includes(last)) await new Promise(setImmediate);
    return done.filter((what) => /\d/.test(what));
  };

  beforeEach(() => {
    [log, done] = [[], []];
    onRead = () => undefined;
    stop = new AbortController();
    body = new EventStreamBody();
    body.resume();
  });
  afterEach(async () => {
    stop.abort();
    await running;
  });

  it('shows each event once and in order, also when more comes at a time than may wait', async () => {
    start(60_000);
    while (!done.includes('read')) await new Promise(setImmediate);
    for (let count = 0; count < 150; count++) publish();
    await shown(150);
    publish();
    expect(await shown(151)).toEqual(Array.from({ length: 151 }, (_, at) => String(at + 1)));
  });

  it('shows once what the log had and the hub brings as well', async () => {
    onRead = () => {
      onRead = () => undefined;
      for (const entry of log) listener.published(entry);
    };
    listener = { published: () => undefined } as unknown as FeedListener;
    publish();
    publish();
    start(60_000);
    await shown(2);
    publish();
    expect(await shown(3)).toEqual(['1', '2', '3']);
  });

  it.each([
    ['not before each event', 60_000, ['1', 'rights', '2']],
    ['before an event when that was long ago', 0, ['rights', '1', 'rights', '2']],
  ])(
    'looks rights up before a page and before an event that changes them, and %s',
    async (_how, every, then) => {
      start(every);
      // the heartbeat that says that all is shown looks them up as well
      const begun = ['rights', 'read', 'rights', 'rights'];
      while (done.length < begun.length) await new Promise(setImmediate);
      publish();
      await shown(1);
      publish(CHANGES_RIGHTS);
      await shown(2);
      expect(done).toEqual([...begun, ...then]);
    },
  );
});
