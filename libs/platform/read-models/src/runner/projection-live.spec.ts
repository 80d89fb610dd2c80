import { describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { g, openEach, world } from '../../../../../test/support/each-projection-world.js';
import { changed, counters, until } from '../../../../../test/support/projection-world.js';
import type { DocumentStore } from '../document-store.js';

const first = g(1);

openEach();

type Batch = Parameters<DocumentStore['write']>[0];

/** The document store, and what it was asked to write. */
function watched(
  store: DocumentStore,
  batches: Batch[],
  see: (batch: Batch) => void = () => undefined,
): DocumentStore {
  return changed(store, {
    write: (batch) => {
      batches.push(batch);
      see(batch);
      return store.write(batch);
    },
  });
}

describe('once live', () => {
  it('events that change no document cost no write each; their checkpoint follows by itself', async () => {
    const batches: Batch[] = [];
    const runner = world.runner({ documents: watched(world.documents, batches) });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    batches.length = 0;
    const started = performance.now();
    let last = 0n;
    for (let i = 0; i < 50; i++) {
      last = await world.append('stranger.Came.v1', {});
      expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
    }
    await until('stored', async () => (await world.documents.checkpoint(first)) === last);
    expect(batches.every(({ writes }) => writes.length === 0)).toBe(true);
    expect(batches.length).toBeLessThan((performance.now() - started) / 20 + 2);
    expect(batches.length).toBeGreaterThan(0);
    await runner.stop();
  });

  it('readers are told as soon as something is stored, however seldom the head is looked at', async () => {
    const runner = world.runner({ pollMs: 600_000, leaseMs: 1_800_000 });
    await runner.start();
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
  });

  it('checkpoints that were put off are stored when it stops', async () => {
    const runner = world.runner();
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    const last = await world.append('stranger.Came.v1', {});
    await runner.waitFor('all', last, PATIENCE_MS);
    await runner.stop();
    expect(await world.documents.checkpoint(first)).toBe(last);
  });

  it('it does not pause while more is waiting than it takes at a time', async () => {
    let pauses = 0;
    const storeEveryMs = (): number => {
      pauses += 1;
      return 400;
    };
    const runner = world.runner({ limits: { batchEvents: 5, storeEveryMs } });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    const added = await Promise.all(Array.from({ length: 100 }, (_, n) => world.add(1, `b${n}`)));
    const last = added.reduce((one, other) => (one > other ? one : other));
    await until('stored', async () => (await world.documents.checkpoint(first)) === last);
    expect(pauses).toBeLessThan(15);
    await runner.stop();
  });

  it('what waits is written together, however many batches it takes to fold', async () => {
    const batches: Batch[] = [];
    const documents = watched(world.documents, batches);
    const runner = world.runner({ documents, limits: { batchEvents: 1 } });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    batches.length = 0;
    const added = await Promise.all(Array.from({ length: 100 }, (_, n) => world.add(1, `b${n}`)));
    const last = added.reduce((one, other) => (one > other ? one : other));
    await until('stored', async () => (await world.documents.checkpoint(first)) === last);
    expect(batches.length).toBeLessThan(50);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
    await runner.stop();
  });

  it('a reader gets what it waits for, whenever it comes, however long documents may gather', async () => {
    const loaded = new Set<string>();
    const documents = changed(world.documents, {
      load: (collection, ids) => {
        for (const id of ids) loaded.add(id);
        return world.documents.load(collection, ids);
      },
    });
    const limits = { batchEvents: 3, storeEveryMs: () => 600_000 };
    const runner = world.runner({ documents, limits });
    await runner.start();
    const reader = async (_: unknown, reader: number): Promise<void> => {
      for (let round = 0; round < 40; round++) {
        const isWanted = (round + reader) % 5 > 0;
        const position = isWanted
          ? await world.add(1, 'a')
          : await world.append('stranger.Came.v1', {});
        if (round % 3 === reader % 3) continue;
        if (round % 4 === 0) await new Promise((resolve) => setImmediate(resolve));
        expect(await runner.waitFor('all', position, PATIENCE_MS)).toBe(true);
      }
    };
    await Promise.all(Array.from({ length: 4 }, reader));
    for (let turns = 0; turns < 20; turns++) {
      const position = await world.add(1, `b${turns}`);
      await until('folded', () => loaded.has(`b${turns}`));
      for (let turn = 0; turn < turns; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(await runner.waitFor('all', position, PATIENCE_MS)).toBe(true);
    }
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
    await runner.stop();
  });

  it('after many events at a time the next ones gather, unless a reader waits for them', async () => {
    const written: { readonly at: number; readonly upTo: bigint }[] = [];
    const documents = watched(world.documents, [], ({ checkpoints }) => {
      written.push({ at: performance.now(), upTo: checkpoints[0]?.position ?? 0n });
    });
    const runner = world.runner({ documents });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    /** Milliseconds from before many events to the write of one that comes after they are stored. */
    const next = async (isAwaited: boolean): Promise<number> => {
      const start = performance.now();
      const many = await appendMany(100);
      await until('many', () => (runner.live('counters.counter')?.position ?? 0n) >= many);
      const one = await world.add(1, 'a');
      const isStored = (): boolean => (runner.live('counters.counter')?.position ?? 0n) >= one;
      if (isAwaited) expect(await runner.waitFor('all', one, PATIENCE_MS)).toBe(true);
      else await until('one', isStored);
      return (written.find(({ upTo }) => upTo >= one)?.at ?? 0) - start;
    };
    expect(await next(false)).toBeGreaterThan(39);
    // what else the machine does may hold up many of them
    const awaited: number[] = [];
    while (awaited.length < 500 && !awaited.some((time) => time < 30))
      awaited.push(await next(true));
    expect(Math.min(...awaited)).toBeLessThan(30);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });
});

/** Appends events at once; answers the position of the last. */
function appendMany(count: number): Promise<bigint> {
  return world.appendTogether(
    Array.from({ length: count }, (_, i) => ({
      type: 'counter.Added.v1',
      data: { ids: [`c${i}`], n: 1 },
    })),
  );
}
