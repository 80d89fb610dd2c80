import { beforeEach, describe, expect, it } from '@jest/globals';
import { SharedPoll } from './projections.queries.js';

describe('SharedPoll', () => {
  let polls: number;
  let pauses: number;
  let poll: () => Promise<number>;
  let shared: SharedPoll<number>;
  beforeEach(() => {
    polls = 0;
    pauses = 0;
    poll = () => Promise.resolve((polls += 1));
    shared = new SharedPoll(
      () => poll(),
      60_000,
      () => Promise.resolve((pauses += 1)),
    );
  });

  it('polls once for all concurrent readers, again for a later one, and never without readers', async () => {
    const readers = Array.from({ length: 50 }, () => shared.next());
    const found = await Promise.all(readers);
    expect(new Set(found)).toEqual(new Set([{ value: 1, json: '1' }]));
    expect([polls, pauses]).toEqual([1, 0]);
    expect((await shared.next()).value).toBe(2);
    expect([polls, pauses]).toEqual([2, 1]);
  });

  it('serves a reader that comes during a poll from the next one, one poll at a time', async () => {
    let release: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      poll = async () => {
        const mine = (polls += 1);
        resolve();
        if (mine === 1) await new Promise<void>((free) => (release = free));
        return mine;
      };
    });
    const first = shared.next();
    await begun;
    const second = shared.next();
    expect(polls).toBe(1);
    release();
    expect([(await first).value, (await second).value]).toEqual([1, 2]);
  });

  it('reports a failed poll to all its readers, and polls again for the next one', async () => {
    poll = () => Promise.reject(new Error('away'));
    const readers = await Promise.allSettled([shared.next(), shared.next()]);
    expect(readers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    poll = () => Promise.resolve(7);
    expect((await shared.next()).value).toBe(7);
  });
});
