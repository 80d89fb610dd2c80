import { describe, expect, it } from '@jest/globals';
import { type Thing, type ThingsContext, unique } from './document-store-things.js';

/** Writing documents: an older version never replaces a newer one. */
export function documentsContract({ collection, idsOf, put, store }: ThingsContext): void {
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
      expect(await store().get(things, 'a')).toEqual(document);
    });

    it('answers many in the order asked, with what is missing', async () => {
      const things = await collection();
      await put(things, 1n, { id: 'a' }, { id: 'b' });
      expect(await store().getMany(things, ['b', 'x', 'a', 'b'])).toEqual([
        { id: 'b' },
        undefined,
        { id: 'a' },
        { id: 'b' },
      ]);
      expect(await store().getMany(things, [])).toEqual([]);
    });

    it('takes ids of any script and tells them apart', async () => {
      const things = await collection();
      const ids = ['a', 'A', 'a ', 'ä', 'a\u0308', '😀', '\u{10ffff}', '\uffff', 'x'.repeat(512)];
      await put(things, 1n, ...ids.map((id) => ({ id })));
      expect((await store().getMany<Thing>(things, ids)).map((thing) => thing?.id)).toEqual(ids);
      expect(await store().get(things, 'b')).toBeUndefined();
      expect(await store().get(things, '')).toBeUndefined();
      expect(await store().get(things, 'x'.repeat(513))).toBeUndefined();
      await expect(put(things, 1n, { id: '' })).rejects.toThrow(TypeError);
      await expect(put(things, 1n, { id: 'x'.repeat(513) })).rejects.toThrow(TypeError);
      await expect(put(things, 1n, { id: '\ud800' })).rejects.toThrow(TypeError);
    });

    it('reads a collection that does not exist as empty, and writes to none', async () => {
      const none = unique('none');
      expect(await store().get(none, 'a')).toBeUndefined();
      expect(await store().getMany(none, ['a'])).toEqual([undefined]);
      expect(await store().load(none, ['a'])).toEqual([undefined]);
      expect(await store().count(none)).toBe(0);
      expect(await store().find(none, { index: 'x', equals: [], limit: 1 })).toEqual({ items: [] });
      await expect(put(none, 1n, { id: 'a' })).rejects.toThrow(none);
      expect(await store().listCollections()).not.toContain(none);
    });

    it('writes a thousand documents in one batch', async () => {
      const things = await collection(['group']);
      const writes = Array.from({ length: 1_000 }, (_, i) => ({
        collection: things,
        id: `t${i}`,
        document: { id: `t${i}`, group: i % 10 },
        position: BigInt(i + 1),
      }));
      await store().write({ writes, checkpoints: [{ name: things, position: 1_000n }] });
      expect(await store().count(things)).toBe(1_000);
      expect(await store().checkpoint(things)).toBe(1_000n);
      const found = await idsOf(things, { index: 'group', equals: [3], limit: 1_000 });
      expect(found).toHaveLength(100);
    });

    it('scans documents in id order with their positions, deleted ones left out', async () => {
      const things = await collection();
      const many = Array.from({ length: 450 }, (_, i) => ({ id: `t${1_000 + i}` }));
      await put(things, 5n, ...many);
      await store().write({
        writes: [{ collection: things, id: 't1001', position: 6n }],
        checkpoints: [],
      });
      const seen: string[] = [];
      for await (const { id, document, position } of store().scan(things)) {
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
      expect(await store().load(things, ['a'])).toEqual([
        { document: { id: 'a', n: 5 }, position: 5n },
      ]);
      await put(things, 6n, { id: 'a', n: 6 });
      expect(await store().get(things, 'a')).toEqual({ id: 'a', n: 6 });
      expect(await idsOf(things, { index: 'n', equals: [5], limit: 9 })).toEqual([]);
      expect(await idsOf(things, { index: 'n', equals: [6], limit: 9 })).toEqual(['a']);
      expect(await store().count(things)).toBe(1);
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
      await store().write({ writes, checkpoints: [{ name: things, position: 5n }] });
      expect(await store().getMany(things, ['a', 'b', 'c'])).toEqual([
        { id: 'a' },
        { id: 'b', n: 9 },
        { id: 'c' },
      ]);
      expect(await store().checkpoint(things)).toBe(5n);
    });

    it('remembers the position of a deleted document', async () => {
      const things = await collection(['n']);
      const remove = (id: string, position: bigint): Promise<void> =>
        store().write({ writes: [{ collection: things, id, position }], checkpoints: [] });
      await put(things, 5n, { id: 'a', n: 1 });
      await remove('a', 5n);
      expect(await store().get(things, 'a')).toEqual({ id: 'a', n: 1 });
      await remove('a', 7n);
      await put(things, 6n, { id: 'a', n: 2 });
      expect(await store().get(things, 'a')).toBeUndefined();
      expect(await store().load(things, ['a', 'never'])).toEqual([{ position: 7n }, undefined]);
      expect(await store().count(things)).toBe(0);
      expect(await idsOf(things, { index: 'n', equals: [], limit: 9 })).toEqual([]);
      expect(await idsOf(things, { index: 'n', equals: [null], limit: 9 })).toEqual([]);
      await put(things, 8n, { id: 'a', n: 3 });
      expect(await idsOf(things, { index: 'n', equals: [3], limit: 9 })).toEqual(['a']);
      expect(await store().count(things)).toBe(1);
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
      await store().write({ writes: [write(2n), write(3n), write(1n)], checkpoints: [] });
      expect(await store().get(things, 'a')).toEqual({ id: 'a', n: 3 });
      expect(await store().count(things)).toBe(1);
    });

    it('keeps positions of 63 bits exact', async () => {
      const things = await collection();
      const position = 2n ** 53n - 1n;
      await put(things, position, { id: 'a' });
      expect((await store().load(things, ['a']))[0]?.position).toBe(position);
    });

    it('never lets a checkpoint go back, unless it is removed', async () => {
      const checkpoint = unique('checkpoint');
      const set = (position: bigint): Promise<void> =>
        store().write({ writes: [], checkpoints: [{ name: checkpoint, position }] });
      expect(await store().checkpoint(checkpoint)).toBeUndefined();
      await set(5n);
      await set(3n);
      expect(await store().checkpoint(checkpoint)).toBe(5n);
      await store().deleteCheckpoint(checkpoint);
      expect(await store().checkpoint(checkpoint)).toBeUndefined();
      await set(1n);
      expect(await store().checkpoint(checkpoint)).toBe(1n);
    });

    it('sets the other checkpoints of a batch where one is further already', async () => {
      const [behind, ahead] = [unique('checkpoint'), unique('checkpoint')];
      await store().write({ writes: [], checkpoints: [{ name: ahead, position: 9n }] });
      const checkpoints = [ahead, behind].map((name) => ({ name, position: 5n }));
      await store().write({ writes: [], checkpoints });
      expect(await store().checkpoint(behind)).toBe(5n);
      expect(await store().checkpoint(ahead)).toBe(9n);
    });
  });
}
