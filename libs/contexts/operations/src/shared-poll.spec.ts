import { beforeEach, describe, expect, it } from '@jest/globals';
import { SharedLook } from './projection-watch.js';

describe('SharedLook', () => {
  let looks: number;
  let pauses: number;
  let look: () => Promise<number>;
  let shared: SharedLook<number>;
  beforeEach(() => {
    looks = 0;
    pauses = 0;
    look = () => Promise.resolve((looks += 1));
    shared = new SharedLook(
      () => look(),
      60_000,
      () => Promise.resolve((pauses += 1)),
    );
  });

  it('looks once for all who wait, again for who asks again, and not at all for nobody', async () => {
    const readers = Array.from({ length: 50 }, () => shared.next());
    const found = await Promise.all(readers);
    expect(new Set(found)).toEqual(new Set([{ value: 1, json: '1' }]));
    expect([looks, pauses]).toEqual([1, 0]);
    expect((await shared.next()).value).toBe(2);
    expect([looks, pauses]).toEqual([2, 1]);
  });

  it('shows who asks during a look what a later one finds, one look at a time', async () => {
    let release: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      look = async () => {
        const mine = (looks += 1);
        resolve();
        if (mine === 1) await new Promise<void>((free) => (release = free));
        return mine;
      };
    });
    const first = shared.next();
    await begun;
    const second = shared.next();
    expect(looks).toBe(1);
    release();
    expect([(await first).value, (await second).value]).toEqual([1, 2]);
  });

  it('tells all who wait that a look has failed, and looks again for the next', async () => {
    look = () => Promise.reject(new Error('away'));
    const readers = await Promise.allSettled([shared.next(), shared.next()]);
    expect(readers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    look = () => Promise.resolve(7);
    expect((await shared.next()).value).toBe(7);
  });
});
