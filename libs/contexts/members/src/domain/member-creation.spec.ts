import { describe, expect, it } from '@jest/globals';
import {
  choiceOf,
  codesOf,
  fieldProblem,
  isRefusal,
  OccupationTypes,
  type Problem,
  ruleProblem,
  Secret,
} from '#libs/platform/kernel';
import { countingIds, specification } from '#libs/platform/testing';
import { createMember, memberCreated, sampleMember } from '../../test/samples.js';
import { memberDecider } from './member.js';
import type { MemberInput } from './member.commands.js';

const members = specification(memberDecider);
const firmOid = '10000001';
const loginId = 'tester0003';

function refusesMember(over: Partial<MemberInput>, ...problems: Problem[]): void {
  members.given([]).when(createMember(over)).thenRefused(problems);
}

const age = (state: string, majority: number): Problem =>
  ruleProblem(
    'member.legal.age.state.rule',
    `The age of majority in ${state} is ${majority}.`,
    'dateOfBirth',
  );
const poBox = (field: string): Problem =>
  ruleProblem(
    'member.primary.address.cannot.be.po.box',
    'primaryAddress is a post office box.',
    field,
  );
const notATicker = ruleProblem(
  'member.tenpct.security.rule',
  'Not every company is a ticker.',
  'directorOrTenPercentShareholderCompany',
);
const street = sampleMember().primaryAddress!;

const memberAddress = {
  line1: '101 Howard Ln',
  city: 'Atlanta',
  state: 'GA',
  zipcode: '30301',
  country: 'US',
};

const OCCUPATIONS = choiceOf(codesOf(OccupationTypes));

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

  it('names the leaf of an address and says which address', () => {
    refusesMember(
      {
        primaryAddress: { line1: ' ', state: 'ZZ', zipcode: '123', country: 'FR' },
        mailingAddress: { city: 'x'.repeat(61), line1: 'a\0b' },
      },
      fieldProblem('line1', 'invalid.value', 'primaryAddress'),
      fieldProblem('city', 'cannot.be.null', 'primaryAddress'),
      fieldProblem('state', 'invalid.choice', 'primaryAddress: a state of the US, such as NY'),
      fieldProblem('zipcode', 'invalid.value', 'primaryAddress: such as 12345 or 12345-6789'),
      fieldProblem('country', 'invalid.choice', 'primaryAddress: US'),
      fieldProblem('line1', 'invalid.value', 'mailingAddress'),
      fieldProblem('city', 'invalid.length', 'mailingAddress: at most 60 characters'),
      fieldProblem('state', 'cannot.be.null', 'mailingAddress'),
      fieldProblem('zipcode', 'cannot.be.null', 'mailingAddress'),
    );
  });

  it.each<[over: Partial<MemberInput>, ...problem: Parameters<typeof fieldProblem>]>([
    [{ loginId: 'a b' }, 'loginId', 'invalid.value', '3 to 64 letters, digits and . _ - @ +'],
    [{ loginId: 'x'.repeat(65) }, 'loginId', 'invalid.length', 'at most 64 characters'],
    [{ firstName: 'x'.repeat(21) }, 'firstName', 'invalid.length', 'at most 20 characters'],
    [{ middleName: 'x'.repeat(21) }, 'middleName', 'invalid.length', 'at most 20 characters'],
    [{ lastName: 'x'.repeat(36) }, 'lastName', 'invalid.length', 'at most 35 characters'],
    [
      { firstName: 'J0hn' },
      'firstName',
      'invalid.value',
      'letters, blanks, hyphens and full stops',
    ],
    [
      { lastName: "O'Brien" },
      'lastName',
      'invalid.value',
      'letters, blanks, hyphens and full stops',
    ],
    [{ title: 'Sir' }, 'title', 'invalid.choice', 'one of Dr., Ms., Miss, Mr., Mrs.'],
    [{ suffix: 'V' }, 'suffix', 'invalid.choice', 'one of Jr., Sr., II, III, IV'],
    [
      { dateOfBirth: '1970-02-30' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [
      { dateOfBirth: '2026-03-03' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [
      { dateOfBirth: '1880-01-01' },
      'dateOfBirth',
      'invalid.date',
      'yyyy-MM-dd, or a timestamp, of somebody who is alive',
    ],
    [{ tid: Secret.of('12345678x') }, 'tid', 'allows.only.digits'],
    [{ tid: Secret.of('12345678') }, 'tid', 'invalid.value'],
    [{ tid: Secret.of('1234567890') }, 'tid', 'invalid.length'],
    [{ tid: Secret.of('666123456') }, 'tid', 'invalid.value'],
    [{ email1: 'nobody' }, 'email1', 'invalid.value', 'an e-mail address'],
    [{ email2: 'nobody@x' }, 'email2', 'invalid.value', 'an e-mail address'],
    [{ dayTelephone: '12' }, 'dayTelephone', 'invalid.value', '7 to 15 digits'],
    [
      { eveningTelephone: '1'.repeat(36) },
      'eveningTelephone',
      'invalid.length',
      'at most 35 characters',
    ],
    [{ employerName: 'x'.repeat(101) }, 'employerName', 'invalid.length', 'at most 100 characters'],
    [
      { employmentStatus: 'retired' },
      'employmentStatus',
      'invalid.choice',
      'one of Employed, Self-Employed, Retired, Student, Unemployed, Other',
    ],
    [{ occupationType: 'Astronaut' }, 'occupationType', 'invalid.choice', OCCUPATIONS],
    [{ annualIncome: '9' }, 'annualIncome', 'invalid.choice', 'one of 1, 2, 3, 4, 5, 6, 7, 8'],
    [{ netWorth: '0' }, 'netWorth', 'invalid.choice', 'one of 1, 2, 3, 4, 5, 6, 7, 8'],
    [
      { liquidNetWorth: '1.0' },
      'liquidNetWorth',
      'invalid.choice',
      'one of 1, 2, 3, 4, 5, 6, 7, 8',
    ],
    [{ dependentCount: '-1' }, 'dependentCount', 'allows.only.digits'],
    [{ dependentCount: '100' }, 'dependentCount', 'invalid.length'],
    [{ citizenship: 'X' }, 'citizenship', 'invalid.choice', 'one of C, R, N, U'],
    [{ residenceCountry: '1' }, 'residenceCountry', 'invalid.choice'],
    [{ residenceCountry: 'ZZ' }, 'residenceCountry', 'invalid.choice'],
    [{ residenceCountry: 'CAN' }, 'residenceCountry', 'invalid.choice'],
    [{ membershipType: 'abc' }, 'membershipType', 'invalid.value'],
    [
      { previousExperienceSector: 'x'.repeat(101) },
      'previousExperienceSector',
      'invalid.length',
      'at most 100 characters',
    ],
    [
      { memberProfileItems: { maritalStatus: 'X' } },
      'maritalStatus',
      'invalid.choice',
      'one of S, M, P, D, W, C',
    ],
    [
      { memberProfileItems: { topMarginalTaxBracket: '6' } },
      'topMarginalTaxBracket',
      'invalid.choice',
      'one of 1, 2, 3, 4, 5',
    ],
    [{ finraAffiliated: true }, 'finraCompany', 'cannot.be.null'],
    [
      { finraAffiliated: false, finraCompany: 'Broker Inc.' },
      'finraCompany',
      'invalid.value',
      'finraAffiliated is false.',
    ],
    [
      { directorOrTenPercentShareholder: true },
      'directorOrTenPercentShareholderCompany',
      'cannot.be.null',
    ],
  ])('refuses %j', (over, ...problem) => {
    refusesMember(over, fieldProblem(...problem));
  });

  it('keeps the age of majority of the state of residence', () => {
    const born = (dateOfBirth: string, state: string): Partial<MemberInput> => ({
      dateOfBirth,
      primaryAddress: { ...street, state },
    });
    refusesMember(born('2008-03-03', 'GA'), age('GA', 18));
    refusesMember(born('2007-03-03', 'AL'), age('AL', 19));
    refusesMember(born('2007-03-03', 'NE'), age('NE', 19));
    refusesMember(born('2005-03-03', 'MS'), age('MS', 21));
    for (const [dateOfBirth, state] of [
      ['2008-03-02', 'GA'],
      ['2007-03-02', 'AL'],
      ['2005-03-02', 'MS'],
    ] as const) {
      members
        .given([])
        .when(createMember(born(dateOfBirth, state)))
        .then([memberCreated({ dateOfBirth, primaryAddress: { ...memberAddress, state } })]);
    }
  });

  it('asks for the age whatever else is wrong with the address', () => {
    const wrong = { ...street, state: 'AL', zipcode: '1' };
    const zipcode = fieldProblem(
      'zipcode',
      'invalid.value',
      'primaryAddress: such as 12345 or 12345-6789',
    );
    refusesMember({ dateOfBirth: '2007-03-03', primaryAddress: wrong }, zipcode, age('AL', 19));
    const nowhere = { ...street, state: 'XX' };
    refusesMember(
      { dateOfBirth: '2008-03-03', primaryAddress: nowhere },
      fieldProblem('state', 'invalid.choice', 'primaryAddress: a state of the US, such as NY'),
      ruleProblem('member.legal.age.state.rule', 'The age of majority is 18.', 'dateOfBirth'),
    );
  });

  it('counts the age at the date in New York', () => {
    const command = createMember({ dateOfBirth: '2008-03-03' });
    members
      .given([])
      .at('2026-03-03T04:59:59.000Z')
      .when(command)
      .thenRefused([age('GA', 18)]);
    members
      .given([])
      .at('2026-03-03T05:00:00.000Z')
      .when(command)
      .then([
        memberCreated({ dateOfBirth: '2008-03-03', creationDate: '2026-03-03T05:00:00.000Z' }),
      ]);
  });

  it('takes no post office box for a home', () => {
    refusesMember({ primaryAddress: { ...street, line1: 'P.O. Box 12' } }, poBox('line1'));
    refusesMember({ primaryAddress: { ...street, line2: 'PO BOX 12' } }, poBox('line2'));
  });

  it('takes tickers as a text or a list, and tells the accounts', () => {
    for (const companies of ['ibm, BRK.B,ibm', ['BRK.B', 'IBM']]) {
      members
        .given([])
        .when(createMember({ directorOrTenPercentShareholderCompany: companies }))
        .then([
          memberCreated({ directorOrTenPercentShareholder: true }),
          {
            type: 'member.TenPercentHoldingsChanged',
            data: { loginId, firmOid, before: [], after: ['BRK.B', 'IBM'] },
          },
        ]);
    }
  });

  it('refuses what is no ticker, and tickers of somebody who is no shareholder', () => {
    refusesMember({ directorOrTenPercentShareholderCompany: 'IBM, not a ticker' }, notATicker);
    refusesMember(
      { directorOrTenPercentShareholder: false, directorOrTenPercentShareholderCompany: 'IBM' },
      fieldProblem(
        'directorOrTenPercentShareholderCompany',
        'invalid.value',
        'directorOrTenPercentShareholder is false.',
      ),
    );
    refusesMember(
      { directorOrTenPercentShareholderCompany: Array.from({ length: 101 }, () => 'IBM') },
      fieldProblem('directorOrTenPercentShareholderCompany', 'invalid.length'),
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
        fieldProblem('firstName', 'invalid.value'),
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
