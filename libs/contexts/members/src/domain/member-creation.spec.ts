import { describe, expect, it } from '@jest/globals';
import { fieldProblem, isRefusal, ruleProblem, Secret } from '#libs/platform/kernel';
import { countingIds, specification } from '#libs/platform/testing';
import { createMember, memberCreated } from '../../test/samples.js';
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

  it('stores codes in their own spelling and drops blank fields', () => {
    members
      .given([])
      .when(
        createMember({
          title: 'mr.',
          suffix: 'iii',
          middleName: '',
          email2: null,
          dayTelephone: ' 5542252526 ',
          occupationType: 'health care',
          employmentStatus: 'Retired',
          netWorth: '8',
          dependentCount: '02',
          citizenship: 'C',
          residenceCountry: 'usa',
          memberProfileItems: { maritalStatus: 'M', topMarginalTaxBracket: '5' },
          mailingAddress: {
            line1: 'P.O. Box 12',
            city: 'Atlanta',
            state: 'GA',
            zipcode: '30301-1234',
          },
          employerAddress: { line1: '', city: '', state: '', zipcode: '', country: 'US' },
        }),
      )
      .then([
        memberCreated({
          title: 'Mr.',
          suffix: 'III',
          dayTelephone: '5542252526',
          occupationType: 'Health Care',
          employmentStatus: 'Retired',
          netWorth: '8',
          dependentCount: '2',
          citizenship: 'C',
          memberProfileItems: { maritalStatus: 'M', topMarginalTaxBracket: '5' },
          mailingAddress: {
            line1: 'P.O. Box 12',
            city: 'Atlanta',
            state: 'GA',
            zipcode: '30301-1234',
            country: 'US',
          },
        }),
      ]);
  });

  it('takes a mailing address abroad', () => {
    members
      .given([])
      .when(createMember({ mailingAddress: { line1: '1 Rue X', city: 'Paris', country: 'FR' } }))
      .then([
        memberCreated({ mailingAddress: { line1: '1 Rue X', city: 'Paris', country: 'FR' } }),
      ]);
  });

  it('finds everything that is missing at once', () => {
    members
      .given([])
      .when({ ...createMember(), member: {} })
      .thenRefused(
        ['loginId', 'primaryAddress', 'email1', 'firstName', 'lastName', 'dateOfBirth', 'tid'].map(
          (field) => fieldProblem(field, 'cannot.be.null'),
        ),
      );
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
      .when(createMember({ firstName: '' }, 'FAILED'))
      .thenRefused([
        fieldProblem('firstName', 'invalid.value', 'a text that is not blank'),
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
      createMember({ tid: Secret.of(' 123456789 ') }),
      {},
      { now: '2026-03-02T15:00:00.000Z', ids: countingIds() },
    );
    if (isRefusal(decision) || decision[0]?.type !== 'member.MemberCreated') {
      throw new Error('refused');
    }
    expect(decision[0].data.tid?.reveal()).toBe('123456789');
    expect(JSON.stringify(decision)).not.toContain('123456789');
    expect(JSON.stringify(decision.reduce(memberDecider.evolve, {}))).not.toContain('6789');
  });

  it('shows no tax id in a refusal', () => {
    const decision = memberDecider.decide(
      createMember({ tid: Secret.of('666123456') }),
      {},
      {
        now: '2026-03-02T15:00:00.000Z',
        ids: { digits: String, alphanumeric: String },
      },
    );
    expect(JSON.stringify(decision)).not.toContain('666123456');
  });
});
