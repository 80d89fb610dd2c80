import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
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
  Gate,
  until,
} from '../../../../../test/support/projection-world.js';
import type { DocumentStore } from '../document-store.js';
import { askToDrop } from './generation-control.js';
import type { ProjectionRunner } from '../runner/projection-runner.js';

openEach(async (fresh) => {
  for (let i = 0; i < 40; i++) await fresh.add(1, `c${i % 5}`);
});

describe('while a generation goes live', () => {
  let gate: Gate;
  let documents: DocumentStore;
  beforeEach(() => {
    gate = new Gate();
    documents = changed(world.documents, {
      async setPointer(name, expected, value) {
        if (name === NAME && value === g(2)) await gate.pass();
        return world.documents.setPointer(name, expected, value);
      },
    });
  });
  afterEach(() => gate.open());

  /** Has the second generation built, until its pointer is being moved. */
  const building = async (runner: ProjectionRunner): Promise<void> => {
    await runner.start();
    // Not awaited: it may wait for the pointer, or not.
    void runner.generations.rebuild(NAME);
    await until('the pointer is being moved', () => gate.reached);
  };
  /** Readers get what is appended now, from the generation that they get then. */
  const goesOn = async (runner: ProjectionRunner): Promise<void> => {
    const position = await world.add(1, 'x');
    expect(await runner.waitFor('all', position, PATIENCE_MS)).toBe(true);
    const model = world.readModels([counters()], runner).of(counters());
    const expected = await world.expected(counters());
    expect(await model.get('x', position)).toEqual(expected.get('x'));
    expect(await model.get('c1', position)).toEqual(expected.get('c1'));
  };

  it('a further rebuild that is asked for leaves it what readers get until that is complete', async () => {
    const further = new Gate();
    let isFurther = false;
    const runner = world.runner({
      documents,
      decode: async (events) => {
        if (isFurther && events.length > 1) await further.pass();
        return events.map(decodePlainly);
      },
    });
    await building(runner);
    isFurther = true;
    await runner.generations.rebuild(NAME);
    await until('the further one is built', () => further.reached);
    gate.open();
    await isLive(2);
    await goesOn(runner);
    further.open();
    await isLive(3);
    await goesOn(runner);
  });

  it('misses nothing that the others are given meanwhile', async () => {
    const other = counters({ name: 'counters.other' });
    const runner = world.runner({ documents, projections: [counters(), other] });
    await building(runner);
    const position = await world.add(1, 'meanwhile');
    expect(await runner.waitFor([other.name], position, PATIENCE_MS)).toBe(true);
    gate.open();
    await isLive(2);
    await goesOn(runner);
    expect(await world.stored(g(2))).toEqual(await world.expected(counters()));
  });

  it('it is not dropped', async () => {
    const runner = world.runner({ documents });
    await building(runner);
    const dropping = runner.generations.drop(NAME, g(2)).catch((error: unknown) => error);
    const asked = (): Promise<string | undefined> => world.documents.pointer('generation-drops');
    await until('that was asked for', async () => (await asked())?.includes(g(2)) === true);
    // What is looked at next comes after it.
    await runner.generations.switchTo(NAME, g(2));
    gate.open();
    expect(await dropping).toMatchObject({ name: 'LiveGenerationError' });
    await isLive(2);
    await goesOn(runner);
  });

  it('its predecessor is dropped once it has', async () => {
    const answer = new Gate();
    documents = changed(world.documents, {
      async setPointer(name, expected, value) {
        const moved = await world.documents.setPointer(name, expected, value);
        if (name === NAME && value === g(2)) await answer.pass();
        return moved;
      },
    });
    const runner = world.runner({ documents });
    await runner.start();
    void runner.generations.rebuild(NAME);
    await until('the pointer was moved', () => answer.reached);
    await askToDrop(world.documents, NAME, g(1));
    await runner.generations.switchTo(NAME, g(2));
    answer.open();
    const left = async (): Promise<string> => (await world.documents.listCollections()).join(' ');
    await until('it is dropped', async () => (await left()) === g(2));
    await goesOn(runner);
  });

  it('the choice of its predecessor is carried out after it', async () => {
    const runner = world.runner({ documents });
    await building(runner);
    const choosing = runner.generations.switchTo(NAME, g(1));
    gate.open();
    await choosing;
    await isLive(1);
    await goesOn(runner);
    expect(runner.status().filter(({ live }) => live)).toMatchObject([{ collection: g(1) }]);
  });

  it.each([
    ['whose outcome is not known', true],
    ['that did not come about', false],
  ])('a move %s stops no reader', async (_what, moves) => {
    let isLost = false;
    documents = changed(world.documents, {
      async setPointer(name, expected, value) {
        const isFirst = name === NAME && value === g(2) && !isLost;
        isLost ||= isFirst;
        if (isFirst && !moves) return false;
        const moved = await world.documents.setPointer(name, expected, value);
        if (isFirst) throw new StoreUnavailableError('the answer was lost');
        return moved;
      },
    });
    const runner = world.runner({ documents });
    await runner.start();
    await runner.generations.rebuild(NAME, { hold: true });
    await isReady(runner, 2);
    await runner.generations.switchTo(NAME, g(2)).catch(() => undefined);
    await until('it is live', () => runner.live(NAME)?.collection === g(2));
    await isLive(2);
    await goesOn(runner);
  });
});
