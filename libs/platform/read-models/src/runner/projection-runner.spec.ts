import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { g, NAME, openEach, world } from '../../../../../test/support/each-projection-world.js';
import { counters, ProjectionWorld, until } from '../../../../../test/support/projection-world.js';
import { dropGeneration } from '../generations/generations.js';

const first = g(1);

openEach();

describe('the runner', () => {
  it('has nothing to catch up with on an empty log, and reads its own writes from then on', async () => {
    const runner = world.runner();
    await runner.start();
    expect(runner.status()).toMatchObject([
      {
        name: 'counters.counter',
        version: 1,
        generation: 1,
        collection: first,
        state: 'live',
        lagEvents: 0,
        lagSeconds: 0,
      },
    ]);
    const models = world.readModels([counters()], runner);
    expect(await models.of(counters()).get('a')).toBeUndefined();
    for (let i = 1; i <= 20; i++) {
      const position = await world.add(1, 'a');
      expect(await models.of(counters()).get('a', position)).toMatchObject({ sum: i });
    }
    expect(await models.of(counters()).getMany(['a', 'b'])).toMatchObject([{ sum: 20 }, undefined]);
    const { items } = await models.of(counters()).find({ index: 'sum', equals: [20], limit: 5 });
    expect(items).toHaveLength(1);
  });

  it('folds each event once, in order, into all its documents, and deletes', async () => {
    for (let i = 0; i < 300; i++) {
      await world.add(i, `c${i % 7}`, `c${i % 11}`);
      if (i % 50 === 0) await world.removeCounters(`c${i % 7}`);
    }
    const runner = world.runner({
      limits: { batchEvents: 10, pendingEvents: 35, writeDocuments: 3 },
    });
    await runner.start();
    expect(await runner.waitFor('all', await world.log.head(), PATIENCE_MS)).toBe(true);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('decodes an event once for all projections, and those that nobody wants not at all', async () => {
    const projections = [
      counters(),
      counters({ name: 'counters.other' }),
      counters({ name: 'counters.third', events: ['counter.Removed'] }),
    ];
    await world.add(1, 'a');
    await world.append('stranger.Came.v1', {});
    await world.add(1, 'b');
    const last = await world.append('stranger.Came.v1', {});
    const runner = world.runner({ projections });
    await runner.start();
    expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
    expect(world.decoded).toBe(2);
    for (const name of [first, 'counters_other_v1_g1', 'counters_third_v1_g1']) {
      expect(await world.documents.checkpoint(name)).toBe(last);
    }
    expect(await world.documents.count('counters_other_v1_g1')).toBe(2);
    expect(await world.documents.count('counters_third_v1_g1')).toBe(0);
  });

  it('goes on after a restart where it stopped', async () => {
    const one = world.runner();
    await one.start();
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    await one.stop();
    await world.add(2, 'a');
    const decoded = world.decoded;
    const two = world.runner();
    await two.start();
    await two.waitFor('all', await world.add(3, 'a'), PATIENCE_MS);
    expect(world.decoded - decoded).toBe(2);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('does not fold again what a document ahead of its checkpoint has already', async () => {
    await world.add(1, 'a', 'b');
    const second = await world.add(2, 'a', 'b');
    await world.add(4, 'a', 'b');
    const all = await world.expected(counters());
    // As after a crash between documents and checkpoint where there are no transactions: a is further than the log was read.
    await world.documents.ensureCollection({ name: first, indexes: counters().indexes });
    await world.documents.write({
      writes: [
        { collection: first, id: 'a', document: { ...all.get('a'), sum: 3 }, position: second },
      ],
      checkpoints: [],
    });
    const runner = world.runner();
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 7 });
    expect(await world.documents.get(first, 'b')).toMatchObject({ sum: 7 });
  });
});

describe('waiting', () => {
  it('answers false when the time is over, and at once when the projection has stopped', async () => {
    const runner = world.runner({
      projections: [
        counters({
          fold: () => {
            throw new Error('no');
          },
        }),
      ],
    });
    await runner.start();
    expect(await runner.waitFor('all', 1_000_000n, 10)).toBe(false);
    const position = await world.add(1, 'a');
    await until('stopped', () => runner.status()[0]?.state === 'stopped');
    expect(await runner.waitFor(['counters.counter'], position, 1_000_000)).toBe(false);
    const models = world.readModels([counters()], runner, { patienceMs: 1_000_000 });
    await expect(models.of(counters()).get('a', position)).rejects.toThrow(StoreUnavailableError);
    expect(await models.of(counters()).get('a')).toBeUndefined();
  });

  it('never reads something older: 503 after the patience of a read', async () => {
    const runner = world.runner();
    await runner.start();
    const models = world.readModels([counters()], runner, { patienceMs: 10 });
    await expect(models.of(counters()).get('a', 1_000_000n)).rejects.toThrow(StoreUnavailableError);
    expect(() => models.of(counters({ name: 'counters.unknown' }))).toThrow('no read model');
  });

  it('reads through a process that does not project, by token too', async () => {
    const active = world.runner();
    await active.start();
    const standby = world.runner();
    await standby.start();
    const models = world.readModels([counters()], standby);
    for (let i = 1; i <= 5; i++) {
      const position = await world.add(1, 'a');
      expect(await models.of(counters()).get('a', position)).toMatchObject({ sum: i });
    }
    expect(standby.status()).toMatchObject([{ state: 'standby', collection: first }]);
    // The pointer moves elsewhere, and the generation that this process knows is dropped.
    await active.generations.rebuild('counters.counter');
    await until('moved', async () => (await world.documents.pointer(NAME)) !== first);
    await dropGeneration(world.documents, counters(), first);
    expect(await models.of(counters()).get('a')).toMatchObject({ sum: 5 });
  });
});

describe('whatever the history and wherever it is interrupted', () => {
  it('documents equal a fold from zero', async () => {
    const step = fc.record({
      ids: fc.array(fc.constantFrom('a', 'b', 'c', 'ü'), { minLength: 1, maxLength: 3 }),
      kind: fc.constantFrom('add', 'add', 'add', 'remove', 'other', 'restart', 'rebuild'),
    });
    const sizes = fc.record({
      batchEvents: fc.integer({ min: 1, max: 5 }),
      pendingEvents: fc.integer({ min: 1, max: 10 }),
      writeDocuments: fc.integer({ min: 1, max: 3 }),
      memoryBytes: fc.integer({ min: 0, max: 5_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), sizes, async (steps, limits) => {
        const own = await ProjectionWorld.open();
        try {
          let runner = own.runner({ limits });
          await runner.start();
          for (const { ids, kind } of steps) {
            if (kind === 'add') await own.add(ids.length, ...ids);
            else if (kind === 'remove') await own.removeCounters(...ids);
            else if (kind === 'other') await own.append('other.Happened.v1', {});
            else if (kind === 'rebuild') await runner.generations.rebuild('counters.counter');
            else {
              await runner.stop();
              runner = own.runner({ limits });
              await runner.start();
            }
          }
          expect(await runner.waitFor('all', await own.log.head(), PATIENCE_MS)).toBe(true);
          const { collection = '' } = runner.live('counters.counter') ?? {};
          expect(await own.stored(collection)).toEqual(await own.expected(counters()));
        } finally {
          await own.close();
        }
      }),
      { numRuns: 25 },
    );
  });
});
