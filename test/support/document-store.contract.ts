import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DocumentStore,
  type FindOptions,
  InvalidCursorError,
  LeaseLostError,
} from '#libs/platform/read-models';
import { ManualClock } from './manual-clock.js';

/** How an adapter is started for the contract. */
export interface StoreUnderTest {
  open(clock: ManualClock): Promise<DocumentStore>;
  close?(): Promise<void>;
}

interface Thing extends Record<string, unknown> {
  readonly id: string;
}

let names = 0;
const unique = (what: string): string => `${what}_${process.pid}_${Date.now()}_${++names}`;

/** What every adapter of the document store does. */
export function documentStoreContract(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`document store: ${name}`, () => {
    const clock = new ManualClock();
    let adapter: StoreUnderTest;
    let store: DocumentStore;

    beforeAll(async () => {
      adapter = await start();
      store = await adapter.open(clock);
    });
    afterAll(async () => {
      await store.close();
      await adapter.close?.();
    });

    const collection = async (...indexes: (readonly string[])[]): Promise<string> => {
      const made = unique('things');
      await store.ensureCollection({
        name: made,
        indexes: indexes.map((fields) => ({ name: fields.join('_').replaceAll('.', '_'), fields })),
      });
      return made;
    };
    const put = (into: string, position: bigint, ...things: Thing[]): Promise<void> =>
      store.write({
        writes: things.map((document) => ({
          collection: into,
          id: document.id,
          document,
          position,
        })),
        checkpoints: [],
      });
    const idsOf = async (from: string, options: FindOptions): Promise<string[]> =>
      (await store.find<Thing>(from, options)).items.map(({ id }) => id);

    describe('documents', () => {
      it('keeps what JSON can say', async () => {
        const things = await collection();
        const document = {
          id: 'a',
          text: 'Zoë – 東京 – 😀 – "\\ \n',
          amount: '12.30',
          nothing: null,
          truth: false,
          count: 3,
          big: 4_000_000_000,
          half: 0.5,
          list: [1, 'b', { c: null }],
          deep: { 'a.b': { $c: 'dots and dollars' } },
          __proto__x: 1,
        };
        await put(things, 1n, document);
        expect(await store.get(things, 'a')).toEqual(document);
      });

      it('answers many in the order asked, with what is missing', async () => {
        const things = await collection();
        await put(things, 1n, { id: 'a' }, { id: 'b' });
        expect(await store.getMany(things, ['b', 'x', 'a', 'b'])).toEqual([
          { id: 'b' },
          undefined,
          { id: 'a' },
          { id: 'b' },
        ]);
        expect(await store.getMany(things, [])).toEqual([]);
      });

      it('takes ids of any script and tells them apart', async () => {
        const things = await collection();
        const ids = ['a', 'A', 'a ', 'ä', 'a\u0308', '😀', '\u{10ffff}', '\uffff', 'x'.repeat(512)];
        await put(things, 1n, ...ids.map((id) => ({ id })));
        expect((await store.getMany<Thing>(things, ids)).map((thing) => thing?.id)).toEqual(ids);
        expect(await store.get(things, 'b')).toBeUndefined();
        expect(await store.get(things, '')).toBeUndefined();
        expect(await store.get(things, 'x'.repeat(513))).toBeUndefined();
        await expect(put(things, 1n, { id: '' })).rejects.toThrow(TypeError);
        await expect(put(things, 1n, { id: 'x'.repeat(513) })).rejects.toThrow(TypeError);
        await expect(put(things, 1n, { id: '\ud800' })).rejects.toThrow(TypeError);
      });

      it('reads a collection that does not exist as empty, and writes to none', async () => {
        const none = unique('none');
        expect(await store.get(none, 'a')).toBeUndefined();
        expect(await store.getMany(none, ['a'])).toEqual([undefined]);
        expect(await store.load(none, ['a'])).toEqual([undefined]);
        expect(await store.count(none)).toBe(0);
        expect(await store.find(none, { index: 'x', equals: [], limit: 1 })).toEqual({ items: [] });
        await expect(put(none, 1n, { id: 'a' })).rejects.toThrow(none);
        expect(await store.listCollections()).not.toContain(none);
      });

      it('writes a thousand documents in one batch', async () => {
        const things = await collection(['group']);
        const writes = Array.from({ length: 1_000 }, (_, i) => ({
          collection: things,
          id: `t${i}`,
          document: { id: `t${i}`, group: i % 10 },
          position: BigInt(i + 1),
        }));
        await store.write({ writes, checkpoints: [{ name: things, position: 1_000n }] });
        expect(await store.count(things)).toBe(1_000);
        expect(await store.checkpoint(things)).toBe(1_000n);
        const found = await idsOf(things, { index: 'group', equals: [3], limit: 1_000 });
        expect(found).toHaveLength(100);
      });

      it('scans documents in id order with their positions, deleted ones left out', async () => {
        const things = await collection();
        const many = Array.from({ length: 450 }, (_, i) => ({ id: `t${1_000 + i}` }));
        await put(things, 5n, ...many);
        await store.write({
          writes: [{ collection: things, id: 't1001', position: 6n }],
          checkpoints: [],
        });
        const seen: string[] = [];
        for await (const { id, document, position } of store.scan(things)) {
          expect(document).toEqual({ id });
          expect(position).toBe(5n);
          seen.push(id);
        }
        const expected = many.map(({ id }) => id).filter((id) => id !== 't1001');
        expect(seen).toEqual(expected);
      });
    });

    describe('guard', () => {
      it('takes a newer position, and neither the same nor an older one', async () => {
        const things = await collection(['n']);
        await put(things, 5n, { id: 'a', n: 5 });
        await put(things, 5n, { id: 'a', n: -5 });
        await put(things, 4n, { id: 'a', n: 4 });
        expect(await store.load(things, ['a'])).toEqual([
          { document: { id: 'a', n: 5 }, position: 5n },
        ]);
        await put(things, 6n, { id: 'a', n: 6 });
        expect(await store.get(things, 'a')).toEqual({ id: 'a', n: 6 });
        expect(await idsOf(things, { index: 'n', equals: [5], limit: 9 })).toEqual([]);
        expect(await idsOf(things, { index: 'n', equals: [6], limit: 9 })).toEqual(['a']);
        expect(await store.count(things)).toBe(1);
      });

      it('passes over what is handled and writes the rest of the batch with its checkpoint', async () => {
        const things = await collection();
        await put(things, 9n, { id: 'b', n: 9 });
        const writes = ['a', 'b', 'c'].map((id) => ({
          collection: things,
          id,
          document: { id },
          position: 5n,
        }));
        await store.write({ writes, checkpoints: [{ name: things, position: 5n }] });
        expect(await store.getMany(things, ['a', 'b', 'c'])).toEqual([
          { id: 'a' },
          { id: 'b', n: 9 },
          { id: 'c' },
        ]);
        expect(await store.checkpoint(things)).toBe(5n);
      });

      it('remembers the position of a deleted document', async () => {
        const things = await collection(['n']);
        const remove = (id: string, position: bigint): Promise<void> =>
          store.write({ writes: [{ collection: things, id, position }], checkpoints: [] });
        await put(things, 5n, { id: 'a', n: 1 });
        await remove('a', 5n);
        expect(await store.get(things, 'a')).toEqual({ id: 'a', n: 1 });
        await remove('a', 7n);
        await put(things, 6n, { id: 'a', n: 2 });
        expect(await store.get(things, 'a')).toBeUndefined();
        expect(await store.load(things, ['a', 'never'])).toEqual([{ position: 7n }, undefined]);
        expect(await store.count(things)).toBe(0);
        expect(await idsOf(things, { index: 'n', equals: [], limit: 9 })).toEqual([]);
        expect(await idsOf(things, { index: 'n', equals: [null], limit: 9 })).toEqual([]);
        await put(things, 8n, { id: 'a', n: 3 });
        expect(await idsOf(things, { index: 'n', equals: [3], limit: 9 })).toEqual(['a']);
        expect(await store.count(things)).toBe(1);
      });

      it('takes the newer of two writes to one document in a batch', async () => {
        const things = await collection();
        const write = (
          position: bigint,
        ): { collection: string; id: string; document: Thing; position: bigint } => ({
          collection: things,
          id: 'a',
          document: { id: 'a', n: Number(position) },
          position,
        });
        await store.write({ writes: [write(2n), write(3n), write(1n)], checkpoints: [] });
        expect(await store.get(things, 'a')).toEqual({ id: 'a', n: 3 });
        expect(await store.count(things)).toBe(1);
      });

      it('keeps positions of 63 bits exact', async () => {
        const things = await collection();
        const position = 2n ** 53n - 1n;
        await put(things, position, { id: 'a' });
        expect((await store.load(things, ['a']))[0]?.position).toBe(position);
      });

      it('never lets a checkpoint go back, unless it is removed', async () => {
        const checkpoint = unique('checkpoint');
        const set = (position: bigint): Promise<void> =>
          store.write({ writes: [], checkpoints: [{ name: checkpoint, position }] });
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
        await set(5n);
        await set(3n);
        expect(await store.checkpoint(checkpoint)).toBe(5n);
        await store.deleteCheckpoint(checkpoint);
        expect(await store.checkpoint(checkpoint)).toBeUndefined();
        await set(1n);
        expect(await store.checkpoint(checkpoint)).toBe(1n);
      });
    });

    describe('indexes', () => {
      const values = [
        undefined,
        null,
        -3,
        -0.5,
        0,
        2,
        10,
        '',
        'A',
        'B',
        'a',
        'b',
        'é',
        '\uffee',
        '😀',
        false,
        true,
      ];

      it('orders null, numbers, strings, truth values, and the same by id', async () => {
        const things = await collection(['v']);
        await put(
          things,
          1n,
          ...values.map((v, i) => ({ id: `t${10 + i}`, ...(v !== undefined && { v }) })).reverse(),
        );
        const all = values.map((_, i) => `t${10 + i}`);
        const up = { index: 'v', equals: [], limit: 99 };
        expect(await idsOf(things, up)).toEqual(all);
        expect(await idsOf(things, { ...up, order: 'descending' })).toEqual(all.toReversed());
        expect(await idsOf(things, { ...up, equals: [null] })).toEqual(['t10', 't11']);
        expect(await idsOf(things, { ...up, equals: ['b'] })).toEqual(['t21']);
        expect(await idsOf(things, { ...up, equals: [false] })).toEqual(['t25']);
      });

      it('selects ranges of one type', async () => {
        const things = await collection(['v']);
        await put(
          things,
          1n,
          ...values.map((v, i) => ({ id: `t${10 + i}`, ...(v !== undefined && { v }) })),
        );
        const range = async (bounds: NonNullable<FindOptions['range']>): Promise<unknown[]> => {
          const up = await store.find<Thing>(things, {
            index: 'v',
            equals: [],
            range: bounds,
            limit: 99,
          });
          const down = await store.find<Thing>(things, {
            index: 'v',
            equals: [],
            range: bounds,
            limit: 99,
            order: 'descending',
          });
          expect(down.items).toEqual(up.items.toReversed());
          return up.items.map((thing) => thing['v'] ?? null);
        };
        expect(await range({ from: 0 })).toEqual([0, 2, 10]);
        expect(await range({ from: 0, fromExclusive: true, to: 10 })).toEqual([2, 10]);
        expect(await range({ to: 2, toExclusive: true })).toEqual([-3, -0.5, 0]);
        expect(await range({ from: 'A', to: 'a' })).toEqual(['A', 'B', 'a']);
        expect(await range({ from: 'b', fromExclusive: true })).toEqual(['é', '\uffee', '😀']);
        expect(await range({ to: 'A', toExclusive: true })).toEqual(['']);
        expect(await range({ from: false })).toEqual([false, true]);
        expect(await range({ from: false, fromExclusive: true })).toEqual([true]);
        expect(await range({ from: null })).toEqual([null, null]);
        expect(await range({ from: 1, to: 'b' })).toEqual([]);
        expect(await range({ from: 5, to: 4 })).toEqual([]);
      });

      it('combines equality with a range on the next field', async () => {
        const things = await collection(['firm', 'day', 'kind']);
        const rows = ['F1', 'F2'].flatMap((firm) =>
          [1, 2, 3].flatMap((day) =>
            ['x', 'y'].map((kind) => ({ id: `${firm}${day}${kind}`, firm, day, kind })),
          ),
        );
        await put(things, 1n, ...rows);
        const index = 'firm_day_kind';
        expect(
          await idsOf(things, { index, equals: ['F2'], range: { from: 2 }, limit: 9 }),
        ).toEqual(['F22x', 'F22y', 'F23x', 'F23y']);
        expect(
          await idsOf(things, { index, equals: ['F1', 2], range: { to: 'x' }, limit: 9 }),
        ).toEqual(['F12x']);
        expect(await idsOf(things, { index, equals: ['F1', 2, 'y'], limit: 9 })).toEqual(['F12y']);
        expect(await idsOf(things, { index, equals: ['F'], limit: 9 })).toEqual([]);
      });

      it('finds by dotted fields, by elements of arrays and by fields of their elements', async () => {
        const things = await collection(['address.state'], ['firm', 'holders'], ['owners.login']);
        await put(
          things,
          1n,
          {
            id: 'a',
            firm: 'F',
            address: { state: 'MA' },
            holders: ['h1', 'h2', 'h1'],
            owners: [{ login: 'o1' }, { login: 'o2' }],
          },
          { id: 'b', firm: 'F', address: { state: 'NY' }, holders: ['h2'], owners: [] },
          { id: 'c', firm: 'F', address: null, holders: [] },
        );
        expect(await idsOf(things, { index: 'address_state', equals: ['NY'], limit: 9 })).toEqual([
          'b',
        ]);
        expect(await idsOf(things, { index: 'address_state', equals: [null], limit: 9 })).toEqual([
          'c',
        ]);
        expect(
          await idsOf(things, { index: 'firm_holders', equals: ['F', 'h2'], limit: 9 }),
        ).toEqual(['a', 'b']);
        expect(
          await idsOf(things, { index: 'firm_holders', equals: ['F', 'h1'], limit: 9 }),
        ).toEqual(['a']);
        expect(await idsOf(things, { index: 'owners_login', equals: ['o2'], limit: 9 })).toEqual([
          'a',
        ]);
        await put(things, 2n, {
          id: 'a',
          firm: 'F',
          address: { state: 'NY' },
          holders: ['h3'],
          owners: [{ login: 'o2' }],
        });
        expect(
          await idsOf(things, { index: 'firm_holders', equals: ['F', 'h2'], limit: 9 }),
        ).toEqual(['b']);
        expect(
          await idsOf(things, { index: 'firm_holders', equals: ['F', 'h3'], limit: 9 }),
        ).toEqual(['a']);
        expect(await idsOf(things, { index: 'owners_login', equals: ['o1'], limit: 9 })).toEqual(
          [],
        );
        expect(await idsOf(things, { index: 'owners_login', equals: ['o2'], limit: 9 })).toEqual([
          'a',
        ]);
        expect(await idsOf(things, { index: 'address_state', equals: ['NY'], limit: 9 })).toEqual([
          'a',
          'b',
        ]);
        await expect(
          store.find(things, { index: 'firm_holders', equals: ['F'], limit: 9 }),
        ).rejects.toThrow('selected by equality');
      });

      it('tells long strings apart', async () => {
        const things = await collection(['v']);
        const long = 'x'.repeat(3_000);
        await put(things, 1n, { id: 'a', v: `${long}1` }, { id: 'b', v: `${long}2` });
        expect(await idsOf(things, { index: 'v', equals: [`${long}2`], limit: 9 })).toEqual(['b']);
      });

      it('finds documents with their ids and positions, page by page', async () => {
        const things = await collection(['v']);
        await put(things, 7n, { id: 'a', v: 2 }, { id: 'b', v: 1 }, { id: 'c', v: 3 });
        const all = { index: 'v', equals: [], limit: 2 };
        const page = await store.findStored(things, all);
        expect(page.items).toEqual([
          { id: 'b', document: { id: 'b', v: 1 }, position: 7n },
          { id: 'a', document: { id: 'a', v: 2 }, position: 7n },
        ]);
        const rest = await store.findStored(things, { ...all, after: page.next ?? '' });
        expect(rest).toEqual({ items: [{ id: 'c', document: { id: 'c', v: 3 }, position: 7n }] });
      });

      it('refuses what no index was declared for', async () => {
        const things = await collection(['v']);
        await put(things, 1n, { id: 'a', v: 1 });
        const find = (options: Partial<FindOptions>): Promise<unknown> =>
          store.find(things, { index: 'v', equals: [], limit: 9, ...options });
        await expect(find({ index: 'w' })).rejects.toThrow('no index');
        await expect(find({ equals: [1, 2] })).rejects.toThrow('fewer fields');
        await expect(find({ equals: [1], range: { from: 1 } })).rejects.toThrow('fewer fields');
        await expect(find({ limit: 0 })).rejects.toThrow('page');
      });
    });

    describe('pages', () => {
      it.each(['ascending', 'descending'] as const)('go through all, %s', async (order) => {
        const things = await collection(['group', 'v']);
        const mixed = [null, 1, 1, 2, 'a', 'a', 'b', true];
        await put(things, 1n, ...mixed.map((v, i) => ({ id: `t${i}`, group: 'g', v })));
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await store.find<Thing>(things, {
            index: 'group_v',
            equals: ['g'],
            limit: 3,
            order,
            ...(after !== undefined && { after }),
          });
          seen.push(...page.items.map(({ id }) => id));
          after = page.next;
        } while (after !== undefined);
        const all = mixed.map((_, i) => `t${i}`);
        expect(seen).toEqual(order === 'ascending' ? all : all.toReversed());
      });

      it('neither repeat nor skip what stays while others come and go', async () => {
        const things = await collection(['v']);
        await put(things, 1n, ...[1, 2, 3, 4, 5, 6].map((v) => ({ id: `t${v}`, v })));
        const first = await store.find<Thing>(things, { index: 'v', equals: [], limit: 2 });
        expect(first.items.map(({ id }) => id)).toEqual(['t1', 't2']);
        await store.write({
          writes: [
            { collection: things, id: 't2', position: 2n },
            { collection: things, id: 't4', position: 2n },
            { collection: things, id: 't0', document: { id: 't0', v: 0 }, position: 2n },
            { collection: things, id: 't25', document: { id: 't25', v: 2.5 }, position: 2n },
          ],
          checkpoints: [],
        });
        const rest = await store.find<Thing>(things, {
          index: 'v',
          equals: [],
          limit: 9,
          after: first.next ?? '',
        });
        expect(rest.items.map(({ id }) => id)).toEqual(['t25', 't3', 't5', 't6']);
        expect(rest.next).toBeUndefined();
      });

      it('have no next when they end with the last document', async () => {
        const things = await collection(['v']);
        await put(things, 1n, { id: 'a', v: 1 }, { id: 'b', v: 2 });
        expect(
          (await store.find(things, { index: 'v', equals: [], limit: 2 })).next,
        ).toBeUndefined();
      });

      it.each([
        '',
        'x',
        '!!',
        Buffer.from('[1]').toString('base64url'),
        Buffer.from('[{},"a"]').toString('base64url'),
      ])('refuse the cursor %j', async (after) => {
        const things = await collection(['v']);
        await put(things, 1n, { id: 'a', v: 1 });
        await expect(
          store.find(things, { index: 'v', equals: [], limit: 2, after }),
        ).rejects.toThrow(InvalidCursorError);
      });
    });

    describe('collections', () => {
      it('are created once, get new indexes and refuse changed ones', async () => {
        const things = await collection(['v']);
        await put(things, 1n, { id: 'a', v: 1, w: 2 });
        const v = { name: 'v', fields: ['v'] };
        const w = { name: 'w', fields: ['w'] };
        await store.ensureCollection({ name: things, indexes: [v] });
        await store.ensureCollection({ name: things, indexes: [v, w] });
        expect(await idsOf(things, { index: 'w', equals: [2], limit: 9 })).toEqual(['a']);
        expect(await idsOf(things, { index: 'v', equals: [1], limit: 9 })).toEqual(['a']);
        await put(things, 2n, { id: 'a', v: 1, w: 3 });
        expect(await idsOf(things, { index: 'w', equals: [2], limit: 9 })).toEqual([]);
        expect(await store.count(things)).toBe(1);
        await expect(
          store.ensureCollection({ name: things, indexes: [{ name: 'v', fields: ['w'] }] }),
        ).rejects.toThrow();
        await expect(store.ensureCollection({ name: 'Not.Good', indexes: [] })).rejects.toThrow();
      });

      it('are dropped with all they hold', async () => {
        const things = await collection(['v']);
        const other = await collection(['v']);
        const many = Array.from({ length: 2_500 }, (_, i) => ({ id: `t${i}`, v: i }));
        await put(things, 9n, ...many);
        await put(other, 9n, { id: 'a', v: 1 });
        await store.dropCollection(things);
        await store.dropCollection(unique('never'));
        expect(await store.listCollections()).not.toContain(things);
        expect(await store.get(things, 't1')).toBeUndefined();
        await store.ensureCollection({ name: things, indexes: [{ name: 'v', fields: ['v'] }] });
        expect(await store.count(things)).toBe(0);
        expect(await idsOf(things, { index: 'v', equals: [], limit: 9 })).toEqual([]);
        await put(things, 1n, { id: 't1', v: 5 });
        expect(await store.get(things, 't1')).toEqual({ id: 't1', v: 5 });
        expect(await idsOf(other, { index: 'v', equals: [], limit: 9 })).toEqual(['a']);
      });
    });

    describe('pointers', () => {
      it('are set when they have the expected value', async () => {
        const pointer = unique('pointer');
        expect(await store.pointer(pointer)).toBeUndefined();
        expect(await store.setPointer(pointer, 'x', 'a')).toBe(false);
        expect(await store.setPointer(pointer, undefined, 'a')).toBe(true);
        expect(await store.setPointer(pointer, undefined, 'b')).toBe(false);
        expect(await store.setPointer(pointer, 'a', 'b')).toBe(true);
        expect(await store.pointer(pointer)).toBe('b');
      });

      it('go to one of many who ask at once', async () => {
        const pointer = unique('pointer');
        const won = await Promise.all(
          Array.from({ length: 20 }, (_, i) => store.setPointer(pointer, undefined, `v${i}`)),
        );
        expect(won.filter(Boolean)).toHaveLength(1);
        expect(await store.pointer(pointer)).toBe(`v${won.indexOf(true)}`);
      });
    });

    describe('clearing', () => {
      it('leaves nothing but leases', async () => {
        const [things, last] = [await collection(['id']), await collection()];
        await put(things, 7n, { id: 'a' });
        await put(last, 7n, { id: 'a' });
        await store.write({ writes: [], checkpoints: [{ name: things, position: 7n }] });
        const pointer = unique('pointer');
        await store.setPointer(pointer, undefined, things);
        const lease = await store.acquireLease(unique('lease'), 'me', 1_000);
        await store.clear({ last });
        expect(await store.listCollections()).toEqual([]);
        expect(await store.checkpoint(things)).toBeUndefined();
        expect(await store.pointer(pointer)).toBeUndefined();
        expect(await store.renewLease(lease!, 1_000)).toBe(true);
        // begun anew, there is nothing of before
        await store.ensureCollection({ name: things, indexes: [{ name: 'id', fields: ['id'] }] });
        expect(await store.get(things, 'a')).toBeUndefined();
        await put(things, 3n, { id: 'b' });
        await store.write({ writes: [], checkpoints: [{ name: things, position: 3n }] });
        expect(await idsOf(things, { index: 'id', equals: [], limit: 9 })).toEqual(['b']);
        expect(await store.checkpoint(things)).toBe(3n);
        await store.clear({ last: 'never_made' });
        expect(await store.listCollections()).toEqual([]);
      });
    });

    describe('leases', () => {
      it('have one holder until they run out, and a higher epoch with each new one', async () => {
        const name = unique('lease');
        const first = await store.acquireLease(name, 'one', 1_000);
        expect(first).toEqual({ name, holder: 'one', epoch: 1 });
        expect(await store.acquireLease(name, 'two', 1_000)).toBeUndefined();
        expect((await store.acquireLease(name, 'one', 1_000))?.epoch).toBe(1);
        clock.advance(900);
        expect(await store.renewLease(first!, 1_000)).toBe(true);
        clock.advance(900);
        expect(await store.acquireLease(name, 'two', 1_000)).toBeUndefined();
        clock.advance(200);
        const second = await store.acquireLease(name, 'two', 1_000);
        expect(second).toEqual({ name, holder: 'two', epoch: 2 });
        expect(await store.renewLease(first!, 1_000)).toBe(false);
        await store.releaseLease(first!);
        expect(await store.acquireLease(name, 'three', 1_000)).toBeUndefined();
        await store.releaseLease(second!);
        expect((await store.acquireLease(name, 'three', 1_000))?.epoch).toBe(3);
      });

      it('go to one of many who ask at once', async () => {
        const name = unique('lease');
        const got = await Promise.all(
          Array.from({ length: 20 }, (_, i) => store.acquireLease(name, `h${i}`, 1_000)),
        );
        expect(got.filter((lease) => lease !== undefined)).toHaveLength(1);
      });

      it('keep a former holder from writing anything', async () => {
        const things = await collection();
        const name = unique('lease');
        const batch = (id: string, position: bigint) => ({
          writes: [{ collection: things, id, document: { id }, position }],
          checkpoints: [{ name: things, position }],
        });
        const first = await store.acquireLease(name, 'one', 1_000);
        await store.write({ ...batch('a', 1n), lease: first! });
        clock.advance(1_001);
        // Only run out, nobody has taken it: the epoch is still the newest.
        await store.write({ ...batch('b', 2n), lease: first! });
        const second = await store.acquireLease(name, 'two', 1_000);
        await expect(store.write({ ...batch('c', 3n), lease: first! })).rejects.toThrow(
          LeaseLostError,
        );
        expect(await store.get(things, 'c')).toBeUndefined();
        expect(await store.checkpoint(things)).toBe(2n);
        await store.write({ ...batch('d', 4n), lease: second! });
        expect(await store.count(things)).toBe(3);
        await expect(
          store.write({ writes: [], checkpoints: [{ name: things, position: 9n }], lease: first! }),
        ).rejects.toThrow(LeaseLostError);
      });
    });
  });
}
