import { beforeEach, describe, expect, it } from '@jest/globals';
import { toProblems } from '#libs/platform/http';
import { RefusedException, type Role } from '#libs/platform/kernel';
import { ActingPersons } from './member.facts.js';

const OWN = '7';

describe('ActingPersons', () => {
  const trustees = new Set(['trustee']);
  let persons: ActingPersons;
  const jane = { loginId: 'jane', firmOid: OWN, advisorLoginId: 'adam' };
  beforeEach(() => {
    const readModels = {
      of: () => ({ get: (loginId: string) => Promise.resolve(trustees.has(loginId) || undefined) }),
    };
    const load = (_: object, loginId: string) =>
      Promise.resolve({ state: loginId === jane.loginId ? { member: jane } : {} });
    persons = new ActingPersons(readModels as never, { load } as never);
  });
  const as = (member: string | undefined, firmId: string | undefined = OWN) => ({
    caller: {
      roles: ['client'] as readonly Role[],
      ...(firmId !== '' && { firmId }),
      ...(member !== undefined && { member }),
      firmItself: member === 'api-user' && firmId === OWN,
    },
    present: undefined,
  });

  type Kind = 'token' | 'api-client';
  const by = (kind: Kind, member: string, role: 'client' | 'advisor' = 'client', firmId = OWN) => {
    const { caller, present } = as(member, firmId);
    return { caller: { ...caller, kind, roles: ['client' as const, role] }, present };
  };

  it.each<[string, boolean, boolean]>([
    ['jane', true, false],
    ['joe', true, true],
    ['api-user', false, false],
  ])('%s is a person: %s, and another than jane: %s', (member, isPerson, isAnother) => {
    expect(persons.person(as(member))).toBe(isPerson ? member : undefined);
    expect(persons.isAnother(as(member), 'jane', undefined)).toBe(isAnother);
  });

  it('takes a client who names nobody for nobody, least of all for the firm', () => {
    for (const { caller } of [as(undefined), as(undefined, '')]) {
      expect(() => persons.person({ caller })).toThrow(RefusedException);
      expect(() => persons.isAnother({ caller }, undefined)).toThrow(RefusedException);
    }
  });

  it('takes those who are no client of a firm for no person of it', () => {
    for (const role of ['auditor', 'operator', 'backoffice'] as const) {
      const { caller } = as('jane');
      expect(persons.person({ caller: { ...caller, roles: [role] } })).toBeUndefined();
    }
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
        (error: unknown) => toProblems(error, '').status,
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
