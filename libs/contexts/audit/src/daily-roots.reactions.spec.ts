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
import { addDays, type Clock } from '#libs/platform/kernel';
import { eventHash, leafHash, MerkleTree, type StreamHead } from '#libs/platform/proof';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { createLogger, derivedIds, deriveUuid, RandomIds } from '#libs/platform/runtime';
import type { Platform } from '#libs/platform/service';
import { auditEvents, type SignedRoot } from './audit.events.js';
import { HeadProofs, StreamHeads } from './daily-roots.facts.js';
import { AuditKey, DailyRootSigner } from './daily-roots.reactions.js';

const MINUTE = 60_000;

const HOUR = 60 * MINUTE;

const STEPS = ['append', 'write', 'acquireLease', 'renewLease', 'releaseLease', 'ensureCollection'];

class DeadProcessError extends Error {
  override readonly name = 'DeadProcessError';
}

/** A process that dies before or right after its n-th step with a side effect. */
class MortalProcess {
  dead = false;
  #steps = 0;

  constructor(
    private readonly diesAt: number,
    private readonly before: boolean,
  ) {}

  using<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, key): unknown => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...values: unknown[]) => unknown;
        return STEPS.includes(String(key))
          ? (...values: unknown[]) => this.#step(() => method(...values))
          : method;
      },
    });
  }

  async #step(act: () => unknown): Promise<unknown> {
    if (this.dead) throw new DeadProcessError();
    const last = this.#steps++ === this.diesAt;
    if (last) this.dead = true;
    if (last && this.before) throw new DeadProcessError();
    const result = await act();
    if (last) throw new DeadProcessError();
    return result;
  }
}

describe('the root of a day', () => {
  let directory: string;
  let store: EventStore;
  let documents: DocumentStore;
  let now: number;
  const clock: Clock = { now: () => now };
  beforeEach(async () => {
    now = Date.parse('2026-03-02T23:00:00.000Z');
    directory = await mkdtemp(join(tmpdir(), 'roots-'));
    store = await openEventStore({ directory: join(directory, 'events') });
    documents = await openDocumentStore({ directory: join(directory, 'documents'), clock });
  });
  afterEach(async () => {
    await store.close();
    await documents.close();
    await rm(directory, { recursive: true, force: true });
  });

  let processes = 0;
  /** The signer of a separate process. */
  function signer(
    process?: MortalProcess,
    holder = `process ${String(++processes)}`,
  ): DailyRootSigner {
    const [log, readModels] = process
      ? [process.using(store), process.using(documents)]
      : [store, documents];
    const never = (): never => {
      throw new Error('nothing is sealed');
    };
    const sealer = { ensure: never, prefetch: never, seal: never, open: never, opener: never };
    const codec = new EventCodec(new EventRegistry([auditEvents as never]), sealer);
    const aggregates = new AggregateStore({
      store: log,
      codec,
      clock,
      ids: new RandomIds(),
      derivedIds,
    });
    const keys = { secret: () => Promise.resolve(Buffer.alloc(32, 7)) };
    const key = new AuditKey({ keys } as unknown as Platform, aggregates);
    const logger = createLogger({ level: 'silent' });
    return new DailyRootSigner(aggregates, key, log, readModels, clock, { holder }, logger);
  }

  let streams = 0;
  async function happens(): Promise<void> {
    const name = `test-${++streams}`;
    const metadata = { at: new Date(now).toISOString() };
    const id = deriveUuid('test', name);
    await store.append(name, 'no_stream', [{ id, type: 'test.Happened.v1', data: {}, metadata }]);
  }

  async function roots(): Promise<SignedRoot[]> {
    const found: SignedRoot[] = [];
    for await (const { data } of store.readStream('auditRoots-daily')) {
      found.push(data as unknown as SignedRoot);
    }
    return found;
  }

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'is there once, the same as without a death, when the process dies %s any of its steps',
    async (_, before) => {
      let steps = 0;
      for (let died = true; died; steps++) {
        for (let hour = 0; hour < 3; hour++) {
          await happens();
          now += HOUR;
        }
        // around midnight, then every few minutes until the lease of the dead process expires
        now = Math.ceil(now / (24 * HOUR)) * 24 * HOUR + 1;
        const process = new MortalProcess(steps, before);
        const outcome = await signer(process)
          .run()
          .catch((error: unknown) => error);
        died = process.dead;
        if (died) expect(outcome).toBeInstanceOf(DeadProcessError);
        for (let minute = 0; minute < 15; minute += 5) {
          now += 5 * MINUTE;
          await signer().run();
        }
        expect((await roots()).at(-1)?.day).toBe(
          new Date(now - 24 * HOUR).toISOString().slice(0, 10),
        );
      }
      expect(steps).toBeGreaterThan(6);
      const all = await roots();
      // from the first day to the newest, each once
      for (const [index, { day }] of all.entries()) expect(day).toBe(addDays('2026-03-02', index));
      for (const [index, { previous }] of all.entries()) {
        expect(previous).toBe(all[index - 1]?.root ?? null);
      }
      for (const root of all) expect(root).toMatchObject(await expectedRoot(root.position));
    },
  );

  it('has its heads rebuilt after the read database was lost, whenever a process dies meanwhile', async () => {
    for (let count = 0; count < 3; count++) await happens();
    now += 2 * HOUR;
    expect(await signer().run()).toBe(1);
    await happens();
    const [{ root } = { root: '' }] = await roots();
    const isProvable = async (): Promise<boolean> =>
      (await HeadProofs.against(new StreamHeads(store, documents), root)) !== undefined;
    expect(await isProvable()).toBe(true);
    let steps = 0;
    for (let died = true; died; steps++) {
      await documents.close();
      const empty = join(directory, `documents-${String(steps)}`);
      documents = await openDocumentStore({ directory: empty, clock });
      const process = new MortalProcess(steps, true);
      await signer(process)
        .run()
        .catch(() => undefined);
      died = process.dead;
      now += MINUTE;
      const next = signer();
      expect(await next.run()).toBe(0);
      expect(await isProvable()).toBe(true);
      expect(await next.run()).toBe(0);
      // and after it is emptied while a process has already checked it
      await documents.clear({ last: '' });
      expect(await next.run()).toBe(0);
      expect(await isProvable()).toBe(true);
    }
    expect(steps).toBeGreaterThan(3);
    expect(await roots()).toHaveLength(1);
  });

  it('includes the last millisecond of the day, and nothing of the next', async () => {
    now += HOUR - 1;
    await happens();
    now += 1;
    await happens();
    expect(await signer().run()).toBe(1);
    expect(await roots()).toMatchObject([{ day: '2026-03-02', streams: 1 }]);
  });

  it('is signed by another process within seconds of the death', async () => {
    await happens();
    now += 2 * HOUR;
    await expect(signer(new MortalProcess(1, true)).run()).rejects.toThrow(DeadProcessError);
    expect(await signer().run()).toBe(0);
    now += 10_001;
    expect(await signer().run()).toBe(1);
  });

  it('is signed at once by the successor that holds leases under the same name', async () => {
    await happens();
    now += 2 * HOUR;
    const killed = signer(new MortalProcess(1, true), 'embedded');
    await expect(killed.run()).rejects.toThrow(DeadProcessError);
    expect(await signer().run()).toBe(0);
    expect(await signer(undefined, 'embedded').run()).toBe(1);
  });

  /** The root over the heads of all streams up to a position, from the log alone. */
  async function expectedRoot(position: string): Promise<{ root: string; streams: number }> {
    const heads = new Map<string, StreamHead>();
    let newest = 0n;
    for await (const event of store.readAll()) {
      if (event.position > BigInt(position)) break;
      const { stream, revision } = event;
      newest = event.position;
      heads.set(stream, { stream, revision, hash: eventHash(event) });
    }
    expect(String(newest)).toBe(position);
    const sorted = [...heads.values()].sort((a, b) =>
      Buffer.compare(Buffer.from(a.stream), Buffer.from(b.stream)),
    );
    return { root: new MerkleTree(sorted.map(leafHash)).root(), streams: sorted.length };
  }
});
