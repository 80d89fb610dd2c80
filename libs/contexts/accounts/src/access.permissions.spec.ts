import { describe, expect, it } from '@jest/globals';
import { type Permission, Permissions } from '#libs/contexts/codes';
import { ACCOUNT, creator, grant, open, person } from '../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../test/decide.js';
import { mayDo } from './access.js';
import type { ChangePermission, PermissionInput } from './account-commands.js';

const change = (
  loginId: string,
  input: PermissionInput,
  changes: Partial<ChangePermission> = {},
): ChangePermission => ({
  type: 'ChangePermission',
  loginId,
  input,
  caller: creator,
  ...changes,
});

const revoke = (loginId: string, caller = creator) =>
  ({ type: 'RevokePermission', loginId, caller }) as const;

const events = history(open('I'));

const withViewer = history(open('I'), grant({ loginId: 'viewer', permission: 'DV' }));

const grantable = (Object.keys(Permissions) as Permission[]).filter((code) => code !== 'AC');

const CREATOR = 'account.permission.for.account.creator.rule';

const OWNER = 'account.permission.for.account.owner.rule';

describe('POST …/permissions [permission.managing]', () => {
  it.each(grantable)('grants %s', (permission) => {
    expect(accepted(grant({ loginId: 'other', permission }), events)).toEqual([
      {
        type: 'account.PermissionGranted',
        data: {
          accountNumber: ACCOUNT,
          loginId: 'other',
          permission,
          alertLevel: permission === 'AM' ? 'all' : 'none',
          listOnReport: false,
        },
      },
    ]);
  });

  it('AC is never granted', () => {
    expect(refused(grant({ loginId: 'other', permission: 'AC' }), events)).toEqual([
      `RULE permission ${CREATOR}`,
    ]);
  });

  it('are 1,000 at most; those there are may be changed [permission.limit]', () => {
    const others = 1_000 - fold(events).permissions.length;
    const full = history(
      open('I'),
      ...Array.from({ length: others }, (_, at) =>
        grant({ loginId: `viewer${at}`, permission: 'DV' }),
      ),
    );
    const another = grant({ loginId: 'another', permission: 'DV' });
    expect(refused(another, full)).toEqual(['RULE account.permission.limit.rule']);
    expect(accepted(change('viewer1', { permission: 'SV' }), full)).toHaveLength(1);
  });

  it('the creator keeps AC', () => {
    expect(refused(grant({ loginId: 'advisor', permission: 'DV' }), events)).toEqual([
      `RULE loginId ${CREATOR}`,
    ]);
  });

  it('AM has the alert level all', () => {
    const input = { loginId: 'other', permission: 'AM', alertLevel: 'limited' } as const;
    expect(refused(grant(input), events)).toEqual(['FIELD alertLevel invalid.value']);
  });

  it('needs a login id that exists', () => {
    const command = grant({ loginId: 'x', permission: 'DV' }, { facts: { loginKnown: false } });
    expect(refused(command, events)).toEqual(['FIELD loginId invalid.value']);
  });

  it('who holds the same already: no event; another one: changed by PUT only', () => {
    expect(accepted(grant({ loginId: 'viewer', permission: 'DV' }), withViewer)).toEqual([]);
    expect(refused(grant({ loginId: 'viewer', permission: 'SV' }), withViewer)).toEqual([
      'RULE loginId account.permission.existence.rule',
    ]);
  });

  it('the account number of the body is that of the path', () => {
    const input = { loginId: 'o', permission: 'DV', accountNumber: 'RZ00000000' } as const;
    expect(refused(grant(input), events)).toEqual(['RULE accountNumber uri.matching.rule']);
  });
});

describe('PUT …/permissions/{loginid}', () => {
  it('changes what is sent and keeps the rest, and what others hold', () => {
    const after = accepted(change('viewer', { alertLevel: 'limited' }), withViewer);
    expect(fold([...withViewer, ...after]).permissions).toEqual([
      ...fold(events).permissions,
      { loginId: 'viewer', permission: 'DV', alertLevel: 'limited', listOnReport: false },
    ]);
  });

  it('the same again is no event', () => {
    expect(accepted(change('viewer', { permission: 'DV' }), withViewer)).toEqual([]);
  });

  it('to AM needs the alert level all', () => {
    expect(refused(change('viewer', { permission: 'AM' }), withViewer)).toEqual([
      'FIELD alertLevel invalid.value',
    ]);
    expect(
      accepted(change('viewer', { permission: 'AM', alertLevel: 'all' }), withViewer),
    ).toHaveLength(1);
  });

  it("an AM's alert level stays all", () => {
    expect(refused(change('jdoe', { alertLevel: 'none' }), events)).toEqual([
      'FIELD alertLevel invalid.value',
    ]);
  });

  it('to AC, and of AC, is refused', () => {
    expect(refused(change('viewer', { permission: 'AC' }), withViewer)).toEqual([
      `RULE permission ${CREATOR}`,
    ]);
    expect(refused(change('advisor', { permission: 'DV' }), events)).toEqual([
      `RULE loginId ${CREATOR}`,
    ]);
  });

  it('of an unknown member, with another id in the body', () => {
    expect(refused(change('nobody', { loginId: 'viewer' }), events)).toEqual([
      'RULE loginId account.permission.existence.rule',
      'RULE loginId uri.matching.rule',
    ]);
  });
});

describe('DELETE …/permissions/{loginid}', () => {
  it('takes the permission away', () => {
    const after = accepted(revoke('viewer'), withViewer);
    expect(fold([...withViewer, ...after]).permissions.map(({ loginId }) => loginId)).toEqual([
      'advisor',
      'jdoe',
    ]);
  });

  it('AC is never revoked', () => {
    expect(refused(revoke('advisor'), events)).toEqual([`RULE loginId ${CREATOR}`]);
  });

  it('of an unknown member', () => {
    expect(refused(revoke('nobody'), events)).toEqual([
      'RULE loginId account.permission.existence.rule',
    ]);
  });
});

describe('what owners hold', () => {
  const joint = history(open('J'), grant({ loginId: 'manager', permission: 'AM' }));
  const corporate = history(open('A'));

  it.each([
    ['the primary owner', joint, 'jdoe'],
    ['a joint owner', joint, 'rroe'],
    ['the firm rep of a corporate account', corporate, 'rep'],
  ])('%s keeps a permission; the creator settles which', (_, before, loginId) => {
    expect(refused(revoke(loginId), before)).toEqual([`RULE loginId ${OWNER}`]);
    expect(accepted(change(loginId, { permission: 'DV' }), before)).toHaveLength(1);
  });

  it.each([
    ['advisor', 'AC', creator],
    ['jdoe', 'AM', person('rroe')],
  ] as const)(
    '%s: what holds already is no change, whoever says it',
    (loginId, permission, caller) => {
      const same = { loginId, accountNumber: ACCOUNT, permission, alertLevel: 'all' } as const;
      expect(accepted(change(loginId, same, { caller }), joint)).toEqual([]);
    },
  );

  it.each(['rroe', 'jdoe', 'manager'])('%s does not change the one of an owner', (member) => {
    const caller = person(member);
    expect(refused(change('jdoe', { permission: 'DV' }, { caller }), joint)).toEqual(['FORBIDDEN']);
    expect(accepted(change('manager', { permission: 'DV' }, { caller }), joint)).toHaveLength(1);
  });

  it('an owner who opened the account does not change the one of the other owner', () => {
    const own = history(open('J', {}, { createdBy: 'jdoe' }));
    const caller = person('jdoe');
    expect(refused(change('jdoe', { permission: 'DV' }, { caller }), own)).toEqual([
      `RULE loginId ${CREATOR}`,
    ]);
    expect(refused(change('rroe', { permission: 'DV' }, { caller }), own)).toEqual(['FORBIDDEN']);
  });
});

describe('what owners and the firm may do with what others were granted', () => {
  const owner = person('jdoe');
  const firmItself = { ...person('api'), firmItself: true };
  const viewing = change('jdoe', { permission: 'DV', alertLevel: 'none' });
  const lowered = [...withViewer, ...accepted(viewing, withViewer)];
  const permissionsAfter = (...events: Parameters<typeof fold>[0]) =>
    fold(events).permissions.map(({ loginId, permission }) => `${loginId} ${permission}`);

  it.each([
    ['an owner', owner],
    ['the firm’s API client, acting for itself', firmItself],
  ])('%s changes and revokes it, AC of others included', (_, caller) => {
    for (const [command, left] of [
      [change('viewer', { permission: 'MM' }, { caller }), ['advisor AC', 'jdoe DV', 'viewer MM']],
      [change('advisor', { permission: 'SV' }, { caller }), ['advisor SV', 'jdoe DV', 'viewer DV']],
      [revoke('viewer', caller), ['advisor AC', 'jdoe DV']],
      [revoke('advisor', caller), ['jdoe DV', 'viewer DV']],
    ] as const) {
      expect(permissionsAfter(...lowered, ...accepted(command, lowered))).toEqual(left);
    }
  });

  it('nobody else touches AC, nor anybody the own or that of an owner', () => {
    const manager = history(open('I'), grant({ loginId: 'boss', permission: 'AM' }));
    const creatorRule = [`RULE loginId ${CREATOR}`];
    expect(refused(revoke('advisor', person('boss')), manager)).toEqual(creatorRule);
    expect(refused(revoke('advisor', { ...creator, firmItself: true }), manager)).toEqual(
      creatorRule,
    );
    const own = history(open('J', {}, { createdBy: 'jdoe' }));
    for (const caller of [person('rroe'), firmItself, owner]) {
      expect(refused(revoke('jdoe', caller), own)).toEqual(creatorRule);
      const command = change('jdoe', { permission: 'DV' }, { caller });
      expect(refused(command, own)).toEqual(creatorRule);
    }
  });

  it('an owner keeps at least DV, and reads details whatever was changed before', () => {
    const command = (caller: typeof creator) =>
      change('jdoe', { permission: 'SV', alertLevel: 'none' }, { caller });
    for (const caller of [creator, firmItself]) {
      expect(refused(command(caller), events)).toEqual([`RULE permission ${OWNER}`]);
    }
    const data = { accountNumber: ACCOUNT, loginId: 'jdoe', permission: 'SV' } as const;
    const rest = { alertLevel: 'none', listOnReport: false } as const;
    const before = fold([
      ...events,
      { type: 'account.PermissionChanged', data: { ...data, ...rest } },
    ]);
    expect(mayDo('details', before, owner)).toBe('ok');
    expect(mayDo('moveMoney', before, owner)).toBe('forbidden');
  });

  it('no rights of their own come of it', () => {
    const viewer = history(open('I'), grant({ loginId: 'api', permission: 'DV' }));
    const raise = change('api', { permission: 'AM', alertLevel: 'all' }, { caller: firmItself });
    expect(refused(raise, viewer)).toEqual(['FORBIDDEN']);
    expect(refused(change('jdoe', { permission: 'AM' }, { caller: owner }), lowered)).toEqual([
      'FORBIDDEN',
    ]);
    const granted = grant({ loginId: 'other', permission: 'AM' });
    for (const caller of [owner, firmItself]) {
      expect(refused({ ...granted, caller }, lowered)).toEqual(['FORBIDDEN']);
    }
  });
});
