import { describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import { g, NAME, openEach, world } from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  counters,
  decodePlainly,
  until,
} from '../../../../../test/support/projection-world.js';
import { createGeneration, dropGeneration, listGenerations } from '../generations/generations.js';

const first = g(1);

openEach();

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
    const models = world.readModels([counters()], runner, { patienceMs: 5 });
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
    const models = world.readModels([renewed, other], runner);
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
    await until('pointer', async () => (await world.documents.pointer(NAME)) === first);
    expect(await world.stored(first)).toEqual(await world.expected(counters()));
  });

  it('rebuilds on request while events keep coming, and gives the same documents', async () => {
    for (let i = 0; i < 200; i++) await world.add(i, `c${i % 13}`);
    const readers: (AbortSignal | undefined)[] = [];
    const eventStore = changed(world.log, {
      subscribeToAll: (options) => {
        readers.push(options.signal);
        return world.log.subscribeToAll(options);
      },
    });
    const runner = world.runner({ eventStore, limits: { batchEvents: 20 } });
    await runner.start();
    const appending = (async () => {
      for (let i = 0; i < 200; i++) await world.add(1, `c${i % 13}`);
    })();
    await runner.generations.rebuild('counters.counter');
    await appending;
    await until('moved', async () => (await world.documents.pointer(NAME)) === g(2));
    const position = await world.add(1, 'c1');
    expect(await runner.waitFor('all', position, PATIENCE_MS)).toBe(true);
    expect(runner.status()).toMatchObject([{ generation: 2, state: 'live' }]);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
    const reading = (): unknown[] => readers.filter((signal) => signal?.aborted !== true);
    await until('the log is read once again', () => reading().length === 1);
    await expect(dropGeneration(world.documents, counters(), g(2))).rejects.toThrow('live');
    await dropGeneration(world.documents, counters(), first);
    expect(await world.documents.listCollections()).toEqual([g(2)]);
  });

  it('builds a new version also where a generation of the old one was chosen', async () => {
    await world.add(1, 'a');
    const old = world.runner();
    await old.start();
    await old.generations.rebuild(NAME);
    await until('moved', async () => (await world.documents.pointer(NAME)) === g(2));
    await old.stop();
    await world.runner({ projections: [counters({ version: 2 })] }).start();
    const renewed = 'counters_counter_v2_g3';
    await until('renewed', async () => (await world.documents.pointer(NAME)) === renewed);
  });

  it('builds a generation that another process asked for', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    await createGeneration(world.documents, counters());
    await until('moved', async () => (await world.documents.pointer(NAME)) === g(2));
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
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
    await until('moved', async () => (await world.documents.pointer(NAME)) === g(2));
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
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
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
  });
});
