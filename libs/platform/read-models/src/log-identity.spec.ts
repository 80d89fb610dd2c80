import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type EventStore, openEventStore, StoreUnavailableError } from '#libs/platform/event-store';
import { eventually } from '../../../../test/support/condition.js';
import { all, newEvents } from '../../../../test/support/event-log.js';
import { EventStoreDbFixture } from '../../../../test/support/eventstoredb-fixture.js';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import type { DocumentStore } from './document-store.js';
import { openDocumentStore } from './open-document-store.js';
import { LOG_IDENTITY, LogIdentity, ensureBuiltFromLog } from './log-identity.js';

/** A log that can be restored from a copy, and a document store beside it. */
interface World {
  readonly log: EventStore;
  readonly documents: DocumentStore;
  /** Keeps a copy of the log as it is. */
  copy(): Promise<void>;
  restore(): Promise<void>;
  end(): Promise<void>;
}

const EMBEDDED = 'the embedded stores';
const SERVERS = 'servers';

async function makeWorld(kind: string, directory: string): Promise<World> {
  const [events, backup] = [join(directory, 'events'), join(directory, 'backup')];
  const mongo = kind === SERVERS ? await MongoFixture.start({ replicaSet: true }) : undefined;
  let ends: (() => Promise<unknown>)[] = [];
  const openLog = async (): Promise<EventStore> => {
    const log = await openEventStore({ directory: events });
    ends.push(() => log.close());
    if (kind === EMBEDDED) return log;
    const server = await EventStoreDbFixture.start(log);
    ends.push(() => server.stop());
    const client = await openEventStore({ directory: events, url: server.connectionString });
    ends.push(() => client.close());
    return client;
  };
  const closeLog = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
    ends = [];
  };
  const documents = await openDocumentStore({
    directory: join(directory, 'documents'),
    url: mongo?.url(),
  });
  let log = await openLog();
  return {
    get log() {
      return log;
    },
    documents,
    async copy() {
      await closeLog();
      await cp(events, backup, { recursive: true });
      log = await openLog();
    },
    async restore() {
      await closeLog();
      await rm(events, { recursive: true });
      await cp(backup, events, { recursive: true });
      log = await openLog();
    },
    async end() {
      await closeLog();
      await documents.close();
      await mongo?.stop();
    },
  };
}

describe.each([EMBEDDED, SERVERS])('what was made from the log, on %s', (kind) => {
  let directory: string;
  let world: World;
  let told: string[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'settle-'));
    world = await makeWorld(kind, directory);
    told = [];
  });
  afterEach(async () => {
    await world.end();
    await rm(directory, { recursive: true });
  });

  const note = (_details: object, message: string): number => told.push(message);
  const settle = (holder = 'me'): Promise<DocumentStore> =>
    ensureBuiltFromLog({
      documents: world.documents,
      log: world.log,
      what: 'things',
      lease: 'things',
      leases: world.documents,
      holder,
      logger: { info: note, warn: note, error: note },
    });
  /** Appends to one stream, so that a restored log gets other events at the revisions that were lost. */
  async function append(count: number): Promise<bigint> {
    const { length } = await all(world.log.readStream('test-1'));
    const expected = length === 0 ? 'no_stream' : length - 1;
    await world.log.append('test-1', expected, newEvents(count));
    return world.log.head();
  }
  /** Takes in the log up to a position, as a projection does. */
  async function takeIn(documents: DocumentStore, position: bigint): Promise<void> {
    await documents.ensureCollection({ name: 'things', indexes: [] });
    const write = { collection: 'things', id: 'a', document: { at: String(position) }, position };
    const checkpoints = [{ name: 'things', position }];
    await documents.write({ writes: [write], checkpoints });
    await documents.setPointer('live', undefined, 'things');
  }
  it('stays while the log only grows', async () => {
    await takeIn(await settle(), await append(3));
    await append(3);
    const again = await settle();
    expect(await again.get('things', 'a')).toBeDefined();
    expect(told).toEqual([]);
  });

  it('is gone when the log was restored from an earlier copy', async () => {
    await append(2);
    await world.copy();
    const position = await append(3);
    await takeIn(await settle(), position);
    await world.restore();
    expect(await world.log.head()).toBeLessThan(position);
    const emptied = await settle();
    expect(await emptied.listCollections()).toEqual([]);
    expect(await emptied.checkpoint('things')).toBeUndefined();
    expect(await emptied.pointer('live')).toBeUndefined();
    expect(told).toEqual(['the log is older than the things built from it: rebuilding them']);

    // made anew, it stays
    await takeIn(emptied, await append(1));
    expect(await (await settle()).checkpoint('things')).toBe(await world.log.head());
    expect(told).toHaveLength(1);
  });

  it('is gone also when the log has grown beyond it again', async () => {
    await append(2);
    await world.copy();
    const position = await append(3);
    await takeIn(await settle(), position);
    await world.restore();
    expect(await append(9)).toBeGreaterThan(position);
    expect(await (await settle()).checkpoint('things')).toBeUndefined();
  });

  it('is gone also when the log has other events at the very same places', async () => {
    await append(2);
    await world.copy();
    const position = await append(3);
    await takeIn(await settle(), position);
    await world.restore();
    expect(await append(3)).toBe(position);
    expect(await (await settle()).checkpoint('things')).toBeUndefined();
  });

  it('is marked by an event that is no earlier than any of it', async () => {
    const documents = await settle();
    const marks = new LogIdentity(world.documents, world.log);
    expect(await marks.position()).toBeUndefined();
    const first = await append(1);
    await takeIn(documents, first);
    expect(await marks.position()).toBe(first);
    const second = await append(1);
    const checkpoints = [first, second].map((position) => ({ name: `at ${position}`, position }));
    await documents.write({ writes: [], checkpoints });
    expect(await marks.position()).toBe(second);
    // what is behind moves it no further, and not back
    const third = await append(1);
    await documents.write({ writes: [], checkpoints: [{ name: 'third', position: first }] });
    expect(await marks.position()).toBe(second);
    const after = await settle();
    await after.write({ writes: [], checkpoints: [{ name: 'third', position: second }] });
    expect(await marks.position()).toBe(third);
  });

  it('is marked once by those who write at the same time, in what the first of them writes', async () => {
    const first: (string | undefined)[] = [];
    const { documents } = world;
    const write = documents.write.bind(documents);
    documents.write = (batch) => {
      first.push(batch.first?.collection);
      return write(batch);
    };
    const kept = await settle();
    const position = await append(1);
    await Promise.all(
      ['a', 'b', 'c'].map((name) => kept.write({ writes: [], checkpoints: [{ name, position }] })),
    );
    expect(first).toEqual([LOG_IDENTITY, undefined, undefined]);
  });

  it('is marked once the store is back that was away for the first mark', async () => {
    const { documents } = world;
    const ensure = documents.ensureCollection.bind(documents);
    documents.ensureCollection = () => Promise.reject(new StoreUnavailableError('away'));
    const kept = await settle();
    const position = await append(1);
    const write = (): Promise<void> =>
      kept.write({ writes: [], checkpoints: [{ name: 'things', position }] });
    await expect(write()).rejects.toThrow(StoreUnavailableError);
    expect(await kept.checkpoint('things')).toBeUndefined();
    documents.ensureCollection = ensure;
    await write();
    expect(await new LogIdentity(documents, world.log).position()).toBe(position);
  });

  it('is emptied once nobody works in it any more', async () => {
    await append(2);
    await world.copy();
    await takeIn(await settle(), await append(3));
    await world.restore();
    const lease = await world.documents.acquireLease('things', 'another', 60_000);
    const settling = settle();
    await eventually(() => (told.length > 0 ? true : undefined));
    expect(told).toEqual([expect.stringContaining('waiting for the process that writes them')]);
    expect(await world.documents.get('things', 'a')).toBeDefined();
    await world.documents.releaseLease(lease!);
    expect(await (await settling).listCollections()).toEqual([]);
  });

  it('is emptied anew when a process was killed while it did', async () => {
    await append(2);
    await world.copy();
    await takeIn(await settle(), await append(3));
    await world.restore();
    await world.documents.dropCollection('things');
    await append(9);
    expect(await world.documents.listCollections()).toEqual([LOG_IDENTITY]);
    expect(await (await settle()).checkpoint('things')).toBeUndefined();
  });
});
