import { describe, expect, it } from '@jest/globals';
import { ACCOUNT, creator, grant, NOW, open, update } from '../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../test/decide.js';
import { individual, updated } from '../test/updating.js';
import type { AccountCommand, ChangePermission, PermissionInput } from './account-commands.js';
import type { AccountEvent } from './account.events.js';
import { account } from './account.js';

const firm = { ...creator, firmItself: true };

const close = (input: object = {}): AccountCommand => ({
  ...update({ accountStatus: 'CLOSED', ...input }),
  caller: firm,
});

const decide = (...obstacles: string[]): AccountCommand => ({ type: 'DecideClosing', obstacles });

const begun = accepted(close(), individual);

const closed = [...individual, ...begun, ...accepted(decide(), [...individual, ...begun])];

const typesOf = (events: readonly AccountEvent[]) => events.map(({ type }) => type);

describe('closing in two steps [account.closing]', () => {
  it('begins, and is completed if nothing stands in the way', () => {
    expect(typesOf(begun)).toEqual(['account.ClosingBegun']);
    expect(fold([...individual, ...begun])).toMatchObject({ closed: false });
    expect(accepted(decide(), [...individual, ...begun])).toEqual([
      {
        type: 'account.AccountClosed',
        data: { accountNumber: ACCOUNT, owners: ['jdoe'], closedAt: NOW },
      },
    ]);
  });

  it('records what else the request changes only with its end', () => {
    const both = [...individual, ...accepted(close({ accountName: 'Last' }), individual)];
    expect(typesOf(both.slice(individual.length))).toEqual(['account.ClosingBegun']);
    expect(fold(both).details.accountName).toBe(fold(individual).details.accountName);
    const before = fold(individual).details.accountName;
    const [change, end] = accepted(decide(), both);
    expect(change).toEqual(updated({ accountName: 'Last', previousAccountName: before }));
    expect(end?.type).toBe('account.AccountClosed');
    expect(typesOf(accepted(decide('Order 7 is open.'), both))).toEqual([
      'account.ClosingTakenBack',
    ]);
  });

  it('is decided once, by whoever comes first', () => {
    const takenBack = accepted(decide('Order 7 is open.'), [...individual, ...begun]);
    for (const over of [[...individual, ...begun, ...takenBack], closed, individual]) {
      expect(accepted(decide(), over)).toEqual([]);
      expect(accepted(decide('Order 8 is open.'), over)).toEqual([]);
    }
    expect(fold([...individual, ...begun, ...takenBack])).toMatchObject({
      closed: false,
      closing: { begun: false, obstacles: ['Order 7 is open.'] },
    });
  });

  it('a second request joins it, unless it changes something else', () => {
    const events = [...individual, ...begun];
    expect(accepted(close(), events)).toEqual([]);
    expect(refused(close({ accountName: 'Last' }), events)).toEqual(['CONFLICT']);
  });
});

describe('a closed account takes only what makes it less [account.closed]', () => {
  const history_ = history(
    open('I'),
    grant({ loginId: 'trader', permission: 'TM', alertLevel: 'limited', listOnReport: true }),
  );
  const start = [...history_, ...accepted(close(), history_)];
  const events = [...start, ...accepted(decide(), start)];
  const change = (input: PermissionInput): ChangePermission => ({
    type: 'ChangePermission',
    loginId: 'trader',
    input,
    caller: firm,
  });

  it('permissions may be revoked, and changed if nothing of them grows', () => {
    const revoke = { type: 'RevokePermission', loginId: 'trader', caller: firm } as const;
    expect(typesOf(accepted(revoke, events))).toEqual(['account.PermissionRevoked']);
    for (const input of [
      { permission: 'TR' },
      { permission: 'SV', alertLevel: 'none' },
      { alertLevel: 'none' },
      { listOnReport: false },
    ] as const) {
      expect(typesOf(accepted(change(input), events))).toEqual(['account.PermissionChanged']);
    }
    expect(accepted(change({ permission: 'TM' }), events)).toEqual([]);
  });

  it('nothing else', () => {
    const rule = ['RULE account.closed.rule'];
    for (const input of [
      { permission: 'AM', alertLevel: 'all' },
      { permission: 'TR', alertLevel: 'all' },
    ] as const) {
      expect(refused(change(input), events)).toEqual(rule);
    }
    expect(refused(grant({ loginId: 'viewer', permission: 'SV' }), events)).toEqual(rule);
    expect(refused(update({ accountName: 'New' }), events)).toEqual(rule);
  });
});

describe('an opening that is refused in the end', () => {
  it('leaves a closed account that was never opened, once', () => {
    const undo = { type: 'UndoOpening' } as const;
    const events = [...individual, ...accepted(undo, individual)];
    expect(fold(events)).toMatchObject({ closed: true, neverOpened: true });
    expect(account.decide(undo, fold(closed), { now: NOW, ids: undefined as never })).toEqual([]);
  });
});
