import { describe, expect, it } from '@jest/globals';
import { type FindOptions, InvalidCursorError } from '#libs/platform/read-models';
import { type Thing, type ThingsContext } from './document-store-things.js';

/** Finding by indexes, page by page. */
export function indexesContract({ collection, idsOf, put, store }: ThingsContext): void {
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

    it('ends a page once its documents have so many bytes, with one document at least', async () => {
      const things = await collection(['v']);
      const text = 'x'.repeat(1_000);
      const wide = Array.from({ length: 9 }, (_, v) => ({ id: `t${v}`, v, text }));
      await put(things, 1n, ...wide);
      for (const order of ['ascending', 'descending'] as const) {
        for (const [maxBytes, limit, size] of [
          [1, 9, 1],
          [3_500, 9, 4],
          [3_500, 2, 2],
        ] as const) {
          const found: string[] = [];
          const sizes: number[] = [];
          let after: string | undefined;
          do {
            const place = after === undefined ? {} : { after };
            const wanted = { index: 'v', equals: [], order, limit, maxBytes, ...place };
            const page = await store().findStored<Thing>(things, wanted);
            found.push(...page.items.map(({ id }) => id));
            sizes.push(page.items.length);
            after = page.next;
          } while (after !== undefined);
          const ids = wide.map(({ id }) => id);
          expect(found).toEqual(order === 'ascending' ? ids : ids.toReversed());
          expect(new Set(sizes.slice(0, -1))).toEqual(new Set([size]));
        }
      }
    });

    it('selects ranges of one type', async () => {
      const things = await collection(['v']);
      await put(
        things,
        1n,
        ...values.map((v, i) => ({ id: `t${10 + i}`, ...(v !== undefined && { v }) })),
      );
      const range = async (bounds: NonNullable<FindOptions['range']>): Promise<unknown[]> => {
        const up = await store().find<Thing>(things, {
          index: 'v',
          equals: [],
          range: bounds,
          limit: 99,
        });
        const down = await store().find<Thing>(things, {
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
      expect(await idsOf(things, { index, equals: ['F2'], range: { from: 2 }, limit: 9 })).toEqual([
        'F22x',
        'F22y',
        'F23x',
        'F23y',
      ]);
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
      expect(await idsOf(things, { index: 'firm_holders', equals: ['F', 'h2'], limit: 9 })).toEqual(
        ['a', 'b'],
      );
      expect(await idsOf(things, { index: 'firm_holders', equals: ['F', 'h1'], limit: 9 })).toEqual(
        ['a'],
      );
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
      expect(await idsOf(things, { index: 'firm_holders', equals: ['F', 'h2'], limit: 9 })).toEqual(
        ['b'],
      );
      expect(await idsOf(things, { index: 'firm_holders', equals: ['F', 'h3'], limit: 9 })).toEqual(
        ['a'],
      );
      expect(await idsOf(things, { index: 'owners_login', equals: ['o1'], limit: 9 })).toEqual([]);
      expect(await idsOf(things, { index: 'owners_login', equals: ['o2'], limit: 9 })).toEqual([
        'a',
      ]);
      expect(await idsOf(things, { index: 'address_state', equals: ['NY'], limit: 9 })).toEqual([
        'a',
        'b',
      ]);
      await expect(
        store().find(things, { index: 'firm_holders', equals: ['F'], limit: 9 }),
      ).rejects.toThrow('by equality only');
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
      const page = await store().findStored(things, all);
      expect(page.items).toEqual([
        { id: 'b', document: { id: 'b', v: 1 }, position: 7n },
        { id: 'a', document: { id: 'a', v: 2 }, position: 7n },
      ]);
      const rest = await store().findStored(things, { ...all, after: page.next ?? '' });
      expect(rest).toEqual({ items: [{ id: 'c', document: { id: 'c', v: 3 }, position: 7n }] });
    });

    it('refuses what no index was declared for', async () => {
      const things = await collection(['v']);
      await put(things, 1n, { id: 'a', v: 1 });
      const find = (options: Partial<FindOptions>): Promise<unknown> =>
        store().find(things, { index: 'v', equals: [], limit: 9, ...options });
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
        const page = await store().find<Thing>(things, {
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

    it('leave a turn to others between them', async () => {
      const things = await collection(['v']);
      await put(things, 1n, { id: 'a', v: 1 }, { id: 'b', v: 2 });
      const all = { index: 'v', equals: [], limit: 1 };
      const { next = '' } = await store().find(things, all);
      for (const find of ['find', 'findStored'] as const) {
        let hadTurn = false;
        setImmediate(() => (hadTurn = true));
        await store()[find](things, { ...all, after: next });
        expect([find, hadTurn]).toEqual([find, true]);
      }
    });

    it('neither repeat nor skip what stays while others come and go', async () => {
      const things = await collection(['v']);
      await put(things, 1n, ...[1, 2, 3, 4, 5, 6].map((v) => ({ id: `t${v}`, v })));
      const first = await store().find<Thing>(things, { index: 'v', equals: [], limit: 2 });
      expect(first.items.map(({ id }) => id)).toEqual(['t1', 't2']);
      await store().write({
        writes: [
          { collection: things, id: 't2', position: 2n },
          { collection: things, id: 't4', position: 2n },
          { collection: things, id: 't0', document: { id: 't0', v: 0 }, position: 2n },
          { collection: things, id: 't25', document: { id: 't25', v: 2.5 }, position: 2n },
        ],
        checkpoints: [],
      });
      const rest = await store().find<Thing>(things, {
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
        (await store().find(things, { index: 'v', equals: [], limit: 2 })).next,
      ).toBeUndefined();
    });

    it('refuse a cursor of another index, and of the other direction', async () => {
      const things = await collection(['v'], ['w']);
      await put(things, 1n, { id: 'a', v: 1, w: 1 }, { id: 'b', v: 2, w: 2 });
      const up = { index: 'v', equals: [], limit: 1 };
      const down = { ...up, order: 'descending' } as const;
      for (const [of, other] of [
        [up, { ...up, index: 'w' }],
        [up, down],
        [down, up],
      ] as const) {
        const { next: after = '' } = await store().find(things, of);
        expect((await store().find(things, { ...of, after })).items).toHaveLength(1);
        const found = store().find(things, { ...other, after });
        await expect(found).rejects.toThrow(InvalidCursorError);
      }
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
        store().find(things, { index: 'v', equals: [], limit: 2, after }),
      ).rejects.toThrow(InvalidCursorError);
    });
  });
}
