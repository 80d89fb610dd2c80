import { describe, expect, it } from '@jest/globals';
import { type Caller, RefusedException } from '#libs/platform/http';
import { FeedRights } from './feed-rights.js';

interface Client {
  readonly firmId: string;
  readonly revoked: boolean;
}

/** Rights given the clients with the login id, and the calling client. */
function rightsOver(clients: readonly Client[], calling?: Client): FeedRights {
  const readModels = { of: () => ({ find: () => Promise.resolve({ items: clients }) }) };
  const aggregates = {
    load: ({ initial }: { readonly initial: object }) =>
      Promise.resolve({ state: calling === undefined ? initial : { client: calling } }),
  };
  return new FeedRights(aggregates as never, readModels as never, {} as never);
}

const caller = (more: object = {}): Caller =>
  ({ id: 'k', kind: 'api-client', roles: ['client'], ...more }) as unknown as Caller;

const own = { firmId: '7', revoked: false };
const revoked = { firmId: '7', revoked: true };
const others = { firmId: '8', revoked: false };

describe('FeedRights', () => {
  it.each<[boolean, readonly Client[]]>([
    [true, [own]],
    [true, [revoked, others, own]],
    [false, [revoked]],
    [false, [others]],
    [false, []],
  ])('takes a login id for the firm’s own: %s with %j', async (isOwn, clients) => {
    const rights = rightsOver(clients);
    expect(await rights.isApiUser('7', 'login')).toBe(isOwn);
    const asked = caller({ firmId: '7', member: 'login' });
    expect(await rights.scopeOf(asked)).toEqual({
      firmId: '7',
      holder: isOwn ? undefined : 'login',
    });
    if (isOwn) expect(await rights.firmOfApiUser(asked)).toBe('7');
    else await expect(rights.firmOfApiUser(asked)).rejects.toThrow(RefusedException);
  });

  it.each<[boolean, Caller, Client | undefined]>([
    [false, caller(), own],
    [true, caller(), revoked],
    [true, caller(), undefined],
    [false, caller({ kind: 'token' }), undefined],
  ])('says whether credentials are revoked: %s', async (isRevoked, asked, calling) => {
    expect(await rightsOver([], calling).isRevoked(asked)).toBe(isRevoked);
  });

  it('shows a nonexistent account to nobody', async () => {
    expect(await rightsOver([own]).mayRead('RA00000001', caller())).toBe(false);
  });
});
