import { describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/kernel';
import type { FeedEntry, FeedReader, FeedRights, FirmScope } from '../feed.queries.js';

import { accountSource, type FeedSource, firmSource } from './feed-source.js';

const PERMISSIONS = 'brokerage.account.permissions-changed.v1';
const caller = { kind: 'token', id: 'a', member: 'api-user', firmId: '7' } as unknown as Caller;

/** An event of firm 7 unless specified. */
function entry(more: object): FeedEntry {
  const one = { firmId: '7', accountNumber: 'A', sequence: 1, position: 1n };
  return { ...one, event: { type: 'x' }, ...more } as unknown as FeedEntry;
}

describe('the feed of an account', () => {
  const source = accountSource({} as FeedReader, {} as FeedRights, caller, entry({}), 4);

  it.each<[boolean, object]>([
    [true, { sequence: 5 }],
    [false, { sequence: 4 }],
    [false, { sequence: 5, accountNumber: 'B' }],
  ])('goes on: %s with %j', (isNext, more) => {
    expect(source.isNext(entry(more))).toBe(isNext);
  });

  it.each([
    [true, 'account.PermissionRevoked.v1', 'account-A'],
    [false, 'account.PermissionRevoked.v1', 'account-B'],
    [true, 'client.ClientRevoked.v1', 'client-k'],
    [true, 'erasure.PersonErased.v1', 'erasure-jdoe'],
  ])('depends: %s on %s of %s', (depends, type, stream) => {
    expect(source.isOnRights({ type, stream } as StoredEvent)).toBe(depends);
  });

  it.each([
    [undefined, {}],
    ['rights-lost', { mayRead: false }],
    ['rights-lost', { isKnown: false }],
    ['credentials-revoked', { isRevoked: true }],
  ])('ends for %s with %j', async (lost, now) => {
    const found = { isRevoked: false, isKnown: true, mayRead: true, ...now };
    const rights = {
      isRevoked: () => Promise.resolve(found.isRevoked),
      isKnown: (_caller: Caller, atLeast: bigint) =>
        Promise.resolve(found.isKnown && atLeast === 90n),
      mayRead: () => Promise.resolve(found.mayRead),
    };
    const ofRights = accountSource({} as FeedReader, rights as never, caller, entry({}), 4);
    expect(await ofRights.lost(90n)).toBe(lost);
  });
});

describe('the feed of a firm', () => {
  /** Log positions as of which rights were checked. */
  let asked: unknown[];
  let mayRead: boolean;
  let isRevoked: boolean;
  let isKnown: boolean;
  const sourceOf = (scope: FirmScope): FeedSource => {
    [asked, mayRead, isRevoked, isKnown] = [[], true, false, true];
    const rights = {
      isRevoked: () => Promise.resolve(isRevoked),
      isKnown: (_caller: Caller, atLeast: bigint) => {
        asked.push(atLeast);
        return Promise.resolve(isKnown);
      },
      mayRead: (account: string) => {
        asked.push(account);
        return Promise.resolve(mayRead);
      },
    };
    return firmSource({} as FeedReader, rights as never, caller, scope, 4n);
  };

  it.each<[boolean, object, string | undefined]>([
    [true, { position: 5n }, '7'],
    [false, { position: 4n }, '7'],
    [false, { position: 5n, firmId: '8' }, '7'],
    [true, { position: 5n, firmId: '8' }, undefined],
  ])('goes on: %s with %p for %s', (isNext, more, firmId) => {
    expect(sourceOf({ firmId, holder: undefined }).isNext(entry(more))).toBe(isNext);
  });

  it.each([undefined, 'jdoe'])(
    'ends once nobody may act as its reader any more, as of a log position: %s',
    async (holder) => {
      const source = sourceOf({ firmId: '7', holder });
      expect(await source.lost(90n)).toBeUndefined();
      isKnown = false;
      expect(await source.lost(93n)).toBe('rights-lost');
      expect(asked).toEqual([90n, 93n]);
    },
  );

  it.each<[FirmScope]>([
    [{ firmId: '7', holder: undefined }],
    [{ firmId: '7', holder: 'jdoe' }],
    [{ firmId: undefined, holder: undefined }],
  ])('ends once the credentials are revoked, and depends on clients: %j', async (scope) => {
    const source = sourceOf(scope);
    expect(await source.lost(90n)).toBeUndefined();
    isRevoked = true;
    expect(await source.lost(90n)).toBe('credentials-revoked');
    const types = ['client.ClientRevoked.v1', 'account.PermissionRevoked.v1'];
    expect(types.map((type) => source.isOnRights({ type } as StoredEvent))).toEqual([true, false]);
  });

  it('checks once whether a member may read an account, and again after its permissions change', async () => {
    const source = sourceOf({ firmId: '7', holder: 'jdoe' });
    expect([await source.shows(entry({})), await source.shows(entry({}))]).toEqual([true, true]);
    expect(asked).toEqual(['A']);
    mayRead = false;
    expect(await source.shows(entry({ event: { type: PERMISSIONS } }))).toBe(false);
    mayRead = true;
    expect(await source.shows(entry({}))).toBe(false);
    expect(await source.shows(entry({ event: { type: PERMISSIONS } }))).toBe(true);
    expect(asked).toEqual(['A', 'A', 'A']);
  });
});
