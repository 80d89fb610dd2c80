import { describe, expect, it } from '@jest/globals';
import { notFound, Secret } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import type { DisablingCause, WebhookEvent } from './webhook.events.js';
import { signingSecrets, wants, type WebhookCommand, webhooks } from './webhook.js';

const webhookId = 'w1';

const firmId = '1000001';

const NOW = '2026-03-02T15:00:00.000Z';

const TOMORROW = '2026-03-03T15:00:00.000Z';

const first = Secret.of('whsec_Zmlyc3Q=');

const second = Secret.of('whsec_c2Vjb25k');

const target = {
  url: 'https://receiver.example/hook',
  eventTypes: ['brokerage.account.opened.v1'],
};

const content = { webhookId, firmId, ...target, enabled: true, secret: first, from: '10' };

const webhook = specification(webhooks);

const created: WebhookEvent = { type: 'webhook.WebhookCreated', data: content };

const enabled: WebhookEvent = { type: 'webhook.WebhookEnabled', data: { webhookId } };

const disabled = (cause: DisablingCause): WebhookEvent => ({
  type: 'webhook.WebhookDisabled',
  data: { webhookId, cause },
});

const deleted: WebhookEvent = { type: 'webhook.WebhookDeleted', data: { webhookId } };

const rotated: WebhookEvent = {
  type: 'webhook.WebhookSecretRotated',
  data: { webhookId, secret: second, previousUntil: TOMORROW },
};

const change = (
  change: Partial<Extract<WebhookCommand, { type: 'Change' }>> = {},
): WebhookCommand => ({ type: 'Change', firmId, target: {}, ...change });

describe('a webhook', () => {
  it('is created as requested', () => {
    webhook
      .given([])
      .when({ type: 'Create', ...content })
      .then([created]);
  });

  it('changes only fields that are sent and differ', () => {
    const url = 'https://other.example/hook';
    webhook
      .given([created])
      .when(change({ target: { url } }))
      .then([{ type: 'webhook.WebhookChanged', data: { webhookId, ...target, url } }]);
    webhook
      .given([created])
      .when(change({ target: { eventTypes: [] } }))
      .then([{ type: 'webhook.WebhookChanged', data: { webhookId, ...target, eventTypes: [] } }]);
    webhook
      .given([created])
      .when(change({ target, enabled: true }))
      .thenNothing();
    webhook.given([created]).when(change()).thenNothing();
  });

  it('is disabled and enabled once each', () => {
    webhook
      .given([created])
      .when(change({ enabled: false }))
      .then([disabled('request')]);
    webhook
      .given([created, disabled('request')])
      .when(change({ enabled: false }))
      .thenNothing();
    webhook
      .given([created, disabled('gone')])
      .when(change({ enabled: true }))
      .then([enabled]);
    webhook
      .given([created, disabled('gone'), enabled])
      .when(change({ enabled: true }))
      .thenNothing();
  });

  it('is disabled by its receiver’s behavior once, and records the reason until it is enabled', () => {
    const disable = { type: 'Disable', cause: 'failing' } as const;
    webhook
      .given([created])
      .when(disable)
      .then([disabled('failing')]);
    webhook
      .given([created, disabled('request')])
      .when(disable)
      .thenNothing();
    webhook
      .given([created])
      .when(disable)
      .thenState((state) => {
        expect(state.webhook).toMatchObject({ enabled: false, disabledBecause: 'failing' });
      });
    webhook
      .given([created, disabled('failing')])
      .when(change({ enabled: true }))
      .thenState((state) => {
        expect(state.webhook).toEqual({ ...content, disabledBecause: null, replay: 0 });
      });
  });

  it('also signs with its previous secret for a day after a rotation', () => {
    webhook
      .given([created])
      .when({ type: 'RotateSecret', firmId, secret: second, at: NOW })
      .then([rotated]);
    const state = [created, rotated].reduce(webhooks.evolve, webhooks.initial);
    expect(signingSecrets(state.webhook!, NOW)).toEqual([second, first]);
    expect(signingSecrets(state.webhook!, '2026-03-03T14:59:59.999Z')).toEqual([second, first]);
    expect(signingSecrets(state.webhook!, TOMORROW)).toEqual([second]);
  });

  it('gets a new replay number each time', () => {
    const replayed = (replay: number, from: string): WebhookEvent => ({
      type: 'webhook.WebhookReplayed',
      data: { webhookId, replay, from },
    });
    webhook
      .given([created])
      .when({ type: 'Replay', firmId, from: '3' })
      .then([replayed(1, '3')]);
    webhook
      .given([created, replayed(1, '3')])
      .when({ type: 'Replay', firmId, from: '0' })
      .then([replayed(2, '0')]);
  });

  it.each([
    ['of another firm', [created], '1000002'],
    ['that was never made', [], firmId],
    ['that is deleted', [created, deleted], firmId],
  ] as const)('%s is not there', (_, history, of) => {
    const commands: readonly WebhookCommand[] = [
      change({ firmId: of, enabled: false }),
      { type: 'RotateSecret', firmId: of, secret: second, at: NOW },
      { type: 'Replay', firmId: of, from: '0' },
      { type: 'Delete', firmId: of },
    ];
    const { kind, problems } = notFound();
    for (const command of commands) {
      webhook.given(history).when(command).thenRefused(problems, kind);
    }
  });

  it('is deleted permanently', () => {
    webhook.given([created]).when({ type: 'Delete', firmId }).then([deleted]);
    const { kind, problems } = notFound();
    webhook
      .given([created, deleted, enabled])
      .when({ type: 'Disable', cause: 'gone' })
      .thenRefused(problems, kind);
  });

  it('receives the types it names, or all if it names none', () => {
    expect(wants(target, 'brokerage.account.opened.v1')).toBe(true);
    expect(wants(target, 'brokerage.account.updated.v1')).toBe(false);
    expect(wants({ ...target, eventTypes: [] }, 'brokerage.account.updated.v1')).toBe(true);
  });
});
