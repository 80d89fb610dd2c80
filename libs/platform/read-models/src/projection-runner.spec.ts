import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import {
  changed,
  counters,
  decodePlainly,
  ProjectionWorld,
  until,
} from '../../../../test/support/projection-world.js';
import { createGeneration, dropGeneration, listGenerations } from './generations.js';
import { ReadModels } from './read-models.js';

const first = 'counters_counter_v1_g1';

let world: ProjectionWorld;
beforeEach(async () => {
  world = await ProjectionWorld.open();
});
afterEach(() => world.close());

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
    const models = new ReadModels(world.documents, [counters()], runner, world.reader);
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
    const models = new ReadModels(world.documents, [counters()], runner, world.reader, {
      patienceMs: 1_000_000,
    });
    await expect(models.of(counters()).get('a', position)).rejects.toThrow(StoreUnavailableError);
    expect(await models.of(counters()).get('a')).toBeUndefined();
  });

  it('never reads something older: 503 after the patience of a read', async () => {
    const runner = world.runner();
    await runner.start();
    const models = new ReadModels(world.documents, [counters()], runner, world.reader, {
      patienceMs: 10,
    });
    await expect(models.of(counters()).get('a', 1_000_000n)).rejects.toThrow(StoreUnavailableError);
    expect(() => models.of(counters({ name: 'counters.unknown' }))).toThrow('no read model');
  });

  it('reads through a process that does not project, by token too', async () => {
    const active = world.runner();
    await active.start();
    const standby = world.runner();
    await standby.start();
    const models = new ReadModels(world.documents, [counters()], standby, world.reader);
    for (let i = 1; i <= 5; i++) {
      const position = await world.add(1, 'a');
      expect(await models.of(counters()).get('a', position)).toMatchObject({ sum: i });
    }
    expect(standby.status()).toMatchObject([{ state: 'standby', collection: first }]);
    // The pointer moves elsewhere, and the generation that this process knows is dropped.
    await active.generations.rebuild('counters.counter');
    await until('moved', async () => (await world.documents.pointer('counters.counter')) !== first);
    await dropGeneration(world.documents, counters(), first);
    expect(await models.of(counters()).get('a')).toMatchObject({ sum: 5 });
  });
});

describe('generations', () => {
  it('brings lost documents back one for one, and serves none before all are there', async () => {
    for (let i = 0; i < 200; i++) await world.add(i, `c${i % 9}`);
    const before = world.runner();
    await before.start();
    await before.waitFor('all', await world.log.head(), PATIENCE_MS);
    const documents = await world.stored(first);
    await before.stop();
    await world.loseDocuments();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const runner = world.runner({
      limits: { batchEvents: 50 },
      decode: async (events) => {
        await held;
        return events.map(decodePlainly);
      },
    });
    await runner.start();
    const models = new ReadModels(world.documents, [counters()], runner, world.reader, {
      patienceMs: 5,
    });
    await expect(models.of(counters()).get('c1')).rejects.toThrow(StoreUnavailableError);
    expect(runner.status()).toMatchObject([{ state: 'catching-up', live: false }]);
    release();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await world.stored(first)).toEqual(documents);
    expect(await models.of(counters()).get('c1')).toEqual(documents.get('c1'));
  });

  it('builds a new version beside the old one, which stays readable, and does not delay the others', async () => {
    for (let i = 0; i < 100; i++) await world.add(1, `c${i % 5}`);
    const other = counters({ name: 'counters.other' });
    const old = world.runner({ projections: [counters(), other] });
    await old.start();
    await old.waitFor('all', await world.log.head(), PATIENCE_MS);
    await old.stop();

    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const renewed = counters({
      version: 2,
      indexes: [{ name: 'sum', fields: ['id'] }],
      fold: (document, _event, id) => ({ id, sum: (document?.sum ?? 0) + 1_000, seen: [] }),
    });
    const runner = world.runner({
      projections: [renewed, other],
      decode: async (events) => {
        if (events.length > 1) await held;
        return events.map(decodePlainly);
      },
    });
    await runner.start();
    const models = new ReadModels(world.documents, [renewed, other], runner, world.reader, {
      patienceMs: 5_000,
    });
    const position = await world.add(1, 'c1');
    expect(await models.of(other).get('c1', position)).toMatchObject({ sum: 21 });
    expect(await models.of(renewed).get('c1')).toMatchObject({ sum: 20 });
    release();
    expect(await models.of(renewed).get('c1', position)).toMatchObject({ sum: 21_000 });
    expect(await listGenerations(world.documents, renewed)).toMatchObject([
      { collection: first, live: false },
      { collection: 'counters_counter_v2_g2', live: true },
    ]);
    const next = await world.add(1, 'c1');
    expect(await models.of(renewed).get('c1', next)).toMatchObject({ sum: 22_000 });
    expect(await world.documents.get(first, 'c1')).toMatchObject({ sum: 20 });
    expect(runner.status()).toHaveLength(2);
    await runner.stop();

    // Back to the old version: its generation goes on from where it was.
    const back = world.runner({ projections: [counters(), other] });
    await back.start();
    expect(await back.waitFor('all', next, PATIENCE_MS)).toBe(true);
    await until(
      'pointer',
      async () => (await world.documents.pointer('counters.counter')) === first,
    );
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('rebuilds on request while events keep coming, and gives the same documents', async () => {
    for (let i = 0; i < 200; i++) await world.add(i, `c${i % 13}`);
    const runner = world.runner({ limits: { batchEvents: 20 } });
    await runner.start();
    const appending = (async () => {
      for (let i = 0; i < 200; i++) await world.add(1, `c${i % 13}`);
    })();
    await runner.generations.rebuild('counters.counter');
    await appending;
    await until(
      'moved',
      async () => (await world.documents.pointer('counters.counter')) === 'counters_counter_v1_g2',
    );
    const position = await world.add(1, 'c1');
    expect(await runner.waitFor('all', position, PATIENCE_MS)).toBe(true);
    expect(runner.status()).toMatchObject([{ generation: 2, state: 'live' }]);
    expect(await world.stored('counters_counter_v1_g2')).toEqual(await world.expected(counters()));
    await expect(
      dropGeneration(world.documents, counters(), 'counters_counter_v1_g2'),
    ).rejects.toThrow('live');
    await dropGeneration(world.documents, counters(), first);
    expect(await world.documents.listCollections()).toEqual(['counters_counter_v1_g2']);
  });

  it('builds a generation that another process asked for', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    await createGeneration(world.documents, counters());
    await until(
      'moved',
      async () => (await world.documents.pointer('counters.counter')) === 'counters_counter_v1_g2',
    );
    expect(await world.stored('counters_counter_v1_g2')).toEqual(await world.expected(counters()));
  });

  it('starts over when its checkpoint is ahead of the log', async () => {
    await world.add(1, 'a');
    await world.documents.ensureCollection({ name: first, indexes: counters().indexes });
    await world.documents.setPointer('counters.counter', undefined, first);
    await world.documents.write({
      writes: [],
      checkpoints: [{ name: first, position: 1_000_000n }],
    });
    const runner = world.runner();
    await runner.start();
    await until(
      'moved',
      async () => (await world.documents.pointer('counters.counter')) === 'counters_counter_v1_g2',
    );
    expect(await world.stored('counters_counter_v1_g2')).toEqual(await world.expected(counters()));
  });

  it('starts over when the live collection is gone', async () => {
    const one = world.runner();
    await one.start();
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    await one.stop();
    await world.documents.dropCollection(first);
    const two = world.runner();
    await two.start();
    await two.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await world.stored('counters_counter_v1_g2')).toEqual(await world.expected(counters()));
  });
});

describe('failures', () => {
  it('stop only the projection whose fold throws, before the event, without quoting it', async () => {
    const broken = counters({
      name: 'counters.broken',
      fold: (document, event, id) => {
        if (event.type === 'counter.Added' && event.data.n === 13)
          throw new Error('secret 123-45-6789');
        return { id, sum: (document?.sum ?? 0) + 1, seen: [] };
      },
    });
    const errors: string[] = [];
    const logger = {
      info: () => undefined,
      warn: () => undefined,
      error: (details: object, text: string) => void errors.push(JSON.stringify(details) + text),
    };
    const before = await world.add(1, 'a');
    await world.add(13, 'a');
    await world.add(1, 'a');
    const runner = world.runner({ projections: [broken, counters()], logger });
    await runner.start();
    const last = await world.add(1, 'a');
    expect(await runner.waitFor(['counters.counter'], last, PATIENCE_MS)).toBe(true);
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 16 });
    expect(runner.status()).toMatchObject([
      { name: 'counters.broken', state: 'stopped', position: before },
      { name: 'counters.counter', state: 'live', position: last },
    ]);
    expect(runner.status()[0]?.lastError).toContain('Error at counter.Added');
    expect(JSON.stringify(runner.status()[0]?.lastError) + errors.join()).not.toContain(
      '123-45-6789',
    );
    expect(errors).toHaveLength(1);
    expect(await world.documents.get('counters_broken_v1_g1', 'a')).toMatchObject({ sum: 1 });
    await runner.stop();

    const repaired = counters({ name: 'counters.broken' });
    const again = world.runner({ projections: [repaired, counters()] });
    await again.start();
    expect(await again.waitFor('all', last, PATIENCE_MS)).toBe(true);
    expect(await world.stored('counters_broken_v1_g1')).toMatchObject(
      new Map([['a', { sum: 16 }]]),
    );
  });

  it('stop the projections that want an event which cannot be decoded', async () => {
    await world.add(1, 'a');
    await world.append('counter.Removed.v1', { ids: ['x'] });
    const last = await world.add(2, 'a');
    const adding = counters({ name: 'counters.adding', events: ['counter.Added'] });
    const runner = world.runner({
      projections: [counters(), adding],
      decode: (events) =>
        Promise.resolve(
          events.map((event) => {
            if (event.type.startsWith('counter.Removed')) throw new Error('garbled');
            return decodePlainly(event);
          }),
        ),
    });
    await runner.start();
    expect(await runner.waitFor(['counters.adding'], last, PATIENCE_MS)).toBe(true);
    expect(runner.status()).toMatchObject([{ state: 'stopped' }, { state: 'live' }]);
    expect(await world.documents.get('counters_adding_v1_g1', 'a')).toMatchObject({ sum: 3 });
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 1 });
  });

  it('stop the projection whose documents cannot be stored', async () => {
    const odd = counters({
      name: 'counters.odd',
      fold: (_document, _event, id) => ({ id, sum: {} as number, seen: [] }),
    });
    const runner = world.runner({ projections: [odd, counters()] });
    await runner.start();
    const last = await world.add(2, 'a');
    expect(await runner.waitFor(['counters.counter'], last, PATIENCE_MS)).toBe(true);
    await runner.waitFor(['counters.counter'], await world.add(2, 'b'), PATIENCE_MS);
    expect(runner.status()).toMatchObject([{ state: 'stopped', position: 0n }, { state: 'live' }]);
    expect(await world.documents.checkpoint('counters_odd_v1_g1')).toBeUndefined();
  });

  it('stop a projection whose index changed without a new version', async () => {
    const one = world.runner();
    await one.start();
    await one.stop();
    const other = counters({ name: 'counters.other' });
    const two = world.runner({
      projections: [counters({ indexes: [{ name: 'sum', fields: ['id'] }] }), other],
    });
    await two.start();
    expect(await two.waitFor(['counters.other'], await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(two.status().find(({ name }) => name === 'counters.counter')).toMatchObject({
      state: 'stopped',
    });
  });

  it('of the store pass: the work goes on from what was stored', async () => {
    let failing = 0;
    const store = changed(world.documents, {
      write: async (batch) => {
        if (failing > 0 && --failing >= 0) throw new StoreUnavailableError('away');
        return world.documents.write(batch);
      },
    });
    const runner = world.runner({ documents: store });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    failing = 3;
    const last = await world.add(2, 'a');
    await until('folded', async () => (await world.documents.checkpoint(first)) === last);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
    expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
  });

  it('at the start are tried again in the background', async () => {
    let away = true;
    const store = changed(world.documents, {
      acquireLease: async (...lease) => {
        if (away) throw new StoreUnavailableError('away');
        return world.documents.acquireLease(...lease);
      },
    });
    const runner = world.runner({ documents: store });
    await runner.start();
    expect(runner.status()).toMatchObject([
      { state: 'standby', lastError: expect.stringContaining('StoreUnavailableError') as unknown },
    ]);
    away = false;
    const last = await world.add(2, 'a');
    await until('folded', async () => (await world.documents.checkpoint(first)) === last);
  });
});

describe('the lease', () => {
  it('lets one of two runners work, and the other take over when it stops', async () => {
    const one = world.runner();
    const two = world.runner();
    await one.start();
    await two.start();
    expect(one.status()[0]?.state).toBe('live');
    expect(two.status()[0]?.state).toBe('standby');
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    await one.stop();
    await until('taken over', () => two.status()[0]?.state === 'live');
    const last = await world.add(2, 'a');
    expect(await two.waitFor('all', last, PATIENCE_MS)).toBe(true);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('lost to another holder stops all writing, and is asked for again', async () => {
    const one = world.runner({ pollMs: 100_000 });
    await one.start();
    await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    // The process was asleep for longer than the lease, and another one has taken over.
    world.clock.advance(20_000);
    const thief = await world.documents.acquireLease('projections', 'thief', 10_000);
    expect(thief?.epoch).toBe(2);
    await world.add(2, 'a');
    await until('noticed', () => one.status()[0]?.state === 'standby');
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 1 });
    await world.documents.releaseLease(thief!);
    await until('back', () => one.status()[0]?.state === 'live');
    await one.waitFor('all', await world.log.head(), PATIENCE_MS);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('is kept while there is nothing to do', async () => {
    let renewals = 0;
    const store = changed(world.documents, {
      renewLease: async (...lease) => {
        const renewed = await world.documents.renewLease(...lease);
        renewals++;
        return renewed;
      },
    });
    const one = world.runner({ documents: store, leaseMs: 300 });
    await one.start();
    for (let round = 1; round <= 10; round++) {
      world.clock.advance(100);
      await until('renewed', () => renewals >= round);
      expect(await world.documents.acquireLease('projections', 'other', 10)).toBeUndefined();
    }
    expect(one.status()[0]?.state).toBe('live');
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
