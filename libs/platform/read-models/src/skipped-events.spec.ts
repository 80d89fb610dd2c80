import { beforeEach, describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../test/support/condition.js';
import {
  g,
  isLive,
  NAME,
  openEach,
  world,
} from '../../../../test/support/each-projection-world.js';
import {
  type CounterEvent,
  type CounterDocument,
  counters,
  decodePlainly,
  until,
} from '../../../../test/support/projection-world.js';
import { type Projection, type Skip, SkippedEvents } from './projection.js';
import type { ProjectionRunner } from './runner/projection-runner.js';

openEach();

/** What the log says is skipped. */
let skips: Skip[];
let skipped: SkippedEvents;
beforeEach(() => {
  skips = [];
  skipped = new SkippedEvents((name) => Promise.resolve(name === NAME ? skips : []));
});

/** Throws at 13. */
const broken = (change: Partial<Projection<CounterDocument, CounterEvent>> = {}): Projection =>
  counters({
    fold: (document, event, id) => {
      if (event.type === 'counter.Removed') return undefined;
      if (event.data.n === 13) throw new Error('13');
      return { id, sum: (document?.sum ?? 0) + event.data.n, seen: [] };
    },
    ...change,
  });

/** Starts the projections, with one that stops at an event. */
async function stopsAt(projection: Projection, at: bigint, options = {}) {
  const runner = world.runner({ projections: [projection], skipped, ...options });
  await runner.start();
  await until('stopped', () => runner.status().some(({ state }) => state === 'stopped'));
  expect(runner.status()).toMatchObject([{ stoppedAt: at, skipped: [] }]);
  return runner;
}

/** Resolves once a runner has noticed that an event is skipped. */
const goesOn = (runner: ProjectionRunner, at: bigint): Promise<unknown> =>
  until('gone on', () => runner.status().every(({ stoppedAt }) => stoppedAt !== at));

describe('a projection that has stopped at an event', () => {
  it('goes on without it when it is skipped, after a restart and in a rebuild too', async () => {
    await world.add(1, 'a');
    const at = await world.add(13, 'a', 'b');
    await world.add(2, 'a');
    const one = await stopsAt(broken(), at);
    skips.push({ version: 1, position: at });
    await goesOn(one, at);
    expect(await one.waitFor('all', await world.add(3, 'b'), PATIENCE_MS)).toBe(true);
    expect(one.status()).toMatchObject([{ state: 'live', skipped: [at] }]);
    expect(one.status()[0]?.stoppedAt).toBeUndefined();
    await one.stop();
    const without = new Map([
      ['a', { id: 'a', sum: 3, seen: [] }],
      ['b', { id: 'b', sum: 3, seen: [] }],
    ]);
    expect(await world.stored(g(1))).toEqual(without);

    const two = world.runner({ projections: [broken()], skipped });
    await two.start();
    await two.generations.rebuild(NAME);
    await isLive(2);
    expect(await world.stored(g(2))).toEqual(without);
  });

  it('has the event again in a rebuild once it is no longer skipped, while readers keep what they have', async () => {
    const at = await world.add(13, 'a');
    const one = await stopsAt(broken(), at);
    skips.push({ version: 1, position: at });
    await goesOn(one, at);
    expect(await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    skips.pop();
    await one.generations.rebuild(NAME);
    await until('stopped again', () => one.status().some(({ stoppedAt }) => stoppedAt === at));
    expect(await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(await world.stored(g(1))).toMatchObject(new Map([['a', { sum: 2 }]]));
    await one.stop();

    const repaired = world.runner({ projections: [counters()], skipped });
    await repaired.start();
    await isLive(2);
    expect(await repaired.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(await world.stored(g(2))).toMatchObject(new Map([['a', { sum: 16 }]]));
    expect(repaired.status().find(({ live }) => live)?.skipped).toEqual([]);
  });

  it('goes on when one event is skipped in place of another', async () => {
    const wrong = await world.add(1, 'a');
    const right = await world.add(13, 'a');
    skips.push({ version: 1, position: wrong });
    const runner = world.runner({ projections: [broken()], skipped });
    await runner.start();
    await until('stopped', () => runner.status()[0]?.stoppedAt === right);
    skips.splice(0, 1, { version: 1, position: right });
    await goesOn(runner, right);
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(runner.status()).toMatchObject([{ skipped: [right] }]);
  });

  it('has the event again in the next version, whose fold takes it', async () => {
    const at = await world.add(13, 'a');
    const one = await stopsAt(broken(), at);
    skips.push({ version: 1, position: at });
    await goesOn(one, at);
    expect(await one.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    await one.stop();
    const two = world.runner({ projections: [counters({ version: 2 })], skipped });
    await two.start();
    expect(await two.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(await world.stored('counters_counter_v2_g2')).toMatchObject(
      new Map([['a', { sum: 15 }]]),
    );
    expect(two.status()).toMatchObject([{ skipped: [] }]);
  });

  it('stops again at the next one, and goes on again', async () => {
    const first = await world.add(13, 'a');
    const second = await world.add(13, 'a');
    const runner = await stopsAt(broken(), first);
    skips.push({ version: 1, position: first });
    await until('stopped again', () => runner.status()[0]?.stoppedAt === second);
    skips.push({ version: 1, position: second });
    await goesOn(runner, second);
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(runner.status()).toMatchObject([{ skipped: [first, second] }]);
  });

  it('leaves the event out of what there was in the past', async () => {
    const at = await world.add(13, 'a');
    const projection = broken({
      history: { streams: () => [{ stream: 'counter-1' }], fixed: {} },
    });
    const runner = await stopsAt(projection, at);
    skips.push({ version: 1, position: at });
    await goesOn(runner, at);
    const asOf = await world.add(1, 'a');
    expect(await runner.waitFor('all', await world.add(2, 'a'), PATIENCE_MS)).toBe(true);
    const read = world.readModels([projection], runner, { skipped }).of(projection);
    expect(await read.get('a', { asOf, at: '' })).toMatchObject({ sum: 1 });
  });

  it('shows in the past what is no longer skipped', async () => {
    const first = await world.add(5, 'a');
    const second = await world.add(7, 'a');
    const asOf = await world.add(1, 'a');
    skips.push({ version: 1, position: first });
    const projection = counters({
      history: { streams: () => [{ stream: 'counter-1' }], fixed: {} },
    });
    const runner = world.runner({ projections: [projection], skipped });
    await runner.start();
    expect(await runner.waitFor('all', await world.add(2, 'a'), PATIENCE_MS)).toBe(true);
    const read = world.readModels([projection], runner, { skipped }).of(projection);
    expect(await read.get('a', { asOf, at: '' })).toMatchObject({ sum: 8 });
    skips.splice(0, 1, { version: 1, position: second });
    expect(await read.get('a', { asOf, at: '' })).toMatchObject({ sum: 6 });
  });

  it('goes on without one that cannot be read', async () => {
    const at = await world.append('counter.Removed.v1', { ids: ['a'] });
    const runner = await stopsAt(counters(), at, {
      decode: (events: Parameters<typeof decodePlainly>[0][]) =>
        Promise.resolve(
          events.map((event) => {
            if (event.type.startsWith('counter.Removed')) throw new Error('garbled');
            return decodePlainly(event);
          }),
        ),
    });
    skips.push({ version: 1, position: at });
    await goesOn(runner, at);
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(await world.documents.get(g(1), 'a')).toMatchObject({ sum: 1 });
  });

  it('names the event whose document can have no such id', async () => {
    await world.add(1, 'a');
    const at = await world.add(1, 'x'.repeat(513));
    await world.add(1, 'a');
    const runner = await stopsAt(counters(), at);
    await until('stored', async () => (await world.stored(g(1))).has('a'));
    expect(await world.documents.get(g(1), 'a')).toMatchObject({ sum: 1 });
    skips.push({ version: 1, position: at });
    await goesOn(runner, at);
    expect(await runner.waitFor('all', await world.add(1, 'a'), PATIENCE_MS)).toBe(true);
    expect(await world.documents.get(g(1), 'a')).toMatchObject({ sum: 3 });
  });
});
