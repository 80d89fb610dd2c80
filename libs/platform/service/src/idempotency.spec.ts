import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AggregateStore,
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
} from '#libs/platform/event-store';
import { derivedIds, RandomIds } from '#libs/platform/runtime';
import { idempotencyEvents, LogIdempotencyLedger } from './idempotency.js';

const clock = { now: () => Date.parse('2026-03-02T15:00:00.000Z') };
const registry = new EventRegistry([idempotencyEvents as never]);
const never = (): never => {
  throw new Error('nothing of it is personal');
};
const personalData = {
  ensure: never,
  prefetch: never,
  seal: never,
  open: never,
  opener: never,
};

describe('the ledger of idempotency keys', () => {
  let directory: string;
  let store: EventStore;
  let aggregates: AggregateStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ledger-'));
    store = await openEventStore({ directory });
    aggregates = open();
  });
  const open = (): AggregateStore =>
    new AggregateStore({
      store,
      codec: new EventCodec(registry, personalData),
      clock,
      ids: new RandomIds(),
      derivedIds,
    });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  const keyed = (namespace: string, value: string): string => `keyed ${namespace} ${value}`;
  const ledger = (): LogIdempotencyLedger => new LogIdempotencyLedger(aggregates, clock, keyed);

  const answer = { status: 201, path: '/things/1', revision: 3, position: 17n, body: '{"a":1}' };

  it('remembers a keyed hash of the request, which nobody can try bodies on', async () => {
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'none' });
    expect(await ledger().begin('a', 'digest')).toEqual({ use: 'none' });
    const since = await store.head();
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'begun', since });
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
    expect(await ledger().begin('a', 'digest')).toEqual({ use: 'begun' });
    expect(await ledger().begin('a', 'other')).toEqual({ use: 'other' });
    expect(ledger().commandId('a', 'digest')).not.toBe(ledger().commandId('a', 'other'));
    const fingerprints = [];
    for await (const { data } of store.readAll()) fingerprints.push(data['fingerprint']);
    expect(fingerprints).toEqual(['keyed idempotency digest']);
  });

  it('keeps the first decision for good, also for a process that starts later', async () => {
    await ledger().begin('a', 'digest');
    expect(await ledger().keep('a', 'digest', answer)).toEqual({ use: 'none' });
    const decided = { use: 'decided', answer };
    expect(await ledger().keep('a', 'digest', { status: 400, body: '[]' })).toEqual(decided);
    await ledger().free('a', 'digest');
    const later = new LogIdempotencyLedger(open(), clock, keyed);
    expect(await later.find('a', 'digest')).toEqual(decided);
    expect(await later.begin('a', 'digest')).toEqual(decided);
    expect(await later.keep('a', 'other', answer)).toEqual({ use: 'other' });
  });

  it('keeps a refusal of a request that had stored nothing', async () => {
    const refusal = { status: 400, body: '[{"type":"VALIDATION_RULE"}]' };
    expect(await ledger().keep('a', 'digest', refusal)).toEqual({ use: 'none' });
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'decided', answer: refusal });
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
  });

  it('frees a key whose request ended before a decision', async () => {
    await ledger().begin('a', 'digest');
    await ledger().free('a', 'other');
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
    await ledger().free('a', 'digest');
    expect(await ledger().find('a', 'other')).toEqual({ use: 'none', freed: true });
    expect(await ledger().begin('a', 'other')).toEqual({ use: 'none' });
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'other' });
  });
});
