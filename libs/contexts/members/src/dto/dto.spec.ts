import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody, type Shape } from '#libs/platform/http';
import { fieldProblem, isRefusal, type Problem } from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import { memberDecider, mergeProblems } from '../domain/index.js';
import { ClientDto, CreateFirmDto, InstitutionalFirmDto } from './firm.dto.js';
import { CreateMemberDto, IdentityResultDto, UpdateMemberDto } from './member.dto.js';
import { CreateTrusteeDto } from './person.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

function read<T extends object>(shape: Shape<T>, body: unknown): ReturnType<typeof readBody<T>> {
  return readBody(shape, parseJsonText(JSON.stringify(body)), NOW);
}

/** Every problem of a member creation, as the route answers it. */
function problemsOf(body: unknown): readonly Problem[] {
  const { value, problems } = read(CreateMemberDto, body);
  const decision = memberDecider.decide(
    { type: 'CreateMember', member: value, firm: { firmId: '1' }, identity: 'PASSED' },
    {},
    { now: '2026-03-02T15:00:00.000Z', ids: countingIds() },
  );
  return mergeProblems(problems, isRefusal(decision) ? decision.problems : []);
}

/** A body as an existing client sends it. */
const body = {
  loginId: 'tester0003',
  membershipType: 'N',
  firstName: 'John',
  middleName: '',
  lastName: 'Doe',
  suffix: null,
  dateOfBirth: '1970-05-10',
  tid: '100020001',
  email1: 'william@example.com',
  primaryAddress: {
    line1: '101 Howard Ln',
    city: 'Atlanta',
    state: 'GA',
    zipcode: '30301',
    country: 'US',
  },
  eveningTelephone: '5512253365',
  dayTelephone: '5542252526',
  employmentStatus: 'Retired',
  employerAddress: null,
  netWorth: 2,
  finraAffiliated: 'false',
  directorOrTenPercentShareholder: 'false',
  directorOrTenPercentShareholderCompany: [],
  citizenship: 'C',
  residenceCountry: 'US',
};

describe('the body of a new member', () => {
  it('is taken as clients send it', () => {
    expect(problemsOf(body)).toEqual([]);
    expect(read(CreateMemberDto, body).value).toMatchObject({
      netWorth: '2',
      finraAffiliated: false,
    });
    expect(read(CreateMemberDto, body).value.tid?.reveal()).toBe('100020001');
  });

  it('has mistakes of shape and of rule in one list, each once', () => {
    const problems = problemsOf({
      ...body,
      nickname: 'x',
      firstName: 5,
      lastName: undefined,
      email1: 'nobody',
      tid: '12345678x',
      netWorth: 9,
      primaryAddress: { ...body.primaryAddress, line1: 7, county: 'x', zipcode: '1' },
    });
    expect(problems.map(({ field, errorCode }) => [field, errorCode])).toEqual([
      ['nickname', undefined],
      ['firstName', 'invalid.value'],
      ['lastName', 'cannot.be.null'],
      ['county', undefined],
      ['line1', 'invalid.value'],
      ['tid', 'allows.only.digits'],
      ['zipcode', 'invalid.value'],
      ['email1', 'invalid.value'],
      ['netWorth', 'invalid.choice'],
    ]);
  });

  it('misses what is not there once', () => {
    expect(
      problemsOf({})
        .map(({ field }) => field)
        .sort(),
    ).toEqual([
      'dateOfBirth',
      'email1',
      'firstName',
      'lastName',
      'loginId',
      'primaryAddress',
      'tid',
    ]);
  });

  it('takes companies with commas', () => {
    const { value } = read(CreateMemberDto, { directorOrTenPercentShareholderCompany: 'IBM, BA' });
    expect(value.directorOrTenPercentShareholderCompany).toEqual(['IBM', 'BA']);
  });
});

describe('other bodies', () => {
  it('keep null in an update, and require nothing', () => {
    const { value, problems } = read(UpdateMemberDto, {
      email2: null,
      memberProfileItems: { maritalStatus: 'M' },
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({ email2: null, memberProfileItems: { maritalStatus: 'M' } });
    expect(read(UpdateMemberDto, { tid: '123456789', firstName: 'A' }).problems).toEqual([]);
  });

  it('know their fields', () => {
    const bad = (shape: Shape, value: unknown): unknown => read(shape, value).problems;
    expect(bad(IdentityResultDto, { cipStatus: 'PASSED' })).toEqual([]);
    expect(bad(IdentityResultDto, {})).toEqual([fieldProblem('cipStatus', 'cannot.be.null')]);
    expect(
      bad(CreateTrusteeDto, {
        loginId: 'abc',
        firstName: 'A',
        lastName: 'B',
        dateOfBirth: 'x',
        email1: 'x',
      }),
    ).toEqual([]);
    expect(
      bad(CreateFirmDto, {
        firmName: 'X',
        firmTaxId: '123456789',
        firmRep: 'abc',
        primaryAddress: {},
      }),
    ).toEqual([]);
    expect(
      bad(InstitutionalFirmDto, {
        name: 'X',
        entitlements: ['fullTid'],
        depositAddress: { line3: 'x' },
      }),
    ).toEqual([]);
    expect(bad(ClientDto, { loginId: 'abc', entitlements: [] })).toEqual([]);
    expect(bad(ClientDto, { loginId: 'abc', sharedSecret: 'x' })).toEqual([
      { type: 'SYNTAX', field: 'sharedSecret' },
    ]);
  });
});
