import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PATIENCE_MS } from '../../../../../test/support/condition.js';
import {
  type CounterEvent,
  counters,
  ProjectionWorld,
  until,
} from '../../../../../test/support/projection-world.js';
import {
  type Comparison,
  type ComparisonOptions,
  DocumentComparison,
  GenerationDocuments,
  differencesOf,
  maskedValue,
} from './document-comparison.js';
import { NoSuchGenerationError } from '../generations/generation-control.js';
import type { Projection } from '../projection.js';
import type { ProjectionRunner } from '../runner/projection-runner.js';
import { Refold } from './refold.js';

const LIVE = 'counters_counter_v1_g1';

describe('comparing what is live with a fold from zero', () => {
  let world: ProjectionWorld;
  let directory: string;
  let runner: ProjectionRunner;
  const refolds: Refold[] = [];
  beforeEach(async () => {
    world = await ProjectionWorld.open();
    directory = mkdtempSync(join(tmpdir(), 'refold-'));
    runner = world.runner();
    await runner.start();
  });
  afterEach(async () => {
    for (const refold of refolds.splice(0)) await refold.close();
    await world.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function refoldOf(projection: Projection, to?: bigint): Promise<Refold> {
    const position = to ?? (await world.log.head());
    await runner.waitFor('all', await world.log.head(), PATIENCE_MS);
    const refold = await Refold.open(projection, world.reader, mkdtempSync(join(directory, 'r-')));
    refolds.push(refold);
    await refold.to(position);
    return refold;
  }
  const compare = (refold: Refold, options: Partial<ComparisonOptions> = {}): Promise<Comparison> =>
    DocumentComparison.of(world.documents, LIVE, refold, { isPersonal: () => false, ...options });

  it('finds nothing where the fold is the same', async () => {
    for (let i = 0; i < 450; i++) await world.add(i, `c${i % 301}`);
    await world.removeCounters('c7');
    expect(await compare(await refoldOf(counters()))).toEqual({
      same: 300,
      added: 0,
      gone: 0,
      changed: 0,
      ahead: 0,
      fields: [],
      samples: [],
    });
  });

  it('finds what is added, gone and changed, and counts the fields', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await world.add(2, id);
    await world.removeCounters('d');
    const working = counters();
    const other: Projection = {
      ...working,
      events: ['counter.Added'],
      documents: (event) => working.documents(event).filter((id) => id !== 'a'),
      fold: (document, event, id) => ({
        ...working.fold(document, event, id),
        sum: (event as unknown as { data: CounterEvent['data'] & { n: number } }).data.n * 3,
        more: { kind: 'NEW', text: 'whatever' },
      }),
    };
    const found = await compare(await refoldOf(other));
    expect(found).toMatchObject({ same: 0, added: 1, gone: 1, changed: 2, ahead: 0 });
    expect(found.fields).toEqual([
      { path: 'more', documents: 2 },
      { path: 'sum', documents: 2 },
    ]);
    expect(found.samples).toContainEqual({ id: 'd', kind: 'added', fields: [] });
    expect(found.samples).toContainEqual({ id: 'a', kind: 'gone', fields: [] });
    expect(found.samples.find(({ id }) => id === 'b')?.fields).toEqual(
      expect.arrayContaining([
        { path: 'sum', live: '2', refolded: '6' },
        { path: 'more', refolded: 'object of 2 fields' },
      ]),
    );
  });

  it('folds further what has moved on meanwhile, and compares it then', async () => {
    for (const id of ['a', 'b']) await world.add(1, id);
    const refold = await refoldOf(counters());
    await runner.waitFor('all', await world.add(5, 'a', 'new'), PATIENCE_MS);
    expect(await compare(refold)).toMatchObject({ same: 3, changed: 0, added: 0, ahead: 0 });
  });

  it('leaves out what is past the position asked for', async () => {
    const position = await world.add(1, 'a', 'b');
    await world.add(1, 'b');
    const refold = await refoldOf(counters(), position);
    expect(await compare(refold, { rounds: 0 })).toMatchObject({ same: 1, changed: 0, ahead: 1 });
  });

  it('compares a generation that goes on beside it, or has been left, where both have the same events', async () => {
    for (const id of ['a', 'b', 'c']) await world.add(1, id);
    const { collection } = await runner.generations.rebuild(counters().name, { hold: true });
    await runner.waitFor('all', await world.add(5, 'a'), PATIENCE_MS);
    const head = await world.log.head();
    await until('caught up', async () => (await world.documents.checkpoint(collection)) === head);
    const beside = new GenerationDocuments(world.documents, collection);
    const compared = async (): Promise<Comparison> => {
      await beside.to((await world.documents.checkpoint(LIVE)) ?? 0n);
      const options = { isPersonal: () => true };
      return DocumentComparison.of(world.documents, LIVE, beside, options);
    };
    expect(await compared()).toMatchObject({ same: 3, changed: 0, added: 0, gone: 0, ahead: 0 });
    await runner.stop();
    const [stored] = await world.documents.load(collection, ['b']);
    const position = (stored?.position ?? 0n) + 1n;
    const writes = [
      { collection, id: 'b', document: { ...stored?.document, sum: 9 }, position },
      { collection, id: 'c', position: position + 10n ** 9n },
      { collection: LIVE, id: 'd', document: {}, position: 1n },
    ];
    await world.documents.write({ writes, checkpoints: [] });
    const found = await compared();
    expect(found).toMatchObject({ same: 1, changed: 1, added: 0, gone: 1, ahead: 1 });
    expect(found.fields).toEqual([{ path: 'sum', documents: 1 }]);
    await world.documents.dropCollection(collection);
    await expect(compared()).rejects.toThrow(NoSuchGenerationError);
  });

  it('goes by the ids that are included', async () => {
    await world.add(1, 'a', 'b', 'c');
    const found = await compare(await refoldOf(counters()), { isIncluded: (id) => id !== 'b' });
    expect(found).toMatchObject({ same: 2, gone: 0 });
  });

  it('says where the fold stops, and leaves nothing behind', async () => {
    await world.add(1, 'a');
    const broken = counters({
      fold: () => {
        throw new Error('with 123-45-6789 in it');
      },
    });
    const failed = refoldOf(broken);
    await expect(failed).rejects.toThrow(/the fold stopped: Error at counter\.Added, position \d+/);
    await expect(failed).rejects.not.toThrow('6789');
    for (const refold of refolds.splice(0)) await refold.close();
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('differences of documents', () => {
  it('do not come from the order of fields', () => {
    const one = { a: 1, b: { c: 2, d: [1, { e: 'x' }] } };
    const two = { b: { d: [1, { e: 'x' }], c: 2 }, a: 1 };
    expect(differencesOf(one, two, () => false)).toEqual([]);
  });

  it('name fields of lists once, and mask what is personal however deep it stands', () => {
    const one = {
      owners: [
        { login: 'A', name: 'Jane' },
        { login: 'B', name: 'Joe' },
      ],
    };
    const two = {
      owners: [
        { login: 'X', name: 'Jane' },
        { login: 'B', name: 'Jim' },
      ],
    };
    expect(differencesOf(one, two, (field) => field === 'name')).toEqual([
      { path: 'owners[].login', live: '"A"', refolded: '"X"' },
      { path: 'owners[].name', live: '***', refolded: '***' },
    ]);
  });

  it.each([
    ['OPEN', '"OPEN"'],
    ['12.30', '"12.30"'],
    ['2026-03-02T15:00:00.000Z', '"2026-03-02T15:00:00.000Z"'],
    [true, 'true'],
    [null, 'null'],
    ['123456789', 'text of 9'],
    ['Jane Doe', 'text of 8'],
    [{ a: 1 }, 'object of 1 field'],
    [['x'], 'list of 1'],
  ])('show %j as %s', (value, shown) => {
    expect(maskedValue(value, false)).toBe(shown);
    if (typeof value !== 'object') expect(maskedValue(value, true)).toBe('***');
  });
});
