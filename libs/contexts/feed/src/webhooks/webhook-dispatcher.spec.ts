import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LogPage } from '#libs/platform/event-store';
import type { FeedEntry } from '../feed.queries.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

const FIRM = '7';

/** A step of a test that the code under test waits for. */
class Signal {
  release: () => void = () => undefined;
  readonly given = new Promise<void>((resolve) => (this.release = resolve));
}

const entry = {
  firmId: FIRM,
  position: 1n,
  accountNumber: 'RA00000001',
  sequence: 1,
  event: { id: 'event-1', type: 'brokerage.account.opened.v1' },
} as unknown as FeedEntry;

describe('WebhookDispatcher', () => {
  let webhook: Readonly<Record<string, unknown>> & { readonly enabled: boolean };
  let stop: AbortController;
  /** Workers that listen to the hub. */
  let listening: number;
  /** Called whenever the state of the webhook is read. */
  let asked: () => void;
  /** Events of webhooks, delivered to the dispatcher each time it starts. */
  let follow: () => AsyncIterable<Partial<LogPage>>;
  /** An attempt. Returns whether the receiver accepts the event. */
  let send: () => boolean;
  let dispatcher: WebhookDispatcher;
  const untilStopped = (): Promise<unknown> =>
    new Promise((resolve) => stop.signal.addEventListener('abort', resolve));

  beforeEach(() => {
    webhook = {
      webhookId: 'hook',
      firmId: FIRM,
      enabled: true,
      replay: 0,
      from: '0',
      eventTypes: [],
    };
    stop = new AbortController();
    listening = 0;
    asked = () => undefined;
    let now = 0;
    dispatcher = new WebhookDispatcher(
      { head: () => Promise.resolve(1n), subscribeToAll: () => follow() } as never,
      {
        load: ({ category }: { category: string }) => {
          if (category !== 'webhook') return Promise.resolve({ state: {} });
          asked();
          return Promise.resolve({ state: { webhook } });
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
        pointer: () => Promise.resolve(undefined),
        setPointer: () => Promise.resolve(true),
      } as never,
      { execute: () => Promise.resolve({}) } as never,
      {
        head: () => Promise.resolve(1n),
        async *ofFirm(_firm: string, after: bigint) {
          if (after < 1n) yield await Promise.resolve(entry);
        },
        ofAccount: () => Promise.resolve([entry]),
      } as never,
      {
        listen: () => {
          listening += 1;
          return Promise.resolve(() => (listening -= 1));
        },
        position: 1n,
      } as never,
      {
        send: () => {
          const delivered = send();
          const status = delivered ? 204 : 500;
          return Promise.resolve({ delivered, status, reason: null, retryAfter: 0 });
        },
      } as never,
      { now: () => (now += 60_000) },
      { bytes: () => new Uint8Array(1), uuid: () => 'id' },
      { warn: () => undefined, error: () => undefined } as never,
    );
  });

  it('restarts a worker if a webhook was disabled and enabled before it noticed either', async () => {
    const [noticed, told, done] = [new Signal(), new Signal(), new Signal()];
    let attempts = 0;
    follow = async function* () {
      await told.given;
      const data = { webhookId: 'hook' };
      for (const [at, what] of ['Disabled', 'Enabled'].entries()) {
        const event = { type: `webhook.Webhook${what}.v1`, data, position: BigInt(2 + at) };
        yield { events: [event], position: 2n, caughtUp: true } as never;
      }
      await untilStopped();
    };
    send = () => {
      attempts += 1;
      if (attempts === 2) done.release();
      // by the time the partition asks whether to try again, the webhook is disabled
      else webhook = { ...webhook, enabled: false };
      return attempts === 2;
    };
    asked = () => {
      if (attempts === 1 && !webhook.enabled) noticed.release();
    };
    const running = dispatcher.run(stop.signal);
    // the partition has seen that the webhook is disabled, and has ended
    await noticed.given;
    webhook = { ...webhook, enabled: true };
    told.release();
    await done.given;
    stop.abort();
    await running;
    expect(attempts).toBe(2);
    expect(listening).toBe(0);
  });

  it('resumes after a failure of the log, while its webhooks continue', async () => {
    const [first, again] = [new Signal(), new Signal()];
    let begun = 0;
    let attempts = 0;
    follow = async function* () {
      begun += 1;
      yield { events: [], position: 1n, caughtUp: true };
      if (begun === 1) {
        await first.given;
        throw new Error('away');
      }
      again.release();
      await untilStopped();
    };
    send = () => {
      attempts += 1;
      first.release();
      return true;
    };
    const running = dispatcher.run(stop.signal);
    await again.given;
    expect([begun, attempts, listening]).toEqual([2, 1, 1]);
    stop.abort();
    await running;
    expect(listening).toBe(0);
  });
});
