import { describe, expect, it } from '@jest/globals';
import type { Permission } from '#libs/contexts/codes';
import { creator, open, update } from '../test/account-fixtures.js';
import { fold, history, refused } from '../test/decide.js';
import { type AccessList, type AccountAction, mayDo } from './access.js';

const holders = (permission: Permission): AccessList => ({
  firmId: '501',
  requiredSigners: [],
  permissions: [{ loginId: 'm', permission, alertLevel: 'all', listOnReport: false }],
});

const member = { roles: ['client'], firmId: '501', member: 'm' };

describe('permission codes [permission.codes]', () => {
  const table: [AccountAction, string][] = [
    ['summary', 'AC AM TM MM TR DV SV'],
    ['details', 'AC AM TM MM TR DV'],
    ['trade', 'AC AM TM TR'],
    ['moveMoney', 'AC AM TM MM'],
    ['manage', 'AC AM'],
    ['sign', 'AC AM'],
  ];

  it.each(table)('%s is for %s', (action, codes) => {
    for (const code of ['AC', 'AM', 'TM', 'MM', 'TR', 'DV', 'SV'] as const) {
      const expected = codes.split(' ').includes(code) ? 'ok' : 'forbidden';
      expect([code, mayDo(action, holders(code), member)]).toEqual([code, expected]);
    }
  });
});

describe('who is asked about', () => {
  const account = fold(history(open('I')));

  it('another firm does not learn that the account exists', () => {
    expect(mayDo('summary', account, { ...creator, firmId: '502' })).toBe('not-found');
  });

  it('nobody but the holders: not the API user that lets somebody else act', () => {
    expect(mayDo('summary', account, { ...creator, member: 'other' })).toBe('forbidden');
    expect(mayDo('summary', account, { roles: ['client'], firmId: '501' })).toBe('forbidden');
  });

  it.each(['backoffice', 'operator'])('%s has no right on accounts', (role) => {
    expect(mayDo('summary', account, { roles: [role] })).toBe('forbidden');
  });

  it('an auditor reads everything and does nothing', () => {
    const auditor = { roles: ['auditor'] };
    expect(mayDo('summary', account, auditor)).toBe('ok');
    expect(mayDo('details', account, auditor)).toBe('ok');
    for (const action of ['trade', 'moveMoney', 'manage', 'sign'] as const) {
      expect(mayDo(action, account, auditor)).toBe('forbidden');
    }
  });

  it('who has to sign may sign and read, without any permission, and do nothing else', () => {
    const unheld: AccessList = {
      firmId: '501',
      requiredSigners: [
        { loginId: 'other', itemId: '1' },
        { loginId: 'm', itemId: '2' },
      ],
      permissions: [],
    };
    expect(mayDo('sign', unheld, member)).toBe('ok');
    expect(mayDo('sign', unheld, { ...member, member: 'stranger' })).toBe('forbidden');
    expect(mayDo('sign', unheld, { ...member, firmId: '502' })).toBe('not-found');
    for (const action of ['summary', 'details', 'changePermissions'] as const) {
      expect([action, mayDo(action, unheld, member)]).toEqual([action, 'ok']);
    }
    for (const action of ['trade', 'moveMoney', 'manage'] as const) {
      expect([action, mayDo(action, unheld, member)]).toEqual([action, 'forbidden']);
    }
  });

  it('a command is refused on the state it would change', () => {
    const events = history(open('I'));
    const other = update({ accountName: '' }, {}, { caller: { ...creator, member: 'x' } });
    expect(refused(other, events)).toEqual(['FORBIDDEN']);
    const foreign = update({ accountName: '' }, {}, { caller: { ...creator, firmId: '502' } });
    expect(refused(foreign, events)).toEqual(['NOT_FOUND']);
  });
});
