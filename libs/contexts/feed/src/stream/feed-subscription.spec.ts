import { describe, expect, it } from '@jest/globals';
import { EventStreamBody } from '#libs/platform/http';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedSource } from './feed-source.js';
import { FeedSubscription } from './feed-subscription.js';

const timing = { heartbeat: 20, rights: 1_000, stall: 50 };
/** More than the buffers of a stream hold. */
const LONG = 'x'.repeat(200_000);

function source(entries: readonly FeedEntry[], lost: FeedSource['lost']): FeedSource {
  let left = entries;
  return {
    isNext: () => true,
    read: () => {
      const page = left;
      left = [];
      return Promise.resolve(page);
    },
    shows: () => Promise.resolve(true),
    passed: () => undefined,
    reached: () => undefined,
    cursor: 'here',
    newest: () => ({ sequence: '1' }),
    lost,
  };
}

function streaming(
  of: FeedSource,
  expiresIn?: number,
  heartbeat = timing.heartbeat,
): [EventStreamBody, Promise<void>] {
  const body = new EventStreamBody();
  const hub = {
    listen: () => Promise.resolve(() => undefined),
    position: 0n,
    read: <T>(page: () => Promise<T>) => page(),
  };
  const stopping = new AbortController().signal;
  return [
    body,
    new FeedSubscription(of, hub, body, {
      stopping,
      expiresIn,
      timing: { ...timing, heartbeat },
    }).run(),
  ];
}

const kept: FeedSource['lost'] = () => Promise.resolve(undefined);

async function textOf(body: EventStreamBody, enough: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const part of body) {
    text += String(part);
    if (enough(text)) break;
  }
  return text;
}

describe('FeedSubscription', () => {
  it('cuts off a reader that takes nothing', async () => {
    const entry = { event: { type: 'brokerage.account.opened.v1', data: LONG } };
    const [body, running] = streaming(source([entry as unknown as FeedEntry], kept));
    await running;
    expect(await textOf(body, () => false)).toContain('slow-consumer');
  });

  it('sends a heartbeat again and again', async () => {
    const [body, running] = streaming(source([], kept));
    const text = await textOf(body, (all) => all.split('event: heartbeat').length > 3);
    expect(text).toContain('{"sequence":"1"}');
    await running;
  });

  it('ends when the credentials expire, while nothing happens', async () => {
    const expiresAt = performance.now() + 30;
    const [body, running] = streaming(
      source([], () =>
        Promise.resolve(performance.now() >= expiresAt ? 'credentials-expired' : undefined),
      ),
      60,
      60_000,
    );
    expect(await textOf(body, () => false)).toContain('{"reason":"credentials-expired"}');
    await running;
  });
});
