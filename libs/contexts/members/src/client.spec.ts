import { describe, expect, it } from '@jest/globals';
import { fieldProblem, isRefusal, pathMismatch, ruleProblem, Secret } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  clientDecider,
  type ClientDefinition,
  type DefineClient,
  type SecretTimes,
} from './client.js';
import { effectiveEntitlements } from './firm.js';
import type { ClientEvent } from './member.events.js';

const clients = specification(clientDecider);

const apiKey = 'demo-key-1';

const firmId = '10000001';

const define = (client: ClientDefinition, over: Partial<DefineClient> = {}): DefineClient => ({
  type: 'DefineClient',
  apiKey,
  firmId,
  client,
  sharedSecret: Secret.of('very-secret'),
  ...over,
});

const defined: ClientEvent = {
  type: 'client.ClientDefined',
  data: { apiKey, firmId, loginId: 'advisor1', sharedSecret: Secret.of('very-secret') },
};

const revoked: ClientEvent = { type: 'client.ClientRevoked', data: { apiKey, firmId } };

const missing = [{ type: 'NOT_FOUND', message: 'The resource does not exist.' }] as const;

describe('an API client', () => {
  it('is made once, with the secret that was generated', () => {
    clients
      .given([])
      .when(define({ loginId: 'advisor1', apiKey, firmId }))
      .then([defined]);
    clients
      .given([defined])
      .when(define({ loginId: 'advisor1' }))
      .thenNothing();
    const made = clientDecider.decide(define({ loginId: 'advisor1' }), {}, {
      now: '2026-03-02T15:00:00.000Z',
    } as never);
    if (isRefusal(made)) throw new Error('refused');
    expect(made[0]?.type === 'client.ClientDefined' && made[0].data.sharedSecret.reveal()).toBe(
      'very-secret',
    );
  });

  it('has its entitlements changed, never its login id, key or firm', () => {
    clients
      .given([defined])
      .when(define({ loginId: 'advisor1', entitlements: ['fullTid'] }))
      .then([
        {
          type: 'client.ClientUpdated',
          data: { apiKey, firmId, loginId: 'advisor1', entitlements: ['fullTid'] },
        },
      ]);
    clients
      .given([defined])
      .when(define({ loginId: 'other001', apiKey: 'other-key', firmId: '2' }))
      .thenRefused([
        pathMismatch('apiKey'),
        pathMismatch('firmId'),
        fieldProblem('loginId', 'not.updatable'),
      ]);
    clients
      .given([defined])
      .when(define({ loginId: 'advisor1' }, { firmId: '2' }))
      .thenRefused([ruleProblem('client.unique.api.key', 'The API key is in use.', 'apiKey')]);
  });

  it('takes what reads show of its secrets, unchanged', () => {
    const times = { secretSince: '2026-03-02T15:00:00.000Z', previousSecretUntil: null };
    const sent = (client: object, shown: SecretTimes | undefined = times) =>
      define({ loginId: 'advisor1', ...client }, { shown });
    clients.given([defined]).when(sent(times)).thenNothing();
    const later = '2026-03-05T15:00:00.000Z';
    const changed = { secretSince: later, previousSecretUntil: later };
    const problems = ['secretSince', 'previousSecretUntil'].map((field) =>
      fieldProblem(field, 'not.updatable'),
    );
    clients.given([defined]).when(sent(changed)).thenRefused(problems);
    clients.given([]).when(sent(changed, undefined)).thenRefused(problems);
    clients
      .given([defined])
      .when(sent(times, { ...times, previousSecretUntil: later }))
      .thenRefused(problems.slice(1));
  });

  it('gets a new secret', () => {
    const sharedSecret = Secret.of('new');
    clients
      .given([defined])
      .when({ type: 'ReplaceClientSecret', sharedSecret })
      .then([{ type: 'client.SecretReplaced', data: { apiKey, firmId, sharedSecret } }]);
  });

  it('may keep the replaced secret for some hours', () => {
    const sharedSecret = Secret.of('new');
    const replace = { type: 'ReplaceClientSecret', sharedSecret, overlapHours: 24 } as const;
    const previousUntil = '2026-03-03T10:00:00.000Z';
    clients
      .given([defined])
      .at('2026-03-02T10:00:00.000Z')
      .when(replace)
      .then([
        { type: 'client.SecretReplaced', data: { apiKey, firmId, sharedSecret, previousUntil } },
      ]);
  });

  it('is revoked for good', () => {
    const problem = ruleProblem(
      'client.revoked.rule',
      'The API client has been revoked.',
      'apiKey',
    );
    clients.given([defined]).when({ type: 'RevokeClient', firmId }).then([revoked]);
    clients.given([defined, revoked]).when({ type: 'RevokeClient' }).thenNothing();
    clients
      .given([defined, revoked])
      .when({ type: 'ReplaceClientSecret', sharedSecret: Secret.of('x') })
      .thenRefused([problem]);
    clients
      .given([defined, revoked])
      .when(define({ loginId: 'advisor1' }))
      .thenRefused([problem]);
  });

  it('is not found where there is none, or under another firm', () => {
    clients.given([]).when({ type: 'RevokeClient' }).thenRefused(missing, 'not_found');
    clients
      .given([defined])
      .when({ type: 'RevokeClient', firmId: '2' })
      .thenRefused(missing, 'not_found');
  });

  it('may never do more than its firm', () => {
    expect(effectiveEntitlements(['fullTid'], undefined)).toEqual(['fullTid']);
    expect(effectiveEntitlements(['fullTid'], ['fullTid', 'removeRestrictions'])).toEqual([
      'fullTid',
    ]);
    expect(effectiveEntitlements(['fullTid', 'removeRestrictions'], [])).toEqual([]);
    expect(effectiveEntitlements([], ['fullTid'])).toEqual([]);
  });
});
