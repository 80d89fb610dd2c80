import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import { WebhookTarget } from '../../../../../test/support/webhook-target.js';
import type { Webhook } from '../webhook.js';
import { WebhookSender } from './webhook-sender.js';

/** A whole second, as dates in headers are. */
const NOW = Date.parse('2026-03-02T15:00:00Z');

describe('WebhookSender', () => {
  let target: WebhookTarget;
  let sender: WebhookSender;
  let webhook: Webhook;
  beforeEach(async () => {
    target = await WebhookTarget.start();
    sender = senderThat({ webhookAllowPrivate: true });
    const secret = Secret.of(`whsec_${Buffer.alloc(32).toString('base64')}`);
    webhook = { webhookId: 'hook', firmId: '7', url: target.url, secret } as unknown as Webhook;
  });
  const senderThat = (config: object): WebhookSender =>
    new WebhookSender({ now: () => NOW }, { config } as never);
  afterEach(async () => {
    await sender.onModuleDestroy();
    await target.stop();
  });
  const send = (stop = new AbortController().signal) => sender.send(webhook, 'id', '{}', stop);

  it('reports no outcome if a stop or the end of the process cut off the attempt', async () => {
    target.answer = () => undefined;
    const stop = new AbortController();
    const stopped = send(stop.signal);
    await target.messages(1);
    stop.abort();
    expect(await stopped).toBeUndefined();
    const ended = send();
    await target.messages(2);
    await sender.onModuleDestroy();
    expect(await ended).toBeUndefined();
    expect(await send()).toBeUndefined();
    expect(target.received).toHaveLength(2);
  });

  it('reports the response, or why there was none', async () => {
    const retryAfter = 0;
    expect(await send()).toEqual({ delivered: true, status: 204, reason: null, retryAfter });
    target.answer = () => 503;
    expect(await send()).toEqual({ delivered: false, status: 503, reason: 'status', retryAfter });
    await target.stop();
    // a code, because an error message may quote what was sent
    const reason: unknown = expect.stringMatching(/^[A-Z_]+$/);
    expect(await send()).toEqual({ delivered: false, status: null, reason, retryAfter });
    target = await WebhookTarget.start();
  });

  it.each([
    [200, true],
    [299, true],
    [300, false],
  ])('takes %s for a delivery: %s', async (status, delivered) => {
    target.answer = () => status;
    expect(await send()).toMatchObject({ delivered, status });
  });

  it('connects to no private address, whatever was allowed when the webhook was created', async () => {
    await sender.onModuleDestroy();
    sender = senderThat({ webhookAllowPrivate: false });
    expect(await send()).toMatchObject({ delivered: false, reason: 'PrivateTargetError' });
    expect(target.received).toEqual([]);
  });

  it.each([
    ['120', 120_000],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    [new Date(NOW - 90_000).toUTCString(), 0],
    ['soon', 0],
    ['-5', 0],
  ])('says how long the receiver wants to be left alone: %s', async (header, retryAfter) => {
    target.answer = () => 429;
    target.headers = { 'retry-after': header };
    expect(await send()).toMatchObject({ delivered: false, status: 429, retryAfter });
  });
});
