import { describe, expect, it } from '@jest/globals';
import { type Caller, RefusedException } from '#libs/platform/kernel';
import { FeedRights } from './feed.queries.js';

interface Client {
  readonly firmId: string;
  readonly revoked: boolean;
}

/** Rights given the calling client. */
function rightsOver(calling?: Client): FeedRights {
  const aggregates = {
    load: ({ initial }: { readonly initial: object }) =>
      Promise.resolve({ state: calling === undefined ? initial : { client: calling } }),
  };
  return new FeedRights(aggregates as never, {} as never);
}

const caller = (more: object = {}): Caller =>
  ({ id: 'k', kind: 'api-client', roles: ['client'], ...more }) as unknown as Caller;

const revoked = { firmId: '7', revoked: true };

describe('FeedRights', () => {
  it.each([true, false, undefined])('shows all accounts to the firm itself: %s', (firmItself) => {
    const rights = rightsOver();
    const asked = caller({ firmId: '7', member: 'login', firmItself });
    const holder = firmItself === true ? undefined : 'login';
    expect(rights.scopeOf(asked)).toEqual({ firmId: '7', holder });
    const firmOfApiUser = () => rights.firmOfApiUser(asked);
    if (firmItself === true) expect(firmOfApiUser()).toBe('7');
    else expect(firmOfApiUser).toThrow(RefusedException);
  });

  it.each<[boolean, Caller, Client | undefined]>([
    [true, caller(), revoked],
    [true, caller(), undefined],
    [false, caller({ kind: 'token' }), undefined],
  ])('says whether credentials are revoked: %s', async (isRevoked, asked, calling) => {
    expect(await rightsOver(calling).isRevoked(asked, 0n)).toBe(isRevoked);
  });

  it('shows a nonexistent account to nobody', async () => {
    expect(await rightsOver().mayRead('RA00000001', caller())).toBe(false);
  });
});
