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
import { timestampOf } from '#libs/platform/kernel';
import { derivedIds, RandomIds } from '#libs/platform/runtime';
import { idempotencyEvents, LogIdempotencyLedger } from './idempotency.js';

let now: number;
const clock = { now: () => now };
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
    now = Date.parse('2026-03-02T15:00:00.000Z');
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
  const refusal = { status: 400, body: '[{"type":"VALIDATION_RULE"}]' };
  const of = (print: string, attempt = 'first') => ({ keyId: 'a', print, attempt });
  const mine = of('digest');
  const second = of('digest', 'second');

  it('remembers a keyed hash of the request, which nobody can try bodies on', async () => {
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'none' });
    expect(await ledger().begin(mine, false)).toEqual({ use: 'none' });
    const since = await store.head();
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'begun', since });
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
    expect(await ledger().begin(second, false)).toEqual({ use: 'begun' });
    expect(await ledger().begin(of('other'), true)).toEqual({ use: 'other' });
    expect(ledger().commandId('a', 'digest')).not.toBe(ledger().commandId('a', 'other'));
    const fingerprints = [];
    for await (const { data } of store.readAll()) fingerprints.push(data['fingerprint']);
    expect(fingerprints).toEqual(['keyed idempotency digest']);
  });

  it('keeps the first decision for good, also for a process that starts later', async () => {
    await ledger().begin(mine, false);
    expect(await ledger().keep(mine, answer, false)).toEqual({ use: 'none' });
    const decided = { use: 'decided', answer };
    expect(await ledger().keep(mine, refusal, true)).toEqual(decided);
    await ledger().free(mine);
    const later = new LogIdempotencyLedger(open(), clock, keyed);
    expect(await later.find('a', 'digest')).toEqual(decided);
    expect(await later.begin(second, true)).toEqual(decided);
    expect(await later.keep(of('other'), answer, false)).toEqual({ use: 'other' });
  });

  it('keeps a refusal of a request that had stored nothing', async () => {
    expect(await ledger().keep(mine, refusal, true)).toEqual({ use: 'none' });
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'decided', answer: refusal });
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
  });

  it('frees a key whose request ended before a decision', async () => {
    await ledger().begin(mine, false);
    await ledger().free(of('other'));
    expect(await ledger().find('a', 'other')).toEqual({ use: 'other' });
    await ledger().free(mine);
    expect(await ledger().find('a', 'other')).toEqual({ use: 'none', freed: true });
    expect(await ledger().begin(of('other'), false)).toEqual({ use: 'none' });
    expect(await ledger().find('a', 'digest')).toEqual({ use: 'other' });
  });

  describe('with several attempts at a request', () => {
    it('keeps no refusal while another one may store what it refuses, but the success of any', async () => {
      await ledger().begin(mine, false);
      expect(await ledger().keep(second, refusal, true)).toEqual({ use: 'begun' });
      expect(await ledger().begin(second, true)).toEqual({ use: 'none' });
      expect(await ledger().keep(mine, refusal, true)).toEqual({ use: 'begun' });
      // the first has stored nothing, and can't any more
      expect(await ledger().keep(second, refusal, true)).toEqual({ use: 'none' });
      expect(await ledger().begin(mine, true)).toEqual({ use: 'decided', answer: refusal });
      const other = { keyId: 'b', print: 'digest' };
      await ledger().begin({ ...other, attempt: 'first' }, false);
      await ledger().begin({ ...other, attempt: 'second' }, true);
      const kept = await ledger().keep({ ...other, attempt: 'second' }, answer, false);
      expect(kept).toEqual({ use: 'none' });
      const late = await ledger().keep({ ...other, attempt: 'first' }, refusal, true);
      expect(late).toEqual({ use: 'decided', answer });
    });

    it('is free once each of them has ended before a decision', async () => {
      await ledger().begin(mine, false);
      await ledger().begin(second, true);
      await ledger().free(mine);
      expect(await ledger().find('a', 'digest')).toEqual({ use: 'begun' });
      await ledger().free(second);
      expect(await ledger().find('a', 'digest')).toEqual({ use: 'none', freed: true });
    });

    it('takes one for dead of which nothing is heard, and at once if its process is', async () => {
      await ledger().begin(mine, false);
      now += 60_000;
      const alone = new LogIdempotencyLedger(open(), clock, keyed, timestampOf(now));
      now -= 1;
      expect(await ledger().keep(second, refusal, true)).toEqual({ use: 'begun' });
      expect(await alone.keep(second, refusal, true)).toEqual({ use: 'none' });
      const other = { keyId: 'b', print: 'digest' };
      await ledger().begin({ ...other, attempt: 'first' }, false);
      now += 60_000;
      const kept = await ledger().keep({ ...other, attempt: 'second' }, refusal, true);
      expect(kept).toEqual({ use: 'none' });
    });
  });
});
