import { beforeEach, describe, expect, it } from '@jest/globals';
import { RefusedException } from '#libs/platform/http';
import { ActingPersons } from './acting-persons.js';
import { clientDocuments } from './read-models/client.document.js';

const OWN = '7';

describe('ActingPersons', () => {
  /** API clients by login id, with their firms. */
  let clients: Map<string, string>;
  let trustees: Set<string>;
  let persons: ActingPersons;
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
    persons = new ActingPersons(readModels as never);
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
    const onlyFor = (member: string, kind: Kind): Promise<string | undefined> =>
      persons.onlyFor(by(kind, member));
    expect(await onlyFor('jane', 'token')).toBe('jane');
    expect(await onlyFor('jane', 'api-client')).toBeUndefined();
    for (const kind of ['token', 'api-client'] as const) {
      expect(await onlyFor('trustee', kind)).toBe('trustee');
      expect(await onlyFor('api-user', kind)).toBeUndefined();
    }
  });

  it('people are brought by the software of the firm and by advisors, not by other persons', async () => {
    for (const context of [
      by('api-client', 'api-user'),
      by('api-client', 'jane'),
      by('token', 'api-user'),
      by('token', 'jane', 'advisor'),
    ]) {
      expect(await persons.bringingFirm(context)).toBe(OWN);
    }
    for (const context of [
      by('token', 'jane'),
      by('token', 'trustee'),
      by('api-client', 'trustee'),
      by('token', 'jane', 'advisor', ''),
    ]) {
      await expect(persons.bringingFirm(context)).rejects.toThrow(RefusedException);
    }
  });
});
