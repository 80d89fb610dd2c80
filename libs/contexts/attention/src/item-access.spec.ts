import { describe, expect, it } from '@jest/globals';
import type { Role } from '#libs/platform/http';
import { type ItemCaller, itemRefusal } from './item-access.js';

const jdoe = { loginId: 'jdoe', memberOid: '4711', firmId: '501' };

/** A caller acting as one of its firm's members. */
const member = (login: string, firmId = '501'): ItemCaller => ({
  roles: ['client'],
  firmId,
  member: login,
  actsAsMember: true,
});
/** An API client that acts for itself. */
const client = (firmId: string, ...member: string[]): ItemCaller => ({
  roles: ['client'],
  firmId,
  ...(member[0] !== undefined && { member: member[0] }),
  actsAsMember: false,
});
const without = (role: Role): ItemCaller => ({ roles: [role], actsAsMember: false });

describe('who may read and answer the items of a member', () => {
  it.each<[string, ItemCaller, string | undefined, string | undefined]>([
    ['the member', member('jdoe'), undefined, undefined],
    ['the API client of the firm', client('501', 'advisor'), undefined, undefined],
    ['the API client of the firm, by a token without a login', client('501'), undefined, undefined],
    ['another member of the firm', member('rroe'), 'forbidden', 'forbidden'],
    ['a member of another firm', member('rroe', '502'), 'not_found', 'not_found'],
    [
      'a member of another firm with the same login',
      member('jdoe', '502'),
      'not_found',
      'not_found',
    ],
    ['the API client of another firm', client('502', 'advisor'), 'not_found', 'not_found'],
    ['an auditor', without('auditor'), undefined, 'not_found'],
    ['a caller without a firm', without('client'), 'not_found', 'not_found'],
  ])('%s', (_, caller, read, answer) => {
    expect(itemRefusal('read', jdoe, caller)?.kind).toBe(read);
    expect(itemRefusal('answer', jdoe, caller)?.kind).toBe(answer);
  });

  it('nobody has items of a member that does not exist', () => {
    for (const caller of [member('jdoe'), client('501'), without('auditor')]) {
      expect(itemRefusal('read', undefined, caller)?.kind).toBe('not_found');
    }
  });
});
