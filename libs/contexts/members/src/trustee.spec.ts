import { describe, expect, it } from '@jest/globals';
import { ruleProblem, Secret } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { sampleTrustee } from '../test/samples.js';
import type { TrusteeEvent } from './member.events.js';
import { type CreateTrustee, type NewTrustee, trusteeDecider } from './trustee.js';

const trustees = specification(trusteeDecider);

const create = (over: Partial<NewTrustee> = {}): CreateTrustee => ({
  type: 'CreateTrustee',
  firmId: '10000001',
  trustee: sampleTrustee(over),
});

const created: TrusteeEvent = {
  type: 'trustee.TrusteeCreated',
  data: {
    loginId: 'trustee01',
    memberOid: '1000000000000001',
    firmOid: '10000001',
    creationDate: '2026-03-02T15:00:00.000Z',
    title: 'Dr.',
    firstName: 'Mary',
    lastName: 'Jones',
    dateOfBirth: '1960-01-01',
    email1: 'mary@example.com',
  },
};

const mobile = {
  line1: '1 Main St',
  city: 'Mobile',
  state: 'AL',
  zipcode: '36601',
  country: 'US',
};

describe('creating a trustee', () => {
  it('takes the least there must be', () => {
    trustees.given([]).when(create()).then([created]);
  });

  it('keeps an address, and the tax id as a secret', () => {
    const primaryAddress = {
      line1: '1 Main St',
      city: 'Albany',
      state: 'NY',
      zipcode: '12207',
      country: 'US',
    };
    const decision = trusteeDecider.decide(
      create({ tid: Secret.of('123456789'), primaryAddress, suffix: 'Jr.' }),
      {},
      {
        now: '2026-03-02T15:00:00.000Z',
        ids: { digits: String, alphanumeric: String },
      },
    ) as readonly TrusteeEvent[];
    expect(decision[0]?.data).toMatchObject({ primaryAddress, suffix: 'Jr.' });
    expect(decision[0]?.data.tid?.reveal()).toBe('123456789');
    expect(JSON.stringify(decision)).not.toContain('123456789');
  });

  it('keeps where the trustee belongs, and supposes nothing', () => {
    trustees
      .given([])
      .when(create({ citizenship: 'R', residenceCountry: 'US' }))
      .then([{ ...created, data: { ...created.data, citizenship: 'R', residenceCountry: 'US' } }]);
  });

  it('has every mistake told at once', () => {
    trustees
      .given([created])
      .when(
        create({
          dateOfBirth: '2010-01-01',
          primaryAddress: { ...mobile, line1: 'PO Box 1' },
        }),
      )
      .thenRefused([
        ruleProblem(
          'member.primary.address.cannot.be.po.box',
          'primaryAddress is a post office box.',
          'line1',
        ),
        ruleProblem(
          'member.legal.age.state.rule',
          'The age of majority in AL is 19.',
          'dateOfBirth',
        ),
        ruleProblem('member.unique.login.id', 'The login id is in use.', 'loginId'),
      ]);
    trustees
      .given([])
      .when(create({ dateOfBirth: '2010-01-01', primaryAddress: mobile }))
      .thenRefused([
        ruleProblem(
          'member.legal.age.state.rule',
          'The age of majority in AL is 19.',
          'dateOfBirth',
        ),
      ]);
  });

  it('is of age in whatever state, when no address says which', () => {
    trustees
      .given([])
      .when(create({ dateOfBirth: '2010-01-01' }))
      .thenRefused([
        ruleProblem('member.legal.age.state.rule', 'The age of majority is 18.', 'dateOfBirth'),
      ]);
  });
});
