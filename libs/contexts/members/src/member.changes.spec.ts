import { describe, expect, it } from '@jest/globals';
import { pathMismatch, type Problem, requiredProblem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { memberAddress, memberCreated, notATicker, poBox } from '../test/samples.js';
import { type MemberChanges, memberDecider } from './member.js';

const members = specification(memberDecider);

const firmOid = '10000001';

const loginId = 'tester0003';

describe('ending a membership', () => {
  const begun = {
    type: 'member.MembershipEndBegun',
    data: { loginId, firmOid, transState: 'CM' },
  } as const;
  const expired = {
    type: 'member.MembershipChanged',
    data: { loginId, firmOid, transState: 'EM', previous: 'RM' },
  } as const;

  it('is completed though the membership expired with the last account meanwhile', () => {
    members
      .given([memberCreated(), begun, expired])
      .when({ type: 'DecideMembership', openAccounts: [] })
      .then([
        {
          type: 'member.MembershipChanged',
          data: { loginId, firmOid, transState: 'CM', previous: 'EM' },
        },
      ]);
  });

  it('is decided once', () => {
    const ended = { ...expired, data: { ...expired.data, transState: 'CM' } } as const;
    members
      .given([memberCreated(), begun, ended])
      .when({ type: 'DecideMembership', openAccounts: [] })
      .thenNothing();
  });
});

describe('updating a member', () => {
  const update = (changes: MemberChanges) =>
    ({ type: 'UpdateMember', firmId: firmOid, loginId, changes }) as const;

  it('records what changed and what was emptied, nothing else', () => {
    members
      .given([memberCreated({ email2: 'old@example.com', citizenship: 'C' })])
      .when(update({ email1: 'new@example.com', email2: null, citizenship: 'C', netWorth: '3' }))
      .then([
        {
          type: 'member.MemberUpdated',
          data: { loginId, firmOid, email1: 'new@example.com', netWorth: '3', cleared: ['email2'] },
        },
      ]);
  });

  it('a FINRA company that stands with a no goes with the next change', () => {
    const contradiction = { finraAffiliated: false, finraCompany: 'Broker Inc.' };
    members
      .given([memberCreated(contradiction)])
      .when(update({ netWorth: '3' }))
      .then([
        {
          type: 'member.MemberUpdated',
          data: { loginId, firmOid, netWorth: '3', cleared: ['finraCompany'] },
        },
      ]);
  });

  it('is nothing when nothing changes', () => {
    members.given([memberCreated()]).when(update({})).thenNothing();
    members
      .given([memberCreated()])
      .when(
        update({
          email1: 'john.doe@example.com',
          primaryAddress: { ...memberAddress },
        }),
      )
      .thenNothing();
  });

  it('moves nobody to a state where the person is not of age', () => {
    const young = members.given([memberCreated({ dateOfBirth: '2008-03-01' })]);
    const alabama = { ...memberAddress, state: 'AL' };
    const tooYoung = ruleProblem(
      'member.legal.age.state.rule',
      'The age of majority in AL is 19.',
      'state',
    );
    young.when(update({ primaryAddress: alabama })).thenRefused([tooYoung]);
    const birthday = [memberCreated({ dateOfBirth: '2007-03-02' })];
    members
      .given(birthday)
      .when(update({ primaryAddress: alabama }))
      .then([
        {
          type: 'member.MemberUpdated',
          data: { loginId, firmOid, primaryAddress: alabama, cleared: [] },
        },
      ]);
    const resident = { dateOfBirth: '2008-03-01', primaryAddress: alabama };
    members
      .given([memberCreated(resident)])
      .when(update({ primaryAddress: { ...alabama } }))
      .thenNothing();
  });

  it('sees its own earlier updates', () => {
    members
      .given([
        memberCreated({ email2: 'x@example.com' }),
        {
          type: 'member.MemberUpdated',
          data: { loginId, firmOid, email1: 'new@example.com', cleared: ['email2'] },
        },
      ])
      .when(update({ email1: 'new@example.com', email2: null }))
      .thenNothing();
  });

  it('is of the member of the path', () => {
    members
      .given([memberCreated()])
      .when(update({ loginId: 'other001' }))
      .thenRefused([pathMismatch('loginId')]);
  });

  it('keeps the rules of creation', () => {
    members
      .given([memberCreated()])
      .when(
        update({
          loginId,
          finraAffiliated: true,
          primaryAddress: { ...memberAddress, line1: 'PO Box 1' },
        }),
      )
      .thenRefused([requiredProblem('finraCompany', 'with finraAffiliated true'), poBox('line1')]);
  });

  it('tells old and new companies', () => {
    const held = [
      memberCreated({ directorOrTenPercentShareholder: true }),
      {
        type: 'member.TenPercentHoldingsChanged',
        data: { loginId, firmOid, before: [], after: ['IBM'] },
      } as const,
    ];
    const changedTo = (before: string[], after: string[]) =>
      ({
        type: 'member.TenPercentHoldingsChanged',
        data: { loginId, firmOid, before, after },
      }) as const;
    members
      .given(held)
      .when(update({ directorOrTenPercentShareholderCompany: ['BA', 'IBM'] }))
      .then([changedTo(['IBM'], ['BA', 'IBM'])]);
    members
      .given(held)
      .when(update({ directorOrTenPercentShareholder: false }))
      .then([
        {
          type: 'member.MemberUpdated',
          data: { loginId, firmOid, directorOrTenPercentShareholder: false, cleared: [] },
        },
        changedTo(['IBM'], []),
      ]);
    members
      .given(held)
      .when(update({ directorOrTenPercentShareholder: true }))
      .thenNothing();
    members
      .given(held)
      .when(update({ email1: 'john.doe@example.com' }))
      .thenNothing();
    members
      .given(held)
      .when(update({ directorOrTenPercentShareholderCompany: ['??'] }))
      .thenRefused([notATicker]);
  });

  it('does not find the member of another firm, nor one that is not there', () => {
    const missing: Problem[] = [{ type: 'NOT_FOUND', message: 'The resource does not exist.' }];
    members.given([]).when(update({})).thenRefused(missing, 'not_found');
    members
      .given([memberCreated()])
      .when({ ...update({}), firmId: '2' })
      .thenRefused(missing, 'not_found');
  });
});

describe('checking an identity', () => {
  const pending = [
    memberCreated({ cipStatus: 'PENDING_NEW' }),
    { type: 'member.IdentityCheckRequested', data: { loginId, firmOid } } as const,
  ];
  const record = (result: 'PASSED' | 'FAILED') =>
    ({ type: 'RecordIdentityResult', result }) as const;
  const completed = (result: 'PASSED' | 'FAILED', previous: 'PASSED' | 'FAILED' | 'PENDING_NEW') =>
    ({
      type: 'member.IdentityCheckCompleted',
      data: { loginId, firmOid, result, previous },
    }) as const;

  it('takes the answer once', () => {
    members
      .given(pending)
      .when(record('PASSED'))
      .then([completed('PASSED', 'PENDING_NEW')]);
    members
      .given(pending)
      .when(record('FAILED'))
      .then([completed('FAILED', 'PENDING_NEW')]);
    members
      .given([...pending, completed('PASSED', 'PENDING_NEW')])
      .when(record('PASSED'))
      .thenNothing();
    members
      .given([...pending, completed('PASSED', 'PENDING_NEW')])
      .when(record('FAILED'))
      .then([completed('FAILED', 'PASSED')]);
  });

  it('can be asked for again after a failure only', () => {
    const again = { type: 'RequestIdentityCheck', firmId: firmOid } as const;
    members
      .given([...pending, completed('FAILED', 'PENDING_NEW')])
      .when(again)
      .then([{ type: 'member.IdentityCheckRequested', data: { loginId, firmOid } }]);
    members.given(pending).when(again).thenNothing();
    members.given([memberCreated()]).when(again).thenNothing();
  });

  it('is pending again once asked for', () => {
    members
      .given([...pending, completed('FAILED', 'PENDING_NEW')])
      .when({ type: 'RequestIdentityCheck' })
      .thenState((state) => {
        expect(state.member?.cipStatus).toBe('PENDING_NEW');
      });
  });
});
