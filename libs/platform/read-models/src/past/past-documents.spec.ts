import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import type { StoredEvent } from '#libs/platform/event-store';
import type { DomainEvent } from '#libs/platform/kernel';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import {
  changed,
  decodePlainly,
  ProjectionWorld,
} from '../../../../../test/support/projection-world.js';
import type { FindOptions } from '../document-store.js';
import { KEPT_EVERY, WantedEvents } from './past-fold.js';
import type { DocumentHistory, Projection } from '../projection.js';
import type { ReadModels } from '../read-models.js';
import { DocumentVersions } from './document-versions.js';
import { FoldedPast } from './folded-past.js';

type ThingEvent =
  | DomainEvent<'thing.Made', { readonly ids: readonly string[]; readonly owner: string }>
  | DomainEvent<'thing.Tagged', { readonly ids: readonly string[]; readonly tags: string[] }>
  | DomainEvent<'thing.Counted', { readonly ids: readonly string[]; readonly n: number }>;

type Thing = Readonly<{ id: string; owner: string; tags: readonly string[]; n: number | null }>;

/** Things `a/1`, `a/2` … of one shelf stand in the stream of the shelf; what makes them is in a stream of its own. */
const history: DocumentHistory = {
  streams: (id) => [{ stream: 'maker-1' }, { stream: `shelf-${id[0] ?? ''}` }],
  fixed: { owner: 1, place: 2 },
};

function things(past: DocumentHistory | undefined): Projection {
  const projection: Projection<Thing, ThingEvent> = {
    name: past ? 'things.thing' : 'things.untraced',
    version: 1,
    indexes: [
      { name: 'owner', fields: ['owner', 'n'] },
      { name: 'place', fields: ['owner', 'id'] },
      { name: 'tag', fields: ['tags', 'n'] },
    ],
    events: ['thing.Made', 'thing.Tagged', 'thing.Counted'],
    documents: ({ data }) => data.ids,
    fold(thing, event, id) {
      if (event.type === 'thing.Made') {
        return { id, owner: event.data.owner, tags: [], n: null };
      }
      if (!thing) return undefined;
      return event.type === 'thing.Tagged'
        ? { ...thing, tags: [...new Set(event.data.tags)] }
        : { ...thing, n: event.data.n };
    },
    ...(past && { history: past }),
  };
  return projection;
}

const SELECTIONS: readonly FindOptions[] = [
  { index: 'owner', equals: ['o1'], limit: 100 },
  { index: 'owner', equals: ['o1'], order: 'descending', range: { from: 2, to: 5 }, limit: 2 },
  { index: 'owner', equals: ['o2', null], limit: 3 },
  { index: 'owner', equals: [], range: { to: 'o1', toExclusive: true }, limit: 3 },
  { index: 'place', equals: ['o2'], limit: 2 },
  { index: 'place', equals: ['o2'], range: { from: 'a/2', fromExclusive: true }, limit: 1 },
  { index: 'place', equals: [], order: 'descending', limit: 3 },
  { index: 'tag', equals: ['x'], limit: 100 },
  { index: 'tag', equals: ['y'], order: 'descending', range: { from: 1 }, limit: 2 },
];

const IDS = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('make'),
    id: fc.constantFrom(...IDS),
    owner: fc.constantFrom('o0', 'o1', 'o2'),
  }),
  fc.record({
    kind: fc.constant('tag'),
    id: fc.constantFrom(...IDS),
    tags: fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('count'),
    id: fc.constantFrom(...IDS),
    n: fc.integer({ min: 0, max: 6 }),
  }),
);
interface Step {
  kind: string;
  id: string;
  owner?: string;
  tags?: string[];
  n?: number;
}

let world: ProjectionWorld;
beforeEach(async () => {
  world = await ProjectionWorld.open();
});
afterEach(() => world.close());

async function carryOut({ kind, id, owner, tags, n }: Step, made: Set<string>): Promise<bigint> {
  const shelf = `shelf-${id[0] ?? ''}`;
  if (kind === 'make' && !made.has(id)) {
    made.add(id);
    return world.append('thing.Made.v1', { ids: [id], owner: owner ?? 'o1' }, 'maker-1');
  }
  return tags === undefined
    ? world.append('thing.Counted.v1', { ids: [id], n: n ?? 0 }, shelf)
    : world.append('thing.Tagged.v1', { ids: [id], tags }, shelf);
}

/** Everything a reader can ask of a read model, each selection with all its pages. */
async function everything(
  models: ReadModels,
  projection: Projection,
  point: Parameters<ReturnType<typeof models.of>['get']>[1],
): Promise<string> {
  const model = models.of(projection);
  const answers: unknown[] = [await model.getMany(IDS, point), await model.get('a/1', point)];
  for (const selection of SELECTIONS) {
    let after: string | undefined;
    do {
      const page = await model.find({ ...selection, ...(after !== undefined && { after }) }, point);
      answers.push(page);
      after = page.next;
    } while (after !== undefined);
  }
  return JSON.stringify(answers);
}

describe('documents of the past', () => {
  it.each([
    ['from the streams of the documents', history],
    ['from the whole log, of a projection that names no streams', undefined],
  ])('are what was answered when the position was the newest: %s', async (_, past) => {
    const projection = things(past);
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    const made = new Set<string>();
    // Versions are kept of the events that come soon after, where streams are named.
    for (const stream of past ? ['maker-1', 'shelf-a', 'shelf-b', 'shelf-c'] : []) {
      for (let n = 0; n < KEPT_EVERY - 3; n++) {
        await world.append('thing.Counted.v1', { ids: ['none'], n }, stream);
      }
    }
    const recorded: { position: bigint; answers: string }[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const models = world.readModels([projection], runner);
        for (const one of steps) {
          const position = await carryOut(one, made);
          recorded.push({ position, answers: await everything(models, projection, position) });
        }
        for (const { position, answers } of recorded.slice(-20)) {
          const point = { asOf: position, at: '2026-03-02T15:00:00.000Z' };
          expect(await everything(models, projection, point)).toBe(answers);
        }
      }),
      { numRuns: 12 },
    );
    const models = world.readModels([projection], runner);
    const nothing = await everything(models, projection, { asOf: 0n, at: '' });
    const none = [IDS.map(() => null), null, ...SELECTIONS.map(() => ({ items: [] }))];
    expect(nothing).toBe(JSON.stringify(none));
  });

  it('of a list are looked for once, however many pages it has, and again when they have been forgotten', async () => {
    const projection = things(history);
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    const ids = Array.from({ length: 30 }, (_, n) => `a/${n}`);
    await world.append('thing.Made.v1', { ids, owner: 'o1' }, 'maker-1');
    const newest = await world.append('thing.Counted.v1', { ids: ids.slice(9), n: 1 }, 'shelf-a');
    const models = world.readModels([projection], runner);
    const findStored = jest.spyOn(world.documents, 'findStored');
    const point = { asOf: newest, at: '' };
    const all = { index: 'owner', equals: ['o1'], limit: 4 };
    const found: string[] = [];
    let after: string | undefined;
    do {
      const place = after === undefined ? {} : { after };
      findStored.mockClear();
      const page = await models.of(projection).find({ ...all, ...place }, point);
      expect(findStored).toHaveBeenCalledTimes([0, 16].includes(found.length) ? 1 : 0);
      expect(await models.of(projection).find({ ...all, ...place }, point)).toEqual(page);
      found.push(...page.items.map(({ id }) => id as string));
      after = page.next;
      if (found.length === 16) models.forgetPast();
    } while (after !== undefined);
    expect(found).toHaveLength(ids.length);
    expect(new Set(found)).toEqual(new Set(ids));
  });

  it.each(['then', 'now'] as const)(
    'of what is selected %s end a page once it has so many bytes',
    async (selected) => {
      const projection = things(history);
      const runner = world.runner({ projections: [projection] });
      await runner.start();
      const models = world.readModels([projection], runner);
      const ids = Array.from({ length: 9 }, (_, at) => `a/${at}`);
      const asOf = await world.append('thing.Made.v1', { ids, owner: 'o1' }, 'maker-1');
      const newest = await world.append('thing.Counted.v1', { ids, n: 1 }, 'shelf-a');
      const wanted = { index: 'owner', equals: ['o1'], limit: 7 };
      await models.of(projection).find(wanted, newest);
      const bytes = JSON.stringify({ id: 'a/1', owner: 'o1', tags: [], n: null }).length;
      const sizes: number[] = [];
      const found: unknown[] = [];
      let after: string | undefined;
      do {
        const place = after === undefined ? {} : { after };
        const options = { ...wanted, maxBytes: 3 * bytes, ...place };
        const page = await models.of(projection).find(options, { asOf, at: '' }, selected);
        sizes.push(page.items.length);
        found.push(...page.items.map(({ id }) => id));
        after = page.next;
      } while (after !== undefined);
      expect(found).toEqual(ids);
      expect(sizes.reduce((sum, size) => sum + size)).toBe(ids.length);
      if (selected === 'then') expect(sizes).toEqual([3, 3, 3]);
    },
  );

  it('of what is selected now are in the order of then, page by page', async () => {
    const projection = changed(things(history), {
      indexes: [{ name: 'tagged', fields: ['owner', 'tags', 'n', 'id'] }],
    });
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    const models = world.readModels([projection], runner);
    const [first, last] = [['a/1'], ['a/2']];
    await world.append('thing.Made.v1', { ids: ['a/1', 'a/2', 'a/3'], owner: 'o1' }, 'maker-1');
    await world.append('thing.Counted.v1', { ids: first, n: 1 }, 'shelf-a');
    const asOf = await world.append('thing.Counted.v1', { ids: last, n: 2 }, 'shelf-a');
    await world.append('thing.Counted.v1', { ids: first, n: 3 }, 'shelf-a');
    const tagged = { ids: [...first, ...last], tags: ['x', 'y'] };
    const newest = await world.append('thing.Tagged.v1', tagged, 'shelf-a');
    const model = models.of(projection);
    const found = async (point: Parameters<typeof model.find>[1]): Promise<unknown[]> => {
      const selection = { index: 'tagged', equals: ['o1', 'x'], limit: 1 };
      const ids: unknown[] = [];
      let after: string | undefined;
      do {
        const place = after === undefined ? {} : { after };
        const page = await model.find({ ...selection, ...place }, point, 'now');
        ids.push(...page.items.map(({ id, n }) => [id, n]));
        after = page.next;
      } while (after !== undefined);
      return ids;
    };
    const [one, two] = ['a/1', 'a/2'];
    expect(await found(newest)).toEqual([
      [two, 2],
      [one, 3],
    ]);
    expect(await found({ asOf, at: '' })).toEqual([
      [one, 1],
      [two, 2],
    ]);
  });

  it('of what is selected now leave out what did not exist', async () => {
    const projection = things(history);
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    const models = world.readModels([projection], runner);
    const first = await world.append('thing.Made.v1', { ids: ['a/1'], owner: 'o1' }, 'maker-1');
    await world.append('thing.Tagged.v1', { ids: ['a/1'], tags: ['x'] }, 'shelf-a');
    await world.append('thing.Made.v1', { ids: ['b/1'], owner: 'o1' }, 'maker-1');
    const newest = await world.append('thing.Tagged.v1', { ids: ['b/1'], tags: ['x'] }, 'shelf-b');
    const tagged = { index: 'tag', equals: ['x'], limit: 5 };
    await models.of(projection).find(tagged, newest);
    const then = { asOf: first, at: '' };
    const made = { id: 'a/1', owner: 'o1', tags: [], n: null };
    expect(await models.of(projection).find(tagged, then)).toEqual({ items: [] });
    expect(await models.of(projection).find(tagged, then, 'now')).toEqual({ items: [made] });
  });

  it('are kept: what was looked at is not read again, and what comes later reads only that', async () => {
    const projection = things(history);
    const runner = world.runner({ projections: [projection] });
    await runner.start();
    const read: number[] = [];
    const counting = changed(world.log, {
      readStream: async function* (...parameters) {
        for await (const event of world.log.readStream(...parameters)) {
          read.push(event.revision);
          yield event;
        }
      },
    });
    const models = world.readModels([projection], runner, { log: counting });
    await world.append('thing.Made.v1', { ids: ['a/1'], owner: 'o1' }, 'maker-1');
    const positions: bigint[] = [];
    for (let n = 0; n < 300; n++) {
      positions.push(await world.append('thing.Counted.v1', { ids: ['a/1'], n }, 'shelf-a'));
    }
    const newest = positions.at(-1) ?? 0n;
    await models.of(projection).get('a/1', newest);
    const at = async (n: number): Promise<unknown> => {
      read.length = 0;
      const point = { asOf: positions[n] ?? 0n, at: '' };
      return (await models.of(projection).get('a/1', point))?.['n'];
    };
    const kept = 9 * KEPT_EVERY - 1;
    expect(await at(kept + 3)).toBe(kept + 3);
    expect(read).toEqual([0, kept + 1, kept + 2, kept + 3, kept + 4]);
    for (const n of [kept + 3, kept + 1]) {
      expect(await at(n)).toBe(n);
      expect(read).toEqual([]);
    }
    expect(await at(kept + 5)).toBe(kept + 5);
    expect(read).toEqual([kept + 4, kept + 5, kept + 6]);
    models.forgetPast();
    expect(await at(kept)).toBe(kept);
    expect(read).toEqual([]);
    expect(await at(kept + 1)).toBe(kept + 1);
    expect(read).toEqual([0, kept + 1, kept + 2]);
  });

  it('are weighed by what they hold, not by their number', async () => {
    const projection = things(history);
    const ids = ['a/1'];
    await world.append('thing.Made.v1', { ids, owner: 'o1' }, 'maker-1');
    let newest = 0n;
    for (let n = 0; n < 80; n++) {
      const tags = [`${n}`.padEnd(10_000, 'x')];
      newest = await world.append('thing.Tagged.v1', { ids, tags }, 'shelf-a');
    }
    const wanted = new WantedEvents(projection, undefined);
    const versions = new DocumentVersions(projection, wanted, history.streams('a/1'));
    await versions.readUpTo(newest, {
      eventStore: world.log,
      decode: (events) => Promise.resolve(events.map(decodePlainly)),
    });
    expect(versions.bytes).toBeGreaterThan(700_000);
    expect(versions.bytes).toBeLessThan(1_500_000);
  });

  it('take a bounded amount of memory, however many they are, and are read again where they were let go', async () => {
    const projection = things(history);
    const ids = ['a/1', 'a/2'];
    const positions = [await world.append('thing.Made.v1', { ids, owner: 'o1' }, 'maker-1')];
    for (let n = 1; n <= 40; n++) {
      const tags = [`${n} `.padEnd(900_000, 'x')];
      positions.push(await world.append('thing.Tagged.v1', { ids: ['a/1'], tags }, 'shelf-a'));
    }
    for (let n = 0; n < 600; n++) {
      positions.push(await world.append('thing.Counted.v1', { ids, n }, 'shelf-a'));
    }
    const wanted = new WantedEvents(projection, undefined);
    const versions = new DocumentVersions(projection, wanted, history.streams('a/1'));
    const reader = {
      eventStore: world.log,
      decode: (events: readonly StoredEvent[]) => Promise.resolve(events.map(decodePlainly)),
    };
    const newest = positions.at(-1) ?? 0n;
    await versions.readUpTo(newest, reader);
    expect(versions.bytes).toBeLessThan(20 * 1024 * 1024);
    expect(versions.at('a/1', newest)).toMatchObject({ n: 599 });
    expect(versions.at('a/2', newest)).toMatchObject({ n: 599 });
    expect(versions.reachesBackTo(newest)).toBe(true);
    expect(versions.reachesBackTo(positions[40] ?? 0n)).toBe(false);

    const past = new FoldedPast(world.documents, reader);
    const tagsAt = async (n: number): Promise<unknown> => {
      const candidate = { id: 'a/1', position: newest, document: {} };
      const [found] = await past.candidatesAsOf(
        { projection, collection: 'none', asOf: positions[n] ?? 0n },
        [candidate],
      );
      return (found?.['tags'] as string[] | undefined)?.map((tag) => tag.split(' ', 1)[0]);
    };
    for (const n of [639, 40, 7, 639, 1]) expect(await tagsAt(n)).toEqual([`${Math.min(n, 40)}`]);
  });

  it('begin with a version of their own: others of the same streams are not folded without their beginnings', async () => {
    const folded = new Set<string>();
    const projection = things(history);
    const watched = changed(projection, {
      fold: (thing, event, id) => {
        folded.add(id);
        return projection.fold(thing, event, id);
      },
    });
    const runner = world.runner({ projections: [watched] });
    await runner.start();
    await world.append('thing.Made.v1', { ids: ['a/1', 'a/2'], owner: 'o1' }, 'maker-1');
    const positions: bigint[] = [];
    for (let n = 0; n < KEPT_EVERY + 5; n++) {
      const ids = n === KEPT_EVERY - 1 ? ['a/1'] : ['a/1', 'a/2'];
      positions.push(await world.append('thing.Counted.v1', { ids, n }, 'shelf-a'));
    }
    await runner.waitFor('all', positions.at(-1) ?? 0n, PATIENCE_MS);
    folded.clear();
    const model = world.readModels([watched], runner).of(watched);
    const point = { asOf: positions[KEPT_EVERY + 1] ?? 0n, at: '' };
    expect(await model.get('a/1', point)).toMatchObject({ n: KEPT_EVERY + 1 });
    expect([...folded]).toEqual(['a/1']);
    expect(await model.getMany(['a/2', 'a/1'], point)).toMatchObject([
      { n: KEPT_EVERY + 1 },
      { n: KEPT_EVERY + 1 },
    ]);
    expect(await model.get('a/2', point)).toMatchObject({ n: KEPT_EVERY + 1 });
  });
});
