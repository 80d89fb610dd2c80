import { describe, expect, it } from '@jest/globals';
import { BehindLogError } from '#libs/platform/event-store';
import { counters, ProjectionWorld } from '../../../../test/support/projection-world.js';
import { type DocumentStore, type FindOptions, MissingIndexError } from './document-store.js';
import type { Projection } from './projection.js';
import type { ProjectionProgress } from './projection-progress.js';
import { ReadModels } from './read-models.js';

describe('everything that a selection finds', () => {
  const stored = Array.from({ length: 1_001 }, (_, number) => ({ number }));
  /** A model over {@link stored}, and the sizes of the pages that were read of it. */
  const modelAndPages = () => {
    const pages: number[] = [];
    const documents = {
      find: (collection: string, { limit, after = '0', index, equals }: FindOptions) => {
        expect([collection, index, equals]).toEqual(['things-1', 'byNumber', ['x']]);
        const end = Number(after) + limit;
        const items = stored.slice(Number(after), end);
        pages.push(items.length);
        return Promise.resolve({ items, ...(end < stored.length && { next: String(end) }) });
      },
    } as unknown as DocumentStore;
    const projection = { name: 'things' } as Projection;
    const progress = {
      live: () => ({ collection: 'things-1', position: 9n }),
    } as unknown as ProjectionProgress;
    const models = new ReadModels(documents, [projection], progress, {} as never, 0);
    return { pages, model: models.of(projection as Projection<{ number: number }>) };
  };
  const selection = { index: 'byNumber', equals: ['x'] };

  it('is read in pages, in its order', async () => {
    const { model, pages } = modelAndPages();
    expect(await model.findAll(selection, 9n)).toEqual(stored);
    expect(pages).toEqual([500, 500, 1]);
  });

  it('is read as far as it is asked for', async () => {
    const { model, pages } = modelAndPages();
    const found = [];
    for await (const { number } of model.each(selection)) if (found.push(number) === 501) break;
    expect(found).toEqual(stored.slice(0, 501).map(({ number }) => number));
    expect(pages).toEqual([500, 500]);
  });
});

describe('a generation of an earlier version', () => {
  it('is behind for a selection by an index that it has not', async () => {
    const world = await ProjectionWorld.open();
    try {
      const runner = world.runner();
      await runner.start();
      const position = await world.add(1, 'a');
      const newer = counters({
        indexes: [
          { name: 'sum', fields: ['sum'] },
          { name: 'id', fields: ['id'] },
        ],
      });
      const find = (index: string): Promise<unknown> =>
        world.readModels([newer], runner).of(newer).find({ index, equals: [], limit: 1 }, position);
      expect(await find('sum')).toMatchObject({ items: [{ id: 'a' }] });
      await expect(find('id')).rejects.toThrow(BehindLogError);
      await expect(find('nothing')).rejects.toThrow(MissingIndexError);
    } finally {
      await world.close();
    }
  });
});
