import { describe, expect, it } from '@jest/globals';
import type { CipStatus } from '#libs/contexts/codes';
import { specification } from '#libs/platform/testing';
import {
  ACCOUNT,
  creator,
  grant,
  open,
  restriction,
  sign,
  update,
} from '../test/account-fixtures.js';
import { accepted, fold, history, refused } from '../test/decide.js';
import type { AccountCommand } from './account-commands.js';
import type { AccountEvent } from './account.events.js';
import { account } from './account.js';
import { restrictionProblem } from './restrictions.js';

const entitled = { ...creator, entitlements: ['removeRestrictions'] };

const remove = (restrictionId: string, caller = entitled) =>
  ({ type: 'RemoveRestriction', restrictionId, caller }) as const;

const events = history(open('I'));

describe('what a restricted account refuses [restriction.refuses]', () => {
  it('names the restriction', () => {
    expect(restrictionProblem(fold(events))).toEqual({
      type: 'VALIDATION_RULE',
      errorCode: 'account.restricted.rule',
      message:
        'The account is restricted: 020 Customer agreement not signed (restriction 1000000002).',
    });
  });

  it('is over once the agreement is signed', () => {
    expect(restrictionProblem(fold(history(open('I'), sign('jdoe'))))).toBeUndefined();
  });

  it('lasts as long as one restriction is left', () => {
    const left = fold(history(open('I'), restriction(), sign('jdoe')));
    expect(restrictionProblem(left)?.message).toContain('021 External restriction');
  });

  it('an update goes through on a restricted account', () => {
    expect(accepted(update({ accountName: 'Travel' }), events)).toHaveLength(1);
  });
});

describe('POST …/restrictions', () => {
  it('sets an external restriction', () => {
    expect(accepted(restriction({ note: 'court order' }), events)).toEqual([
      {
        type: 'account.AccountRestricted',
        data: {
          accountNumber: ACCOUNT,
          primaryAccountOwner: 'jdoe',
          restrictionId: '1000000001',
          reasonCode: '021',
          restrictionType: 'CR',
          note: 'court order',
          setBy: 'advisor',
        },
      },
    ]);
  });

  it('takes 100 restrictions, and another once one is lifted [restriction.limit]', () => {
    const commands = Array.from({ length: 99 }, () => restriction());
    const full = history(open('I'), ...commands);
    expect(fold(full).restrictions).toHaveLength(100);
    expect(refused(restriction(), full)).toEqual(['RULE account.restriction.limit.rule']);
    const [one] = fold(full).restrictions;
    const lifted = history(open('I'), ...commands, remove(one?.restrictionId ?? ''));
    expect(accepted(restriction(), lifted)).toHaveLength(1);
  });

  it('needs a matching account number, where one is sent', () => {
    expect(refused(restriction({ accountNumber: 'RZ00000000' }), events)).toEqual([
      'RULE accountNumber uri.matching.rule',
    ]);
  });
});

describe('the identity check of a signer', () => {
  const check = (loginId: string, cipStatus: CipStatus) =>
    ({ type: 'ApplyIdentityCheck', loginId, cipStatus }) as const;
  const reasons = (past: readonly AccountEvent[]): string[] =>
    fold(past).restrictions.map(({ reasonCode }) => reasonCode);
  const after = (past: readonly AccountEvent[], ...commands: AccountCommand[]) =>
    commands.reduce((all, command) => [...all, ...accepted(command, all)], past);
  const failed = after(events, check('jdoe', 'FAILED'));

  it('that fails keeps the account restricted when the agreement is signed', () => {
    expect(reasons(failed)).toEqual(['020', '022']);
    const signed = after(failed, sign('jdoe'));
    expect(reasons(signed)).toEqual(['022']);
    expect(restrictionProblem(fold(signed))?.message).toContain('022 ');
    expect(signed.at(-1)).toMatchObject({ data: { cause: 'signatures' } });
  });

  it('that fails restricts an account whose agreement has been signed', () => {
    expect(reasons(after(history(open('I'), sign('jdoe')), check('jdoe', 'FAILED')))).toEqual([
      '022',
    ]);
  });

  it('that is passed after all ends it', () => {
    const passed = after(failed, sign('jdoe'), check('jdoe', 'PENDING_NEW'));
    expect(reasons(passed)).toEqual(['022']);
    const lifted = after(passed, check('jdoe', 'PASSED'));
    expect(reasons(lifted)).toEqual([]);
    expect(lifted.at(-1)).toMatchObject({ data: { reasonCode: '022', cause: 'identity' } });
  });

  it('changes nothing twice, nor while it is pending, nor for who need not sign', () => {
    expect(accepted(check('jdoe', 'FAILED'), failed)).toEqual([]);
    for (const other of [
      check('jdoe', 'PENDING_NEW'),
      check('jdoe', 'PASSED'),
      check('advisor', 'FAILED'),
    ]) {
      expect(accepted(other, events)).toEqual([]);
    }
  });

  it('is that of one of two owners', () => {
    const joint = after(history(open('J')), check('rroe', 'FAILED'), check('jdoe', 'PASSED'));
    expect(fold(joint).restrictions).toMatchObject([
      { reasonCode: '020' },
      { reasonCode: '022', identityOf: 'rroe' },
    ]);
  });

  it('is nothing that a firm lifts', () => {
    const { restrictionId } = fold(failed).restrictions[1]!;
    expect(refused(remove(restrictionId), failed)).toEqual(['FORBIDDEN']);
  });
});

describe('DELETE …/restrictions/{id}', () => {
  const restricted = [...events, ...accepted(restriction(), events)];
  const external = fold(restricted).restrictions[1]!.restrictionId;

  it('removes an external one', () => {
    const left = fold([...restricted, ...accepted(remove(external), restricted)]);
    expect(left.restrictions.map(({ reasonCode }) => reasonCode)).toEqual(['020']);
  });

  it('is for entitled firms', () => {
    expect(refused({ ...remove(external), caller: creator }, restricted)).toEqual(['FORBIDDEN']);
  });

  it('is for the creator and the firm itself, not for owners of the account and whom they let in', () => {
    const input = { loginId: 'friend', permission: 'AM' } as const;
    const letIn = [...restricted, ...accepted(grant(input), restricted)];
    for (const member of ['jdoe', 'friend']) {
      const caller = { ...entitled, member };
      expect(refused({ ...remove(external), caller }, letIn)).toEqual(['FORBIDDEN']);
    }
    const caller = { ...entitled, member: 'friend' };
    const byFirm = { ...remove(external), caller: { ...caller, firmItself: true } };
    expect(accepted(byFirm, letIn)).toHaveLength(1);
  });

  it('lifts 020 too, and a signature that comes later is stored as usual', () => {
    const lift = accepted(remove('1000000002'), restricted);
    expect(lift).toEqual([
      {
        type: 'account.RestrictionLifted',
        data: {
          accountNumber: ACCOUNT,
          restrictionId: '1000000002',
          reasonCode: '020',
          cause: 'request',
          liftedBy: 'advisor',
        },
      },
    ]);
    const signed = accepted(sign('jdoe'), [...restricted, ...lift]);
    expect(signed.map(({ type }) => type)).toEqual(['account.AgreementSigned']);
  });

  it('of an unknown restriction is not found', () => {
    specification(account)
      .given(restricted)
      .when(remove('1'))
      .thenRefused(
        [{ type: 'NOT_FOUND', message: 'The account has no such restriction.' }],
        'not_found',
      );
  });
});
