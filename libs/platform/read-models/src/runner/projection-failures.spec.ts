import { describe, expect, it } from '@jest/globals';
import { DamagedLogError, StoreUnavailableError } from '#libs/platform/event-store';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import {
  g,
  isLive,
  NAME,
  openEach,
  world,
} from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  counters,
  decodePlainly,
  until,
} from '../../../../../test/support/projection-world.js';

const first = g(1);

openEach();

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

    // a process that has folded nothing knows how old what it lacks is
    const restarted = world.runner({ projections: [broken, counters()] });
    await restarted.start();
    const stopped = () => restarted.status().filter(({ state }) => state === 'stopped');
    await until('it has stopped again', () => stopped().length > 0);
    world.clock.advance(90_000);
    expect(stopped()).toMatchObject([{ name: 'counters.broken', lagSeconds: 90 }]);
    await restarted.stop();

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
    world.clock.advance(90_000);
    expect(runner.status()).toMatchObject([
      { state: 'stopped', lagSeconds: 90 },
      { state: 'live' },
    ]);
    expect(await world.documents.get('counters_adding_v1_g1', 'a')).toMatchObject({ sum: 3 });
    expect(await world.documents.get(first, 'a')).toMatchObject({ sum: 1 });
  });

  it('stop what reads a part of the log that was changed, before it, and nothing else', async () => {
    const before = await world.add(1, 'a');
    await world.add(2, 'a');
    const one = world.runner();
    await one.start();
    expect(await one.waitFor('all', await world.add(3, 'a'), PATIENCE_MS)).toBe(true);
    await one.stop();
    const log = changed(world.log, {
      async *subscribeToAll(options) {
        for await (const page of world.log.subscribeToAll({ ...options, most: 1 })) {
          const isBefore = page.position <= before;
          if (options.after === undefined && !isBefore) throw new DamagedLogError('from 1 to 2');
          yield page;
        }
      },
    });
    const behind = counters({ name: 'counters.behind' });
    const two = world.runner({ projections: [counters(), behind], eventStore: log });
    await two.start();
    await until('stopped', () => two.status().some(({ state }) => state === 'stopped'));
    const last = await world.add(4, 'a');
    expect(await two.waitFor(['counters.counter'], last, PATIENCE_MS)).toBe(true);
    expect(two.status()).toMatchObject([
      { name: 'counters.counter', state: 'live', position: last },
      {
        name: 'counters.behind',
        state: 'stopped',
        position: before,
        lastError: 'DamagedLogError: from 1 to 2: restore the log from a backup',
      },
    ]);
    await two.stop();

    const again = world.runner({ projections: [counters(), behind] });
    await again.start();
    expect(await again.waitFor('all', last, PATIENCE_MS)).toBe(true);
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

  it('to open a read model are tried again, and reported once', async () => {
    let failing = 3;
    const lines: string[] = [];
    const log = (details: object, text: string): void =>
      void lines.push(JSON.stringify(details) + text);
    const store = changed(world.documents, {
      ensureCollection: (definition) =>
        definition.name === first && failing-- > 0
          ? Promise.reject(new Error('quoting 123-45-6789'))
          : world.documents.ensureCollection(definition),
    });
    const other = counters({ name: 'counters.other' });
    const runner = world.runner({
      documents: store,
      projections: [counters(), other],
      logger: { info: () => undefined, warn: log, error: log },
    });
    await runner.start();
    expect(runner.status()).toMatchObject([
      { name: 'counters.other' },
      { name: 'counters.counter', state: 'stopped' },
    ]);
    const last = await world.add(1, 'a');
    expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
    await until('live', () => runner.status().every(({ state }) => state === 'live'));
    expect(lines).toEqual([
      expect.stringMatching(/^\{"projection":"counters.counter","error":"Error, .*trying again$/),
    ]);
    expect(lines.join()).not.toContain('123-45-6789');
  });

  it('of a collection that somebody dropped end with another one', async () => {
    const runner = world.runner();
    await runner.start();
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    await world.documents.dropCollection(first);
    const last = await world.add(2, 'a');
    await until('built again', async () => (await world.documents.pointer(NAME)) === g(2));
    expect(await runner.waitFor('all', last, PATIENCE_MS)).toBe(true);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
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

  it('of the store while a generation is built do not end the building', async () => {
    let failing = 1;
    const store = changed(world.documents, {
      write: async (batch) => {
        const isBuilding = batch.writes.some(({ collection }) => collection === g(2));
        if (isBuilding && failing-- > 0) throw new StoreUnavailableError('away');
        return world.documents.write(batch);
      },
    });
    const runner = world.runner({ documents: store });
    await runner.start();
    await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS);
    await runner.generations.rebuild(NAME);
    await isLive(2);
    expect(failing).toBeLessThan(1);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
  });

  it.each([
    ['asked for the lease', 'acquireLease'],
    ['opened', 'ensureCollection'],
  ] as const)('at the start are tried again in the background: %s', async (_when, method) => {
    let away = true;
    const call = world.documents[method].bind(world.documents) as (...with_: unknown[]) => unknown;
    const store = changed(world.documents, {
      [method]: (...with_: unknown[]) =>
        away ? Promise.reject(new StoreUnavailableError('away')) : call(...with_),
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
