import { createSecretKey, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  AggregateStore,
  defineEvents,
  EventCodec,
  EventRegistry,
  type EventStore,
  openEventStore,
  type StoredEvent,
} from '#libs/platform/event-store';
import {
  type Decider,
  type DomainEvent,
  isRefusal,
  processMetadata,
  subjectOfPersons,
} from '#libs/platform/kernel';
import {
  derivedIds,
  type KeyStore,
  RandomIds,
  Sealer,
  WrappedKeyStore,
} from '#libs/platform/runtime';
import { eventually } from '../../../../../test/support/condition.js';
import { MemoryKeyTable } from '../../../../../test/support/memory-key-table.js';
import {
  ERASURE_LIST,
  erasureDecider,
  erasureEvents,
  erasureScopeDecider,
  erasureScopeEvents,
} from './erasure.js';
import { Erasures, withoutErasedKeys } from './erasures.js';

type Noted = DomainEvent<'note.Noted', { readonly owner: string; readonly text?: string }>;
const notes: Decider<readonly (string | undefined)[], Noted['data'], Noted> = {
  category: 'note',
  initial: [],
  decide: (data) => [{ type: 'note.Noted', data }],
  evolve: (texts, { data }) => [...texts, data.text],
};
const noteEvents = defineEvents<Noted>({
  'note.Noted': {
    history: { title: 'Noted' },
    // of several persons together, where commas part them
    personal: { subject: ({ owner }) => subjectOfPersons(owner.split(',')), fields: ['text'] },
  },
});

async function all(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** What one process has: keys and states in memory of its own, over the same stores. */
interface Process {
  readonly keys: KeyStore;
  readonly aggregates: AggregateStore;
  readonly erasures: Erasures;
  forgotten: number;
}

describe('the erasure of a person', () => {
  const masterKey = createSecretKey(randomBytes(32));
  const clock = { now: () => Date.parse('2026-03-02T15:00:00.000Z') };
  let table: MemoryKeyTable;
  let directory: string;
  let eventStore: EventStore;
  let a: Process;
  let b: Process;
  let commands = 0;

  async function newProcess(): Promise<Process> {
    // nothing is looked at again by itself
    const keys = await WrappedKeyStore.over(table, masterKey, { refreshMs: 1e9, clock });
    const registry = new EventRegistry([
      noteEvents as never,
      erasureEvents as never,
      erasureScopeEvents as never,
    ]);
    const codec = new EventCodec(registry, await Sealer.over(keys));
    const ids = new RandomIds();
    const aggregates = new AggregateStore({ store: eventStore, codec, clock, ids, derivedIds });
    const forget = (): void => {
      made.forgotten += 1;
    };
    const erasures = new Erasures({ eventStore, registry, keys, aggregates, forget });
    const made: Process = { keys, aggregates, erasures, forgotten: 0 };
    return made;
  }
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'erasures-'));
    eventStore = await openEventStore({ directory });
    table = new MemoryKeyTable();
    a = await newProcess();
    b = await newProcess();
  });
  afterEach(async () => {
    await a.erasures.stop();
    await b.erasures.stop();
    await eventStore.close();
    await rm(directory, { recursive: true });
  });

  async function send<S, C, E extends DomainEvent>(
    { aggregates }: Process,
    decider: Decider<S, C, E>,
    id: string,
    command: C,
  ): Promise<void> {
    const commandId = `command ${++commands}`;
    const metadata = processMetadata('test', commandId, '2026-03-02T15:00:00.000Z');
    const outcome = await aggregates.handle(decider, id, command, metadata);
    if (isRefusal(outcome)) throw new Error(outcome.kind);
  }
  const note = (from: Process, id: string, owner: string): Promise<void> =>
    send(from, notes, id, { owner, text: `about ${owner}` });
  const texts = async (from: Process, id: string): Promise<readonly (string | undefined)[]> =>
    (await from.aggregates.load(notes, id)).state;
  async function erase(from: Process, loginId: string, scannedTo: bigint): Promise<void> {
    const keyId = `person:${loginId}`;
    await send(from, erasureDecider, ERASURE_LIST, {
      type: 'ErasePerson',
      loginId,
      keyId,
      keyFingerprint: await from.erasures.fingerprint(keyId),
      scannedTo: scannedTo.toString(),
      heldUntil: '2026-01-01T00:00:00.000Z',
    });
  }

  async function erasureEvent(): Promise<StoredEvent> {
    const [event] = await all(eventStore.readStream('erasure-list'));
    if (!event) throw new Error('no erasure');
    return event;
  }

  it('reaches keys and states that another process has in memory', async () => {
    await note(a, '1', 'jane');
    await note(a, '1', 'joe');
    expect(await texts(b, '1')).toEqual(['about jane', 'about joe']);
    b.erasures.follow();
    await erase(a, 'jane', await eventStore.head());
    await a.erasures.forget('person:jane');
    await eventually(() => (b.forgotten > 0 ? true : undefined));
    for (const process of [a, b]) {
      expect(process.keys.keyOf('person:jane')).toBeUndefined();
      expect(await texts(process, '1')).toEqual([undefined, 'about joe']);
    }
  });

  it('is followed by another forgetting once the documents are blank', async () => {
    b.erasures.follow();
    await erase(a, 'jane', await eventStore.head());
    await eventually(() => (b.forgotten === 1 ? true : undefined));
    const event = await erasureEvent();
    await send(a, erasureDecider, ERASURE_LIST, {
      type: 'CertifyErasure',
      loginId: 'jane',
      keyId: 'person:jane',
      keyFingerprint: null,
      erasureId: event.id,
      erasureHash: '',
      readModelsAt: event.position.toString(),
    });
    await eventually(() => (b.forgotten === 2 ? true : undefined));
  });

  it('reaches what was in memory before anybody followed', async () => {
    await note(a, '1', 'jane');
    expect(await texts(b, '1')).toEqual(['about jane']);
    await erase(a, 'jane', await eventStore.head());
    b.erasures.follow();
    await eventually(async () =>
      (await b.erasures.isDestroyed('person:jane')) ? true : undefined,
    );
  });

  it('is missed by nobody who begins to follow at that very moment', async () => {
    const head = eventStore.head.bind(eventStore);
    jest.spyOn(eventStore, 'head').mockImplementationOnce(async () => {
      await erase(a, 'jane', 0n);
      return head();
    });
    b.erasures.follow();
    await eventually(async () =>
      (await b.erasures.isDestroyed('person:jane')) ? true : undefined,
    );
  });

  it('is followed on when the store was away', async () => {
    const away = jest.spyOn(eventStore, 'subscribeToAll').mockImplementationOnce(() => {
      throw new Error('away');
    });
    b.erasures.follow();
    await eventually(() => (away.mock.calls.length > 0 ? true : undefined));
    await erase(a, 'jane', 0n);
    await eventually(() => (b.forgotten > 0 ? true : undefined));
  });

  it('takes the key before what is in memory, so that nothing is read with it again', async () => {
    await note(a, '1', 'jane');
    const destroy = a.keys.destroy.bind(a.keys);
    const forgotten: number[] = [];
    jest.spyOn(a.keys, 'destroy').mockImplementation(async (keyId) => {
      await destroy(keyId);
      forgotten.push(a.forgotten);
    });
    await a.erasures.forget('person:jane');
    expect([forgotten, a.forgotten]).toEqual([[0], 1]);
  });

  it('leaves no way to a key for who never had one', async () => {
    expect(await a.erasures.isDestroyed('person:jim')).toBe(false);
    await a.erasures.forget('person:jim');
    expect(await a.erasures.isDestroyed('person:jim')).toBe(true);
    expect((await table.read('subject', ['person:jim']))[0]).toEqual(Buffer.of(0));
  });

  it('is applied again however many there are', async () => {
    const keyIds = Array.from({ length: 2_001 }, (_, n) => `person:p${n}`);
    const entries = keyIds.map((keyId) => {
      const erasure = { loginId: keyId.slice(7), keyId, keyFingerprint: null, certified: true };
      return [erasure.loginId, erasure] as const;
    });
    jest.spyOn(a.erasures, 'list').mockResolvedValue(new Map(entries));
    await a.erasures.reapply();
    const kept = await table.read('subject', keyIds);
    expect(new Set(kept.map((key) => key?.length))).toEqual(new Set([1]));
  });

  it('is applied again before anything else, whatever the key store has', async () => {
    await note(a, '1', 'jane');
    const [backup] = await table.read('subject', ['person:jane']);
    await erase(a, 'jane', await eventStore.head());
    await a.erasures.forget('person:jane');
    await table.replace('subject', 'person:jane', backup ?? Buffer.alloc(0));
    const restored = await newProcess();
    await restored.erasures.reapply();
    expect(await texts(restored, '1')).toEqual([undefined]);
    expect((await table.read('subject', ['person:jane']))[0]).toEqual(Buffer.of(0));
  });

  it('holds for a process that only reads, whatever the key store has', async () => {
    await note(a, '1', 'jane');
    await note(a, '1', 'joe');
    await erase(a, 'jane', await eventStore.head());
    const keys = await withoutErasedKeys(b.keys, eventStore);
    await keys.open(['person:jane', 'person:joe']);
    expect(keys.keyOf('person:jane')).toBeUndefined();
    expect(keys.keyOf('person:joe')).toEqual(a.keys.keyOf('person:joe'));
    await keys.destroy('person:joe');
    expect(keys.keyOf('person:joe')).toBeUndefined();
  });

  it('finds the streams that were listed, and those that got data after', async () => {
    await note(a, '1', 'jane');
    await note(a, '2', 'joe');
    const scannedTo = await eventStore.head();
    for (const streams of [['note-1'], ['note-1', 'note-9']]) {
      await send(a, erasureScopeDecider, 'jane', { loginId: 'jane', streams });
    }
    await note(a, '3', 'jane');
    await note(a, '4', 'joe');
    await note(a, '6', 'joe,jane');
    await erase(a, 'jane', scannedTo);
    await note(a, '5', 'joe');
    const scope = await all(eventStore.readStream('erasureScope-jane'));
    expect(scope.map(({ data }) => data['streams'])).toEqual([['note-1'], ['note-9']]);
    const event = await erasureEvent();
    const [first] = await all(eventStore.readStream('note-1'));
    expect(await b.erasures.apply(event)).toEqual(['note-1', 'note-9', 'note-3', 'note-6']);
    expect([b.keys.keyOf('person:jane'), b.forgotten]).toEqual([undefined, 1]);
    expect(first && b.erasures.concerns(first, event)).toBe(true);
  });

  it('finds those that an older event names itself', async () => {
    await note(a, '1', 'jane');
    await erase(a, 'jane', await eventStore.head());
    const event = await erasureEvent();
    const older = { ...event, data: { ...event.data, streams: ['note-1'] } };
    expect(await b.erasures.apply(older)).toEqual(['note-1']);
  });

  it('reads a few events of the log, however long it is', async () => {
    await note(a, '1', 'jane');
    for (let n = 0; n < 300; n++) await note(a, `before ${n}`, 'joe');
    await erase(a, 'jane', await eventStore.head());
    for (let n = 0; n < 300; n++) await note(a, `after ${n}`, 'joe');
    const event = await erasureEvent();
    let read = 0;
    const readAll = jest.spyOn(eventStore, 'readAll').mockImplementation(async function* (options) {
      readAll.mockRestore();
      for await (const one of eventStore.readAll(options)) {
        read += 1;
        yield one;
      }
    });
    await b.erasures.apply(event);
    // the erasure, and the event after it
    expect(read).toBeLessThanOrEqual(2);
  });

  it('is known in the order in which it happened, with its certificate', async () => {
    for (const loginId of ['jane', 'joe', 'jim']) await erase(a, loginId, 0n);
    const [event] = await all(eventStore.readStream('erasure-list'));
    const certificate = { erasureId: event?.id ?? '', erasureHash: '', readModelsAt: '1' };
    const keyId = 'person:jane';
    const certify = {
      type: 'CertifyErasure',
      loginId: 'jane',
      keyId,
      keyFingerprint: null,
    } as const;
    for (let times = 0; times < 2; times++) {
      await send(a, erasureDecider, ERASURE_LIST, { ...certify, ...certificate });
    }
    await erase(a, 'joe', 0n);
    const nobody = { ...certify, ...certificate, loginId: 'nobody' };
    await expect(send(a, erasureDecider, ERASURE_LIST, nobody)).rejects.toThrow('not_found');
    const list = [...(await b.erasures.list()).values()];
    expect(list).toMatchObject([
      { loginId: 'jane', certified: true },
      { loginId: 'joe', certified: false },
      { loginId: 'jim', certified: false },
    ]);
    expect(await all(eventStore.readStream('erasure-list'))).toHaveLength(4);
    expect(await b.erasures.list()).toBe(await b.erasures.list());
  });
});
