import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { g, NAME, openEach, world } from '../../../../../test/support/each-projection-world.js';
import {
  changed,
  counters,
  decodePlainly,
  Gate,
  until,
} from '../../../../../test/support/projection-world.js';
import type { DocumentStore } from '../document-store.js';
import { GenerationControl } from './generation-control.js';

openEach(async (fresh) => {
  for (let i = 0; i < 40; i++) await fresh.add(1, `c${i}`);
});

describe('a generation that is dropped while it is built', () => {
  /** What happens to the second generation, in order. */
  let done: string[];
  let logged: object[];
  let documents: DocumentStore;
  let writing: Gate;
  beforeEach(() => {
    [done, logged] = [[], []];
    writing = new Gate();
    documents = changed(world.documents, {
      async write(batch) {
        if (batch.writes.some(({ collection }) => collection === g(2))) {
          await writing.pass();
          done.push('written');
        }
        return world.documents.write(batch);
      },
      dropCollection(name) {
        done.push('dropped');
        return world.documents.dropCollection(name);
      },
    });
  });
  afterEach(() => writing.open());

  it.each(['the process that folds', 'another process'])(
    'on the wish of %s is written to no more',
    async (asked) => {
      const log = (details: object, message: string): void => {
        if (message.startsWith('generation')) logged.push({ ...details, message });
      };
      const runner = world.runner({
        documents,
        logger: { info: log, warn: log, error: log },
        limits: { batchEvents: 5, pendingEvents: 5 },
        decode: (events) => Promise.resolve(events.map(decodePlainly)),
      });
      await runner.start();
      await runner.generations.rebuild(NAME, { hold: true });
      await until('it is written to', () => writing.reached);
      const { generations } = asked === 'another process' ? world.runner({ documents }) : runner;
      const dropping = generations.drop(NAME, g(2));
      const isLeft = (): boolean => runner.status().every(({ collection }) => collection !== g(2));
      await until('it is no longer folded', isLeft);
      expect(done).toEqual([]);
      writing.open();
      await dropping;
      await until('more is taken in', async () =>
        runner.waitFor('all', await world.add(1, 'x'), 1_000),
      );
      await until('it is told', () => logged.length > 0);
      expect(done).toEqual(['written', 'dropped']);
      expect(logged).toEqual([{ generation: g(2), message: 'generation dropped' }]);
      expect(await world.documents.listCollections()).toEqual([g(1)]);
      expect(await world.documents.checkpoint(g(2))).toBeUndefined();
    },
  );
});

describe('a generation that is dropped while nobody folds', () => {
  it('is gone at once, and no longer chosen', async () => {
    const { generations } = world.runner();
    await generations.rebuild(NAME);
    await generations.drop(NAME, g(1));
    expect(await world.documents.listCollections()).toEqual([]);
    expect(await generations.list(NAME)).toEqual([]);
    expect(await world.documents.pointer('generation-targets')).toBe('{}');
  });
});

describe('a generation that the process that folds is slow to drop', () => {
  it('is looked at again and again, and that process hardly ever', async () => {
    let looks = 0;
    let adoptions = 0;
    const documents = changed(world.documents, {
      async listCollections() {
        const known = await world.documents.listCollections();
        return ++looks > 5 ? known.filter((collection) => collection !== g(2)) : known;
      },
    });
    const adopt = (): Promise<void> => {
      adoptions += 1;
      return Promise.resolve();
    };
    const work = { adopt, folded: () => Promise.resolve([]), skipped: () => Promise.resolve([]) };
    const control = new GenerationControl(documents, [counters()], work);
    await control.rebuild(NAME);
    await control.rebuild(NAME);
    [looks, adoptions] = [0, 0];
    await control.drop(NAME, g(2));
    expect(adoptions).toBe(1);
  });

  it('is dropped by its successor, before anything is folded into it', async () => {
    const away = {
      adopt: () => Promise.resolve(),
      folded: () => Promise.resolve([]),
      skipped: () => Promise.resolve([]),
    };
    const control = new GenerationControl(world.documents, [counters()], away, 0);
    await control.rebuild(NAME);
    await control.rebuild(NAME);
    await expect(control.drop(NAME, g(2))).rejects.toThrow(StoreUnavailableError);
    const runner = world.runner();
    await runner.start();
    expect(await world.documents.listCollections()).toEqual([g(1)]);
    expect(runner.status()).toMatchObject([{ collection: g(1) }]);
  });
});
