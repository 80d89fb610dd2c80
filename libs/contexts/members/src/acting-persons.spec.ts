import { beforeEach, describe, expect, it } from '@jest/globals';
import { RefusedException, type Role } from '#libs/platform/http';
import { ActingPersons } from './acting-persons.js';
import { clientDocuments } from './read-models/client.document.js';

const OWN = '7';

describe('ActingPersons', () => {
  /** API clients by login id, with their firms. */
  let clients: Map<string, string>;
  let trustees: Set<string>;
  let persons: ActingPersons;
  const jane = { loginId: 'jane', firmOid: OWN, advisorLoginId: 'adam' };
  beforeEach(() => {
    clients = new Map([['api-user', OWN]]);
    trustees = new Set(['trustee']);
    const readModels = {
      of: (model: object) =>
        model === clientDocuments
          ? {
              find: ({ equals: [loginId = ''] }: { equals: readonly string[] }) => {
                const firmId = clients.get(loginId);
                return Promise.resolve({ items: firmId === undefined ? [] : [{ firmId }] });
              },
            }
          : { get: (loginId: string) => Promise.resolve(trustees.has(loginId) ? {} : undefined) },
    };
    const load = (_: object, loginId: string) =>
      Promise.resolve({ state: loginId === jane.loginId ? { member: jane } : {} });
    persons = new ActingPersons(readModels as never, { load } as never);
  });
  const as = (member: string | undefined, firmId: string | undefined = OWN) => ({
    caller: { ...(firmId !== '' && { firmId }), ...(member !== undefined && { member }) },
    present: undefined,
  });

  type Kind = 'token' | 'api-client';
  const by = (kind: Kind, member: string, role: 'client' | 'advisor' = 'client', firmId = OWN) => {
    const { caller, present } = as(member, firmId);
    return { caller: { ...caller, kind, roles: [role] }, present };
  };

  it('tells the API client of the firm from everybody else, each time anew', async () => {
    const isFirm = (member?: string, firmId?: string): Promise<boolean> =>
      persons.isFirmItself(as(member, firmId));
    expect(await isFirm('api-user')).toBe(true);
    expect(await isFirm('api-user', '8')).toBe(false);
    expect(await isFirm('api-user', '')).toBe(false);
    expect(await isFirm()).toBe(false);
    expect([await isFirm('later'), await isFirm('later')]).toEqual([false, false]);
    clients.set('later', OWN);
    expect(await isFirm('later')).toBe(true);
  });

  it.each<[string | undefined, boolean, boolean]>([
    ['jane', true, false],
    ['joe', true, true],
    ['api-user', false, false],
    [undefined, false, false],
  ])('%s is a person: %s, and another than jane: %s', async (member, isPerson, isAnother) => {
    expect(await persons.person(as(member))).toBe(isPerson ? member : undefined);
    expect(await persons.isAnother(as(member), 'jane', undefined)).toBe(isAnother);
  });

  it('tells who acts in the own affairs only: persons with a token, and trustees', async () => {
    const restrictedTo = (member: string, kind: Kind): Promise<string | undefined> =>
      persons.restrictedTo(by(kind, member));
    expect(await restrictedTo('jane', 'token')).toBe('jane');
    expect(await restrictedTo('jane', 'api-client')).toBeUndefined();
    for (const kind of ['token', 'api-client'] as const) {
      expect(await restrictedTo('trustee', kind)).toBe('trustee');
      expect(await restrictedTo('api-user', kind)).toBeUndefined();
    }
  });

  it.each<[string, string | undefined, string, Role, number, number]>([
    ['the member', 'jane', OWN, 'client', 200, 200],
    ['the API client of the firm', 'api-user', OWN, 'client', 200, 200],
    ['the advisor', 'adam', OWN, 'client', 200, 403],
    ['another member of the firm', 'joe', OWN, 'client', 403, 403],
    ['a member of another firm', 'joe', '8', 'client', 404, 404],
    ['a member of another firm with the same login', 'jane', '8', 'client', 404, 404],
    ['an auditor', undefined, '', 'auditor', 200, 404],
    ['a caller without a firm', undefined, '', 'client', 404, 404],
  ])('%s and what concerns a member', async (_, login, firmId, role, read, answer) => {
    const { caller } = as(login, firmId);
    const context = { caller: { ...caller, roles: [role] }, past: undefined } as never;
    const status = (action: 'read' | 'answer', loginId: string): Promise<number> =>
      persons.member(action, loginId, context).then(
        ({ loginId: found }) => (found === loginId ? 200 : 0),
        (error: unknown) => (error instanceof RefusedException ? error.status : 0),
      );
    expect(await status('read', 'jane')).toBe(read);
    expect(await status('answer', 'jane')).toBe(answer);
    expect(await status('read', 'nobody')).toBe(404);
    expect(await status('read', '?')).toBe(404);
  });

  it('people are brought by the software of the firm and by advisors, not by other persons', async () => {
    for (const context of [
      by('api-client', 'api-user'),
      by('api-client', 'jane'),
      by('token', 'api-user'),
      by('token', 'jane', 'advisor'),
    ]) {
      expect(await persons.recruitingFirm(context)).toBe(OWN);
    }
    for (const context of [
      by('token', 'jane'),
      by('token', 'trustee'),
      by('api-client', 'trustee'),
      by('token', 'jane', 'advisor', ''),
    ]) {
      await expect(persons.recruitingFirm(context)).rejects.toThrow(RefusedException);
    }
  });
});
