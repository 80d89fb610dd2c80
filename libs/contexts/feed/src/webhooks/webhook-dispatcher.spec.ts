import { describe, expect, it } from '@jest/globals';
import type { Webhook } from '../domain/webhook.js';
import type { FeedEntry } from '../feed-reader.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

const FIRM = '7';

/** A step of a test that the code under test waits for. */
class Signal {
  release: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => (this.release = resolve));
}

describe('WebhookDispatcher', () => {
  it('begins anew when a webhook is disabled and enabled before it has seen either', async () => {
    const entry = {
      firmId: FIRM,
      position: 1n,
      accountNumber: 'RA00000001',
      sequence: 1,
      event: { id: 'event-1', type: 'brokerage.account.opened.v1' },
    } as unknown as FeedEntry;
    const stop = new AbortController();
    const [noticed, told, done] = [new Signal(), new Signal(), new Signal()];
    let webhook = { webhookId: 'hook', firmId: FIRM, enabled: true, replay: 0, from: '0' };
    let attempts = 0;
    let now = 0;
    const store = {
      head: () => Promise.resolve(1n),
      async *subscribeToAll() {
        await told.given;
        const data = { webhookId: 'hook' };
        yield { kind: 'event', event: { type: 'webhook.WebhookDisabled.v1', data, position: 2n } };
        yield { kind: 'event', event: { type: 'webhook.WebhookEnabled.v1', data, position: 3n } };
        await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
      },
    };
    const sender = {
      send: () => {
        attempts += 1;
        if (attempts === 2) done.release();
        const delivered = attempts === 2;
        // by the time the lane asks whether to try again, the webhook is disabled
        if (!delivered) webhook = { ...webhook, enabled: false };
        return Promise.resolve({
          delivered,
          status: delivered ? 204 : 500,
          reason: null,
          retryAfter: 0,
        });
      },
    };
    const dispatcher = new WebhookDispatcher(
      store as never,
      {
        load: ({ category }: { category: string }) => {
          if (category !== 'webhook') return Promise.resolve({ state: {} });
          const asked: Webhook = { ...webhook, eventTypes: [] } as never;
          if (attempts === 1 && !webhook.enabled) noticed.release();
          return Promise.resolve({ state: { webhook: asked } });
        },
      } as never,
      { decode: () => Promise.resolve([]) } as never,
      {
        of: () => ({
          async *each() {
            yield await Promise.resolve({ webhookId: 'hook' });
          },
        }),
      } as never,
      {
        checkpoint: () => Promise.resolve(undefined),
        write: () => Promise.resolve(),
      } as never,
      { execute: () => Promise.resolve({}) } as never,
      {
        head: () => Promise.resolve(1n),
        async *ofFirm(_firm: string, after: bigint) {
          if (after < 1n) yield await Promise.resolve(entry);
        },
        ofAccount: () => Promise.resolve([entry]),
      } as never,
      { listen: () => Promise.resolve(() => undefined), position: 1n } as never,
      sender as never,
      { now: () => (now += 60_000) },
      { bytes: () => new Uint8Array(1) } as never,
      { warn: () => undefined } as never,
    );
    const running = dispatcher.run(stop.signal);
    // the lane has seen that the webhook is disabled, and has ended
    await noticed.given;
    webhook = { ...webhook, enabled: true };
    told.release();
    await done.given;
    stop.abort();
    await running;
    expect(attempts).toBe(2);
  });
});
