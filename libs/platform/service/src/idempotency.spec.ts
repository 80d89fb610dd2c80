import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AggregateStore,
  defineEvents,
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
  type Outcome,
} from '#libs/platform/event-store';
import { type Decider, type DomainEvent, isRefusal, processMetadata } from '#libs/platform/kernel';
import { createLogger, derivedIds, RandomIds } from '#libs/platform/runtime';
import { Commands } from './commands.js';
import { idempotencyEvents, LogIdempotencyLedger } from './idempotency.js';
import { ReactionRegistry } from './reaction-registry.js';

const clock = { now: () => Date.parse('2026-03-02T15:00:00.000Z') };
const registry = new EventRegistry([
  idempotencyEvents as never,
  defineEvents<DomainEvent<'light.Switched'>>({
    'light.Switched': { history: { title: 'Switched' } },
  }),
]);
const logger = createLogger({ level: 'silent' });
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

  it('remembers a keyed hash of the request, which nobody can try bodies on', async () => {
    expect(await ledger().find('a', 'digest')).toEqual({ answer: 'new' });
    expect(await ledger().begin('a', 'digest')).toBe('new');
    const since = await store.head();
    expect(await ledger().find('a', 'digest')).toEqual({ answer: 'known', since });
    expect(await ledger().find('a', 'other')).toEqual({ answer: 'mismatch' });
    expect(await ledger().begin('a', 'digest')).toBe('known');
    expect(await ledger().begin('a', 'other')).toBe('mismatch');
    const fingerprints = [];
    for await (const { data } of store.readAll()) fingerprints.push(data['fingerprint']);
    expect(fingerprints).toEqual(['keyed idempotency digest']);
  });

  interface Light {
    readonly on: boolean;
  }
  /** A light that is switched on or off, which leaves nothing where it is so already. */
  const light: Decider<boolean, Light, DomainEvent<'light.Switched', Light>> = {
    category: 'light',
    initial: false,
    decide: ({ on }, known) => (on === known ? [] : [{ type: 'light.Switched', data: { on } }]),
    evolve: (_known, event) => event.data.on,
  };
  const send = async (
    commandId: string,
    on: boolean,
    attempt?: 'first' | 'again',
  ): Promise<Outcome> => {
    // a process that has just started
    const commands = new Commands(open(), new ReactionRegistry(logger, () => []));
    const metadata = processMetadata('test', commandId, '2026-03-02T15:00:00.000Z');
    const sent = { ...metadata, ...(attempt && { attempt }) };
    const outcome = await commands.execute(light, 'hall', { on }, sent);
    if (isRefusal(outcome)) throw new Error('refused');
    return outcome;
  };
  const isOn = async (): Promise<boolean> => (await open().load(light, 'hall')).state;

  it('answers a command that found nothing to do the same again, whatever others have done since', async () => {
    await send('x', true);
    const first = await send('mine', true, 'first');
    expect(first).toMatchObject({ revision: 0, events: [], repeated: false });
    await send('y', false);
    expect(await send('mine', true, 'again')).toMatchObject({
      ...{ stream: 'light-hall', revision: 0, events: [], repeated: true },
    });
    expect(await isOn()).toBe(false);
  });

  it('carries out what an earlier attempt was stopped before, and once', async () => {
    expect((await send('mine', true, 'again')).events).toHaveLength(1);
    await send('y', false);
    expect(await send('mine', true, 'again')).toMatchObject({ revision: 0, repeated: true });
    expect(await isOn()).toBe(false);
  });

  it('keeps nothing of a command that nobody can send again', async () => {
    await send('x', false);
    expect(await store.newest()).toBeUndefined();
  });

  it('stands in no event', async () => {
    await send('mine', true, 'first');
    for await (const { metadata } of store.readAll())
      expect(metadata).not.toHaveProperty('attempt');
  });
});
