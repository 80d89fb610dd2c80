import { describe, it } from '@jest/globals';
import { notFound } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import type { FeedFilter } from './feed.events.js';
import { type SubscriptionCommand, subscriptionRules, subscriptions } from './subscription.js';
import type { SubscriptionEvent } from './subscription.events.js';

const firmId = '1000001';
const NOW = '2026-03-02T15:00:00.000Z';
const of = { firmId, name: 'reporting' };
const all: FeedFilter = { eventTypes: [], accounts: [] };
const some = { eventTypes: ['brokerage.account.opened.v1'], accounts: ['RA12345678'] };

const created = (name = of.name): SubscriptionEvent => ({
  type: 'subscription.SubscriptionCreated',
  data: { ...all, firmId, name, from: '10', createdAt: NOW },
});
const put = (name = of.name, filter = all): SubscriptionCommand => ({
  type: 'Put',
  firmId,
  name,
  ...filter,
  from: '10',
});
const recorded = (position: string, recordedAt = NOW): SubscriptionEvent => ({
  type: 'subscription.ProgressRecorded',
  data: { ...of, position, recordedAt },
});
const record = (position: string): SubscriptionCommand => ({
  type: 'RecordProgress',
  ...of,
  position,
});
const event = (eventId: string) => ({
  eventId,
  eventType: 'brokerage.account.opened.v1',
  accountNumber: 'RA12345678',
  sequence: 1,
  reason: 'mapping-failed',
});
const parked = (eventId: string): SubscriptionEvent => ({
  type: 'subscription.EventParked',
  data: { ...of, ...event(eventId), parkedAt: NOW },
});
const deleted: SubscriptionEvent = { type: 'subscription.SubscriptionDeleted', data: of };

const { kind, problems } = notFound();
const firm = specification(subscriptions);

describe('the subscriptions of a firm', () => {
  it('are made once; where they begin does not change, what they select does', () => {
    firm.given([]).when(put()).then([created()]);
    firm
      .given([created()])
      .when({ ...put(), from: '99' } as SubscriptionCommand)
      .thenNothing();
    firm
      .given([created()])
      .when(put(of.name, some))
      .then([{ type: 'subscription.SubscriptionChanged', data: { ...of, ...some } }]);
  });

  it('are twenty at most, and one that is deleted makes room', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => created(n === 0 ? of.name : `name-${n}`));
    firm
      .given(twenty)
      .when(put('another'))
      .thenRefused([
        subscriptionRules.broken(
          'subscription.limit.rule',
          'A firm may have at most 20 subscriptions; delete one first.',
        ),
      ]);
    firm.given(twenty).when(put()).thenNothing();
    firm
      .given([...twenty, deleted])
      .when(put('another'))
      .then([created('another')]);
  });

  it('do nothing under a name that is not there', () => {
    for (const command of [
      record('11'),
      { type: 'Replay', ...of, from: '0' },
      { type: 'Park', ...of, event: event('e1') },
      { type: 'SettleParked', ...of, eventId: 'e1' },
      { type: 'Delete', ...of },
    ] as const) {
      for (const before of [[], [created('other')], [created(), deleted]]) {
        firm.given(before).when(command).thenRefused(problems, kind);
      }
    }
  });
});

describe('progress in the log', () => {
  it('is recorded with the first acknowledgement, then once an hour, and from anew after a replay', () => {
    firm
      .given([created()])
      .when(record('11'))
      .then([recorded('11')]);
    const before = (minutes: number): SubscriptionEvent =>
      recorded('11', new Date(Date.parse(NOW) - minutes * 60_000).toISOString());
    firm
      .given([created(), before(59)])
      .when(record('12'))
      .thenNothing();
    firm
      .given([created(), before(60)])
      .when(record('12'))
      .then([recorded('12')]);
    const replayed: SubscriptionEvent = {
      type: 'subscription.SubscriptionReplayed',
      data: { ...of, replay: 1, from: '5' },
    };
    firm
      .given([created(), before(1)])
      .when({ type: 'Replay', ...of, from: '5' })
      .then([replayed]);
    firm
      .given([created(), before(1), replayed])
      .when(record('6'))
      .then([recorded('6')]);
  });
});

describe('a parked event', () => {
  it('is parked once, and settled once', () => {
    const park: SubscriptionCommand = { type: 'Park', ...of, event: event('e1') };
    firm
      .given([created()])
      .when(park)
      .then([parked('e1')]);
    firm
      .given([created(), parked('e1')])
      .when(park)
      .thenNothing();
    const settle: SubscriptionCommand = { type: 'SettleParked', ...of, eventId: 'e1' };
    const settled: SubscriptionEvent = {
      type: 'subscription.ParkedEventSettled',
      data: { ...of, eventId: 'e1' },
    };
    firm
      .given([created(), parked('e1')])
      .when(settle)
      .then([settled]);
    firm
      .given([created(), parked('e1'), settled])
      .when(settle)
      .thenRefused(problems, kind);
  });

  it('is one of two hundred at most', () => {
    const many = Array.from({ length: 200 }, (_, n) => parked(`e${n}`));
    firm
      .given([created(), ...many])
      .when({ type: 'Park', ...of, event: event('another') })
      .thenRefused([
        subscriptionRules.broken(
          'subscription.parked.rule',
          'A subscription may have at most 200 parked events; settle one first.',
        ),
      ]);
  });
});
