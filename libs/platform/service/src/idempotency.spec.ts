import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventStore, openEventStore } from '#libs/platform/event-store';
import { AggregateStore, EventCodec, EventRegistry } from '#libs/platform/event-store';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { idempotencyEvents, LogIdempotencyLedger } from './idempotency.js';

const clock = { now: () => Date.parse('2026-03-02T15:00:00.000Z') };
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
    aggregates = new AggregateStore({
      store,
      codec: new EventCodec(new EventRegistry([idempotencyEvents as never]), personalData),
      clock,
      derivedIds,
      eventId: (commandId, stream, revision) => deriveUuid(commandId, `${stream}/${revision}`),
    });
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  const keyed = (namespace: string, value: string): string => `keyed ${namespace} ${value}`;
  const ledger = (): LogIdempotencyLedger => new LogIdempotencyLedger(aggregates, clock, keyed);

  it('remembers a keyed hash of the request, which nobody can try bodies on', async () => {
    expect(await ledger().begin('a', 'digest')).toBe('new');
    expect(await ledger().begin('a', 'digest')).toBe('known');
    expect(await ledger().begin('a', 'other')).toBe('mismatch');
    const fingerprints = [];
    for await (const { data } of store.readAll()) fingerprints.push(data['fingerprint']);
    expect(fingerprints).toEqual(['keyed idempotency digest']);
  });
});
