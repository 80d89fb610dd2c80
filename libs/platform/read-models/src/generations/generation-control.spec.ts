import { describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import {
  g,
  isLive,
  isReady,
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
import { createGeneration } from './generations.js';
import type { Projection } from '../projection.js';

describe('generations', () => {
  openEach();

  const pointer = (): Promise<string | undefined> => world.documents.pointer(NAME);

  it('on hold are built and kept up to date, and go live when told', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    const { collection } = await runner.generations.rebuild(NAME, { hold: true });
    expect(collection).toBe(g(2));
    const position = await world.add(2, 'a');
    const built = (): boolean =>
      runner.status().some((one) => one.collection === g(2) && one.position >= position);
    await until('built', built);
    expect(await pointer()).toBe(g(1));
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));

    await runner.generations.switchTo(NAME, g(2));
    expect(await pointer()).toBe(g(2));
    expect(runner.live(NAME)?.collection).toBe(g(2));
    await runner.waitFor('all', await world.add(3, 'a'), PATIENCE_MS);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
    // the predecessor stands still
    expect((await world.stored(g(1))).get('a')).toMatchObject({ sum: 3 });
  });

  it('on hold give way to one that was asked for later', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    await runner.generations.rebuild(NAME, { hold: true });
    await isReady(runner, 2);
    await runner.generations.rebuild(NAME, { hold: true });
    await isReady(runner, 3);
    expect(runner.status().map(({ collection }) => collection)).toEqual([g(1), g(3)]);
    expect(await world.stored(g(3))).toEqual(await world.expected(counters()));
    expect(await runner.generations.list(NAME)).toMatchObject([
      { collection: g(1), live: true, chosen: false, wanted: true },
      { collection: g(2), live: false, chosen: false, wanted: false },
      { collection: g(3), live: false, chosen: false, wanted: true },
    ]);

    await runner.generations.switchTo(NAME, g(2));
    await isLive(2);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
  });

  it('stay on hold over a restart', async () => {
    await world.add(1, 'a');
    const one = world.runner();
    await one.start();
    await one.generations.rebuild(NAME, { hold: true });
    await one.stop();
    const two = world.runner();
    await two.start();
    await two.waitFor('all', await world.add(2, 'a'), PATIENCE_MS);
    await until('built', () => two.status().every(({ position, head }) => position >= head));
    expect(two.status()).toMatchObject([
      { collection: g(1), live: true },
      { collection: g(2), live: false },
    ]);
    expect(await pointer()).toBe(g(1));
    await two.generations.switchTo(NAME, g(2));
    expect(await pointer()).toBe(g(2));
  });

  it('before the live one catch up before they are live again', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    await runner.generations.rebuild(NAME);
    await isLive(2);
    const position = await world.add(5, 'a', 'b');
    await runner.waitFor('all', position, PATIENCE_MS);
    await runner.generations.switchTo(NAME, g(1));
    await isLive(1);
    expect(runner.live(NAME)?.position).toBeGreaterThanOrEqual(position);
    expect(await world.stored(g(1))).toEqual(await world.expected(counters()));
    // and the newer one takes no turn of its own
    await runner.waitFor('all', await world.add(1, 'c'), PATIENCE_MS);
    expect(await pointer()).toBe(g(1));
  });

  it('are noticed by the process that folds, whichever was asked', async () => {
    await world.add(1, 'a');
    const runner = world.runner();
    await runner.start();
    const other = world.runner();
    await other.generations.rebuild(NAME, { hold: true });
    await until('building', () => runner.status().length === 2);
    expect(await pointer()).toBe(g(1));
    await other.generations.switchTo(NAME, g(2));
    await isLive(2);
    await other.generations.drop(NAME, g(1));
    expect(await other.generations.list(NAME)).toEqual([
      { collection: g(2), version: 1, number: 2, live: true, chosen: false, wanted: true },
    ]);
  });

  it('are given up when they are dropped while being built', async () => {
    for (let i = 0; i < 500; i++) await world.add(1, `c${i}`);
    const runner = world.runner({ limits: { batchEvents: 5 } });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    await runner.generations.rebuild(NAME, { hold: true });
    await runner.generations.drop(NAME, g(2));
    await runner.waitFor('all', await world.add(1, 'x'), PATIENCE_MS);
    expect(runner.status()).toMatchObject([{ collection: g(1), state: 'live' }]);
    expect(await pointer()).toBe(g(1));
    await expect(runner.generations.drop(NAME, g(1))).rejects.toThrow('live');
    await expect(runner.generations.drop(NAME, g(2))).rejects.toThrow('no generation');
    await expect(runner.generations.switchTo(NAME, g(2))).rejects.toThrow('no generation');
    await expect(runner.generations.rebuild('other')).rejects.toThrow('no projection');
  });

  it('are built from the events that they want and from erasures, and from no others', async () => {
    const delivered: string[][] = [];
    const eventStore = changed(world.log, {
      async *subscribeToAll(options) {
        const types: string[] = [];
        delivered.push(types);
        for await (const page of world.log.subscribeToAll(options)) {
          types.push(...page.events.map(({ type }) => type));
          yield page;
        }
      },
    });
    const erasures = {
      typePrefix: 'person.Erased.v',
      apply: () => Promise.resolve([]),
      isPersonal: () => false,
      concerns: () => false,
    };
    const types = ['counter.Added.v1', 'stranger.Came.v1', 'person.Erased.v1', 'stranger.Left.v1'];
    for (const type of types) await world.append(type, { ids: ['a'], n: 1 });
    const runner = world.runner({ eventStore, erasures });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    await runner.generations.rebuild(NAME);
    await isLive(2);
    const wanted = ['counter.Added.v1', 'person.Erased.v1'];
    expect(delivered).toEqual([wanted, wanted]);
    expect(await world.documents.checkpoint(g(2))).toBe(await world.log.head());
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
  });

  it('behind a position are waited for while they are folded into, and dropped when nobody does', async () => {
    for (let i = 0; i < 20; i++) await world.add(1, `c${i}`);
    const old = world.runner();
    await old.start();
    await old.waitFor('all', await world.log.head(), PATIENCE_MS);
    await old.generations.rebuild(NAME);
    await isLive(2);
    await old.stop();
    // one of another version, left by a build that is no longer used
    await createGeneration(world.documents, counters({ version: 2 }));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let building = false;
    const runner = world.runner({
      decode: async (events) => {
        if (building && events.length > 1) await held;
        return events.map(decodePlainly);
      },
    });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    building = true;
    const { collection } = await runner.generations.rebuild(NAME, { hold: true });
    const position = await world.add(1, 'a');
    await runner.waitFor('all', position, PATIENCE_MS);
    const { generations } = runner;
    const stored = (): Promise<readonly string[]> => world.documents.listCollections();
    expect(await generations.behind([NAME], position)).toContain(collection);
    expect(await stored()).toHaveLength(4);
    // several at once don't get in each other's way
    await Promise.all([1, 2, 3].map(() => generations.dropAbandoned([NAME], position)));
    expect([...(await stored())].sort()).toEqual([g(2), collection].sort());
    release();
    await until(
      'nothing is behind',
      async () => (await generations.dropAbandoned([NAME], position)).length === 0,
    );
    expect([...(await stored())].sort()).toEqual([g(2), collection].sort());
    expect(await world.stored(collection)).toEqual(await world.expected(counters()));
  });

  it('go on from their checkpoint, not from the start', async () => {
    for (let i = 0; i < 300; i++) await world.add(1, `c${i % 7}`);
    const limits = { batchEvents: 10, pendingEvents: 40 };
    const first = world.runner({ limits });
    await first.start();
    await first.waitFor('all', await world.log.head(), PATIENCE_MS);
    await first.generations.rebuild(NAME);
    const reached = async (): Promise<bigint> => (await world.documents.checkpoint(g(2))) ?? 0n;
    await until('some of it is stored', async () => (await reached()) > 0n);
    await first.stop();
    expect(await pointer()).toBe(g(1));
    const resumed = await reached();
    world.decoded = 0;
    const second = world.runner({ limits });
    await second.start();
    await isLive(2);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
    let left = 0;
    for await (const event of world.log.readAll({ after: resumed })) {
      if (event.position > resumed) left += 1;
    }
    expect(left).toBeLessThan(300);
    expect(world.decoded).toBe(left);
  });

  it('never take a reader back in time, nor fail one, however often they change', async () => {
    await world.add(1, 'a');
    const runner = world.runner({ limits: { batchEvents: 7 } });
    await runner.start();
    const models = world.readModels([counters()], runner);
    const over = new AbortController();
    let appended = 0;
    const appending = (async () => {
      while (!over.signal.aborted) {
        await world.add(1, 'a');
        appended += 1;
      }
    })();
    let newest = 0;
    let reads = 0;
    const reading = (async () => {
      while (!over.signal.aborted) {
        const found = await models.of(counters()).get('a');
        const sum = (found?.['sum'] as number | undefined) ?? 0;
        if (sum < newest) throw new Error(`${sum} after ${newest}`);
        newest = sum;
        reads += 1;
        await new Promise(setImmediate);
      }
    })();
    try {
      for (let number = 2; number <= 9; number++) {
        await runner.generations.rebuild(NAME);
        await isLive(number);
        if (number % 3 === 0) {
          await runner.generations.switchTo(NAME, g(number - 1));
          await isLive(number - 1);
        }
      }
    } finally {
      over.abort();
      await appending;
      await reading;
    }
    expect(newest).toBeGreaterThan(10);
    expect(reads).toBeGreaterThan(appended / 10);
  });

  it('that stopped are followed by the next one', async () => {
    await world.add(1, 'a');
    let broken = false;
    const working = counters();
    const projection: Projection = {
      ...working,
      fold(document, event, id) {
        if (broken) throw new Error('broken');
        return working.fold(document, event, id);
      },
    };
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    broken = true;
    await runner.generations.rebuild(NAME);
    await until('stopped', () => runner.status().some(({ state }) => state === 'stopped'));
    expect(runner.status()).toMatchObject([
      { collection: g(1), live: true, state: 'live' },
      { collection: g(2), live: false, state: 'stopped', lastError: expect.anything() },
    ]);
    broken = false;
    await runner.generations.rebuild(NAME);
    await until('the third is live', () => runner.live(NAME)?.collection === g(3));
    expect(runner.status()).toMatchObject([{ collection: g(3), live: true }]);
  });
});

describe('a process beside the one that folds', () => {
  openEach();

  it('sees where projections are, and that nobody keeps them any more', async () => {
    const position = await world.add(1, 'a');
    const beside = world.runner();
    expect(await beside.observe()).toMatchObject([{ state: 'unattended', lagSeconds: 0 }]);
    const runner = world.runner({ publishes: true, leaseMs: 10_000 });
    await runner.start();
    await runner.waitFor('all', position, PATIENCE_MS);
    await until('told', async () => (await beside.observe())[0]?.state === 'live');
    expect(await beside.observe()).toEqual(runner.status());

    await runner.stop();
    const newer = await world.add(2, 'a');
    world.clock.advance(30_000);
    expect(await beside.observe()).toMatchObject([
      { collection: g(1), state: 'unattended', position, head: newer, lagSeconds: 30 },
    ]);
  });
});
