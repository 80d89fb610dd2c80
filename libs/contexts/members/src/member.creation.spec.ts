import { describe, expect, it } from '@jest/globals';
import { isRefusal, ruleProblem, Secret } from '#libs/platform/kernel';
import { countingIds, specification } from '#libs/platform/testing';
import { createMember, memberAddress, memberCreated, poBox } from '../test/samples.js';
import { memberDecider } from './member.js';

const members = specification(memberDecider);

const firmOid = '10000001';

const loginId = 'tester0003';

describe('creating a member', () => {
  it('takes the least there must be', () => {
    members.given([]).when(createMember()).then([memberCreated()]);
  });

  it('keeps the firm’s partner code and who created the member', () => {
    members
      .given([])
      .when({
        ...createMember(),
        firm: { firmId: firmOid, partnerCode: 'FI' },
        advisorLoginId: 'adv1',
      })
      .then([memberCreated({ partnerCode: 'FI', advisorLoginId: 'adv1' })]);
  });

  it('keeps all that was said, and nothing of what was not', () => {
    const said = {
      title: 'Mr.',
      netWorth: '8',
      memberProfileItems: { maritalStatus: 'M', topMarginalTaxBracket: '5' },
      mailingAddress: { line1: '1 Rue X', city: 'Paris', country: 'FR' },
      residenceCountry: 'CA',
      membershipType: 'X',
      accreditedInvestorNetWorth: true,
    } as const;
    members
      .given([])
      .when(createMember({ ...said, email2: null, citizenship: null }))
      .then([memberCreated(said)]);
  });

  it('refuses a login id that is taken', () => {
    members
      .given([memberCreated()])
      .when(createMember())
      .thenRefused([ruleProblem('member.unique.login.id', 'The login id is in use.', 'loginId')]);
  });

  it('refuses a failed identity check, next to all other problems', () => {
    members
      .given([])
      .when(createMember({ primaryAddress: { ...memberAddress, line1: 'PO Box 1' } }, 'FAILED'))
      .thenRefused([
        poBox('line1'),
        ruleProblem('member.riskwise.rule', 'The identity could not be verified.'),
      ]);
  });

  it('waits for the identity check in asynchronous mode', () => {
    members
      .given([])
      .when(createMember({}, 'PENDING_NEW'))
      .then([
        memberCreated({ cipStatus: 'PENDING_NEW' }),
        { type: 'member.IdentityCheckRequested', data: { loginId, firmOid } },
      ]);
  });

  it('keeps the tax id as a secret', () => {
    const decision = memberDecider.decide(
      createMember({ tid: Secret.of('123456789') }),
      {},
      { now: '2026-03-02T15:00:00.000Z', ids: countingIds() },
    );
    if (isRefusal(decision) || decision[0]?.type !== 'member.MemberCreated') {
      throw new Error('refused');
    }
    expect(decision[0].data.tid.reveal()).toBe('123456789');
    expect(JSON.stringify(decision)).not.toContain('123456789');
    expect(JSON.stringify(decision.reduce(memberDecider.evolve, {}))).not.toContain('6789');
  });
});
