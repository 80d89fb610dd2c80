import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStreamBody } from '#libs/platform/http';
import type { FeedSource } from './feed-source.js';
import { FeedSubscription } from './feed-subscription.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('FeedSubscription of a quiet feed', () => {
  let body: EventStreamBody;
  /** Number of reads and rights checks. */
  let looks: number;
  let running: Promise<void>;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    looks = 0;
    body = new EventStreamBody();
  });
  afterEach(async () => {
    body.destroy();
    await running;
    jest.useRealTimers();
  });

  /** Starts a stream with the lifetime of its credentials and overrides of its source. */
  async function start({
    validMs = Infinity,
    heartbeat = MINUTE_MS,
    other = {},
  } = {}): Promise<void> {
    const look = <T>(found: T) => Promise.resolve(((looks += 1), found));
    const source: FeedSource = {
      isNext: () => true,
      read: () => look([]),
      shows: () => look(true),
      passed: () => undefined,
      reached: () => undefined,
      cursor: 'here',
      newest: () => ({ sequence: '1' }),
      isOnRights: () => true,
      lost: () => look(undefined),
      ...other,
    };
    const hub = {
      listen: () => Promise.resolve(() => undefined),
      position: 0n,
      read: <T>(page: () => Promise<T>) => page(),
      queue: () => Promise.resolve(),
    };
    const expiresAt = Date.now() + validMs;
    running = new FeedSubscription(source, hub, body, {
      stopping: new AbortController().signal,
      expiresIn: () => expiresAt - Date.now(),
      heartbeat,
    }).run();
    await jest.advanceTimersByTimeAsync(0);
  }
  const taken = (): string => String(body.read());

  it('reports at once that everything is shown, then beats without checking rights', async () => {
    await start();
    const beat = 'id: here\nevent: heartbeat\ndata: {"sequence":"1"}\n\n';
    expect(taken()).toBe(`retry: 2000\n\n${beat}`);
    const begun = looks;
    await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(taken()).toBe(beat.repeat(3));
    expect(looks).toBe(begun);
  });

  it('ends for a reader that accepts nothing, even if only heartbeats are sent', async () => {
    await start();
    await jest.advanceTimersByTimeAsync(DAY_MS);
    await running;
    expect(body.readableLength).toBeLessThan(40_000);
    expect(taken()).toContain('{"reason":"slow-consumer"}');
  });

  it.each([1, 40 * DAY_MS])(
    'ends when the credentials expire, while nothing happens: in %i ms',
    async (validMs) => {
      await start({ validMs, heartbeat: DAY_MS });
      await jest.advanceTimersByTimeAsync(validMs - 1);
      expect(taken()).not.toContain('end');
      await jest.advanceTimersByTimeAsync(1);
      await running;
      expect(taken()).toMatch(/event: end\ndata: \{"reason":"credentials-expired"\}\n\n$/);
    },
  );

  it('ends if the log is unreachable', async () => {
    await start({ other: { read: () => Promise.reject(new Error('away')) } });
    await running;
    expect(taken()).toContain('{"reason":"unavailable"}');
  });
});
