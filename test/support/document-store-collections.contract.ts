import { describe, expect, it } from '@jest/globals';
import { LeaseLostError } from '#libs/platform/read-models';
import { type ThingsContext, unique } from './document-store-things.js';

/** Collections, pointers to them, clearing them, and leases. */
export function collectionsContract({ clock, collection, idsOf, put, store }: ThingsContext): void {
  describe('collections', () => {
    it('are created once, get new indexes and refuse changed ones', async () => {
      const things = await collection(['v']);
      await put(things, 1n, { id: 'a', v: 1, w: 2 });
      const v = { name: 'v', fields: ['v'] };
      const w = { name: 'w', fields: ['w'] };
      await store().ensureCollection({ name: things, indexes: [v] });
      expect(await idsOf(things, { index: 'v', equals: [1], limit: 9 })).toEqual(['a']);
      await store().ensureCollection({ name: things, indexes: [v, w] });
      expect(await idsOf(things, { index: 'w', equals: [2], limit: 9 })).toEqual(['a']);
      expect(await idsOf(things, { index: 'v', equals: [1], limit: 9 })).toEqual(['a']);
      await put(things, 2n, { id: 'a', v: 1, w: 3 });
      expect(await idsOf(things, { index: 'w', equals: [2], limit: 9 })).toEqual([]);
      expect(await store().count(things)).toBe(1);
      await expect(
        store().ensureCollection({ name: things, indexes: [{ name: 'v', fields: ['w'] }] }),
      ).rejects.toThrow();
      await expect(store().ensureCollection({ name: 'Not.Good', indexes: [] })).rejects.toThrow();
    });

    it('are made by all who ask at once', async () => {
      const things = { name: unique('things'), indexes: [{ name: 'v', fields: ['v'] }] };
      await Promise.all(Array.from({ length: 5 }, () => store().ensureCollection(things)));
      await put(things.name, 1n, { id: 'a', v: 1 });
      expect(await idsOf(things.name, { index: 'v', equals: [1], limit: 9 })).toEqual(['a']);
    });

    it('are dropped with all they hold', async () => {
      const things = await collection(['v']);
      const other = await collection(['v']);
      const many = Array.from({ length: 2_500 }, (_, i) => ({ id: `t${i}`, v: i }));
      await put(things, 9n, ...many);
      await put(other, 9n, { id: 'a', v: 1 });
      await store().dropCollection(things);
      await store().dropCollection(unique('never'));
      await expect(put(things, 10n, { id: 't1', v: 1 })).rejects.toThrow();
      expect(await store().listCollections()).not.toContain(things);
      expect(await store().get(things, 't1')).toBeUndefined();
      await store().ensureCollection({ name: things, indexes: [{ name: 'v', fields: ['v'] }] });
      expect(await store().count(things)).toBe(0);
      expect(await idsOf(things, { index: 'v', equals: [], limit: 9 })).toEqual([]);
      await put(things, 1n, { id: 't1', v: 5 });
      expect(await store().get(things, 't1')).toEqual({ id: 't1', v: 5 });
      expect(await idsOf(other, { index: 'v', equals: [], limit: 9 })).toEqual(['a']);
    });
  });

  describe('pointers', () => {
    it('are set when they have the expected value', async () => {
      const pointer = unique('pointer');
      expect(await store().pointer(pointer)).toBeUndefined();
      expect(await store().setPointer(pointer, 'x', 'a')).toBe(false);
      expect(await store().setPointer(pointer, undefined, 'a')).toBe(true);
      expect(await store().setPointer(pointer, undefined, 'b')).toBe(false);
      expect(await store().setPointer(pointer, 'a', 'b')).toBe(true);
      expect(await store().pointer(pointer)).toBe('b');
    });

    it('go to one of many who ask at once', async () => {
      const pointer = unique('pointer');
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store().setPointer(pointer, undefined, `v${i}`)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await store().pointer(pointer)).toBe(`v${won.indexOf(true)}`);
    });
  });

  describe('clearing', () => {
    it('leaves nothing but leases', async () => {
      const [things, last] = [await collection(['id']), await collection()];
      await put(things, 7n, { id: 'a' });
      await put(last, 7n, { id: 'a' });
      await store().write({ writes: [], checkpoints: [{ name: things, position: 7n }] });
      const pointer = unique('pointer');
      await store().setPointer(pointer, undefined, things);
      const lease = await store().acquireLease(unique('lease'), 'me', 1_000);
      await store().clear({ last });
      expect(await store().listCollections()).toEqual([]);
      expect(await store().checkpoint(things)).toBeUndefined();
      expect(await store().pointer(pointer)).toBeUndefined();
      expect(await store().renewLease(lease!, 1_000)).toBe(true);
      // starts empty after a reset
      await store().ensureCollection({ name: things, indexes: [{ name: 'id', fields: ['id'] }] });
      expect(await store().get(things, 'a')).toBeUndefined();
      await put(things, 3n, { id: 'b' });
      await store().write({ writes: [], checkpoints: [{ name: things, position: 3n }] });
      expect(await idsOf(things, { index: 'id', equals: [], limit: 9 })).toEqual(['b']);
      expect(await store().checkpoint(things)).toBe(3n);
      await store().clear({ last: 'never_made' });
      expect(await store().listCollections()).toEqual([]);
    });
  });

  describe('leases', () => {
    it('have one holder until they run out, and a higher epoch with each new one', async () => {
      const name = unique('lease');
      const first = await store().acquireLease(name, 'one', 1_000);
      expect(first).toEqual({ name, holder: 'one', epoch: 1 });
      expect(await store().acquireLease(name, 'two', 1_000)).toBeUndefined();
      expect((await store().acquireLease(name, 'one', 1_000))?.epoch).toBe(1);
      clock.advance(900);
      expect(await store().renewLease(first!, 1_000)).toBe(true);
      clock.advance(900);
      expect(await store().acquireLease(name, 'two', 1_000)).toBeUndefined();
      clock.advance(200);
      const second = await store().acquireLease(name, 'two', 1_000);
      expect(second).toEqual({ name, holder: 'two', epoch: 2 });
      expect(await store().renewLease(first!, 1_000)).toBe(false);
      await store().releaseLease(first!);
      expect(await store().acquireLease(name, 'three', 1_000)).toBeUndefined();
      await store().releaseLease(second!);
      const third = await store().acquireLease(name, 'three', 1_000);
      expect(third?.epoch).toBe(3);
      await store().releaseLease(third!);
      expect(await store().renewLease(third!, 1_000)).toBe(false);
      expect((await store().acquireLease(name, 'three', 1_000))?.epoch).toBe(4);
      expect(await store().renewLease(third!, 1_000)).toBe(false);
    });

    it('go to one of many who ask at once', async () => {
      const name = unique('lease');
      // there is no lease at first, later one that has expired
      for (const epoch of [1, 2]) {
        const got = await Promise.all(
          Array.from({ length: 20 }, (_, i) => store().acquireLease(name, `${epoch}.${i}`, 1_000)),
        );
        expect(got.filter((lease) => lease !== undefined)).toMatchObject([{ epoch }]);
        clock.advance(1_001);
      }
    });

    it('keep a former holder from writing anything', async () => {
      const things = await collection();
      const name = unique('lease');
      const batch = (id: string, position: bigint) => ({
        writes: [{ collection: things, id, document: { id }, position }],
        checkpoints: [{ name: things, position }],
      });
      const first = await store().acquireLease(name, 'one', 1_000);
      await store().write({ ...batch('a', 1n), lease: first! });
      clock.advance(1_001);
      // it has only expired, nobody took it: the epoch is still the newest
      await store().write({ ...batch('b', 2n), lease: first! });
      const second = await store().acquireLease(name, 'two', 1_000);
      await expect(store().write({ ...batch('c', 3n), lease: first! })).rejects.toThrow(
        LeaseLostError,
      );
      expect(await store().get(things, 'c')).toBeUndefined();
      expect(await store().checkpoint(things)).toBe(2n);
      await store().write({ ...batch('d', 4n), lease: second! });
      expect(await store().count(things)).toBe(3);
      await expect(
        store().write({ writes: [], checkpoints: [{ name: things, position: 9n }], lease: first! }),
      ).rejects.toThrow(LeaseLostError);
    });
  });
}
