import { describe, expect, it } from '@jest/globals';
import type { EventCodec, StoredEvent } from '#libs/platform/event-store';
import type { ReadModels } from '#libs/platform/read-models';
import type { WebhookEvent } from '../webhook.events.js';
import { KnownWebhooks, webhookGauges } from './webhook-dispatcher.js';
import { ManualClock } from '../../../../../test/support/manual-clock.js';

const AT = '2026-03-02T15:00:00.000Z';

function happened(
  webhookId: string,
  revision: number,
  type: string,
  data: object = {},
): StoredEvent {
  const event = { type, revision, at: AT, metadata: {}, data: { webhookId, ...data } };
  return event as unknown as StoredEvent;
}

function created(webhookId: string): StoredEvent {
  const data: Omit<Extract<WebhookEvent, { type: 'webhook.WebhookCreated' }>['data'], 'secret'> = {
    webhookId,
    firmId: '7',
    url: 'https://example.com/',
    eventTypes: [],
    enabled: true,
    from: '0',
  };
  return happened(webhookId, 0, 'webhook.WebhookCreated', data);
}

describe('KnownWebhooks', () => {
  let reads = 0;
  const stored = ['one', 'two', 'three'].map((webhookId, at) => ({
    webhookId,
    firmId: '7',
    enabled: true,
    disabledBecause: null,
    stateSince: AT,
    revision: at,
  }));
  const readModels = {
    of: () => ({
      async *each() {
        reads += 1;
        for (const webhook of stored) yield await Promise.resolve(webhook);
      },
    }),
  } as unknown as ReadModels;
  const codec = {
    decode: (events: readonly StoredEvent[]) => Promise.resolve(events),
  } as unknown as EventCodec;

  it('are read once, and then follow their events', async () => {
    const known = new KnownWebhooks(readModels, codec);
    const disabled = (): unknown[] =>
      [...known.all.values()].map(({ webhookId, enabled }) => [webhookId, enabled]);
    await known.load(9n);
    expect([...known.all.keys()]).toEqual(['one', 'two', 'three']);
    const readOnce = reads;
    await known.apply(happened('one', 1, 'webhook.WebhookDisabled', { cause: 'gone' }));
    await known.apply(happened('two', 2, 'webhook.WebhookDeleted'));
    await known.apply(created('four'));
    // the document has it already
    await known.apply(happened('three', 2, 'webhook.WebhookDisabled', { cause: 'gone' }));
    expect(disabled()).toEqual([
      ['one', false],
      ['three', true],
      ['four', true],
    ]);
    const gauges = webhookGauges(
      () =>
        [...known.all.values()].map((webhook) => ({
          webhook,
          waitingSince: AT,
          failingSince: undefined,
        })),
      new ManualClock(Date.parse(AT) + 5_000),
    );
    const figures: unknown[] = [];
    for (const { name, samples } of gauges) {
      figures.push([name, ...(await samples()).map(({ value }) => value)]);
    }
    expect(figures).toEqual([
      ['brokerage_webhook_state', 2, 0, 0],
      ['brokerage_webhook_state_age_seconds', 5, 5, 5],
      ['brokerage_webhook_failing_seconds', 0, 0, 0],
      ['brokerage_webhook_lag_seconds', 5, 5, 5],
    ]);
    expect(reads).toBe(readOnce);
    known.forget();
    expect(disabled()).toEqual([]);
  });
});
