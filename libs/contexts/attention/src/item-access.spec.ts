import { describe, expect, it } from '@jest/globals';
import type { Role } from '#libs/platform/http';
import { type ItemCaller, itemRefusal } from './item-access.js';

const jdoe = { loginId: 'jdoe', memberOid: '4711', firmId: '501' };

/** A caller acting as a person of its firm. */
const person = (login: string, firmId = '501'): ItemCaller => ({
  roles: ['client'],
  firmId,
  actsAsAnother: login !== jdoe.loginId,
});
/** An API client that acts for itself. */
const client = (firmId: string): ItemCaller => ({
  roles: ['client'],
  firmId,
  actsAsAnother: false,
});
const without = (role: Role): ItemCaller => ({ roles: [role], actsAsAnother: false });

describe('who may read and answer the items of a member', () => {
  it.each<[string, ItemCaller, string | undefined, string | undefined]>([
    ['the member', person('jdoe'), undefined, undefined],
    ['the API client of the firm', client('501'), undefined, undefined],
    ['another member of the firm', person('rroe'), 'forbidden', 'forbidden'],
    ['a member of another firm', person('rroe', '502'), 'not_found', 'not_found'],
    [
      'a member of another firm with the same login',
      person('jdoe', '502'),
      'not_found',
      'not_found',
    ],
    ['the API client of another firm', client('502'), 'not_found', 'not_found'],
    ['an auditor', without('auditor'), undefined, 'not_found'],
    ['a caller without a firm', without('client'), 'not_found', 'not_found'],
  ])('%s', (_, caller, read, answer) => {
    expect(itemRefusal('read', jdoe, caller)?.kind).toBe(read);
    expect(itemRefusal('answer', jdoe, caller)?.kind).toBe(answer);
  });

  it('nobody has items of a member that does not exist', () => {
    for (const caller of [person('jdoe'), client('501'), without('auditor')]) {
      expect(itemRefusal('read', undefined, caller)?.kind).toBe('not_found');
    }
  });
});
