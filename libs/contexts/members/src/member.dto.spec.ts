import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody, type Shape } from '#libs/platform/http';
import { fieldProblem } from '#libs/platform/kernel';
import { ClientDto, CreateFirmDto, InstitutionalFirmDto } from './firm.dto.js';
import {
  CreateMemberDto,
  CreateTrusteeDto,
  IdentityResultDto,
  UpdateMemberDto,
} from './member.dto.js';

const NOW = '2026-03-02T15:00:00.000Z';

function read<T extends object>(shape: Shape<T>, body: unknown): ReturnType<typeof readBody<T>> {
  return readBody(shape, parseJsonText(JSON.stringify(body)), NOW);
}

/** Fields and codes of the problems. */
function wrong(shape: Shape, body: unknown): (string | undefined)[][] {
  return read(shape, body).problems.map(({ field, errorCode }) => [field, errorCode]);
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
    const { value, problems } = read(CreateMemberDto, body);
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ netWorth: '2', finraAffiliated: false, employerAddress: null });
    expect(value).not.toHaveProperty('middleName');
    expect(value.tid.reveal()).toBe('100020001');
  });

  it('has values in their own form, and blanks count as null', () => {
    const sent = {
      ...body,
      title: ' mr ',
      suffix: '',
      dateOfBirth: ' 1970-05-10T23:00:00.000-05:00 ',
      email2: '  ',
      dayTelephone: ' 5542252526 ',
      occupationType: 'health care',
      citizenship: ' C ',
      dependentCount: '02',
      residenceCountry: 'usa',
      memberProfileItems: { maritalStatus: '' },
      employerAddress: { line1: '', city: ' ', state: '', zipcode: null, country: 'US' },
      mailingAddress: { line1: ' P.O. Box 12', city: 'Paris', state: ' ', country: 'fr' },
      directorOrTenPercentShareholderCompany: 'IBM, BA',
    };
    const { value, problems } = read(CreateMemberDto, sent);
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      title: 'Mr.',
      suffix: null,
      dateOfBirth: '1970-05-10',
      email2: null,
      dayTelephone: '5542252526',
      occupationType: 'Health Care',
      citizenship: 'C',
      dependentCount: '2',
      residenceCountry: 'US',
      memberProfileItems: null,
      employerAddress: null,
      primaryAddress: { ...body.primaryAddress, country: 'US' },
      directorOrTenPercentShareholderCompany: ['IBM', 'BA'],
    });
    const mailing = { line1: 'P.O. Box 12', city: 'Paris', country: 'FR' };
    expect(value.mailingAddress).toEqual(mailing);
    expect(value.mailingAddress).not.toHaveProperty('state');
  });

  it.each(['mailingAddress', 'employerAddress'])(
    '%s › with a country alone is not filled in, with a wrong one it is wrong',
    (field) => {
      expect(wrong(UpdateMemberDto, { [field]: { line1: '', country: 'France' } })).toEqual([]);
      for (const country of ['US1', 'É', 'x', 7]) {
        const found = wrong(UpdateMemberDto, { [field]: { line1: '', country } });
        expect(found).toContainEqual(['country', 'invalid.value']);
      }
    },
  );

  it('has every mistake told at once, those of an address with its name', () => {
    const sent = {
      ...body,
      nickname: 'x',
      firstName: 5,
      lastName: undefined,
      email1: ' ',
      tid: '666123456',
      netWorth: 9,
      dependentCount: '100',
      primaryAddress: { line1: 7, county: 'x', state: '', zipcode: '1', country: 'FR' },
    };
    const { problems } = read(CreateMemberDto, sent);
    expect(problems.map(({ field, errorCode }) => [field, errorCode]).sort()).toEqual([
      ['city', 'cannot.be.null'],
      ['country', 'invalid.choice'],
      ['county', undefined],
      ['dependentCount', 'invalid.length'],
      ['email1', 'cannot.be.null'],
      ['firstName', 'invalid.value'],
      ['lastName', 'cannot.be.null'],
      ['line1', 'invalid.value'],
      ['netWorth', 'invalid.choice'],
      ['nickname', undefined],
      ['state', 'cannot.be.null'],
      ['tid', 'invalid.value'],
      ['zipcode', 'invalid.value'],
    ]);
    const zipcode = problems.find(({ field }) => field === 'zipcode');
    expect(zipcode?.message).toBe(
      'primaryAddress: It must be a ZIP code, such as 12345 or 12345-6789.',
    );
    expect(JSON.stringify(problems)).not.toContain('666123456');
  });

  it('misses what is not there once', () => {
    const required = ['dateOfBirth', 'email1', 'firstName', 'lastName', 'loginId'];
    const missing = (...fields: string[]) => fields.map((field) => [field, 'cannot.be.null']);
    const ofMember = missing(...required, 'primaryAddress', 'tid');
    expect(wrong(CreateMemberDto, {}).sort()).toEqual(ofMember);
    expect(wrong(CreateTrusteeDto, {}).sort()).toEqual(missing(...required));
  });
});

describe('the body of an update of a member', () => {
  it('keeps null, and requires nothing', () => {
    const sent = { email2: null, memberProfileItems: { maritalStatus: 'M' } };
    expect(read(UpdateMemberDto, sent)).toEqual({ value: sent, problems: [] });
  });

  it('names what never changes, whatever it holds, and what is never empty', () => {
    const fixed = { firstName: 5, middleName: 'A', lastName: ['x'], dateOfBirth: {}, tid: '1' };
    expect(wrong(UpdateMemberDto, { ...fixed, email1: null, primaryAddress: null })).toEqual([
      ...Object.keys(fixed).map((field) => [field, 'not.updatable']),
      ['email1', 'cannot.be.null'],
      ['primaryAddress', 'cannot.be.null'],
    ]);
    expect(wrong(UpdateMemberDto, { email1: '' })).toEqual([['email1', 'cannot.be.null']]);
  });
});

describe('other bodies', () => {
  it('have what is usual where nothing is said', () => {
    expect(read(InstitutionalFirmDto, { name: ' X ', billingLevel: '' }).value).toEqual({
      name: 'X',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: [],
    });
    const firm = {
      firmName: 'X',
      firmTaxId: '666123456',
      firmRep: 'abc',
      primaryAddress: body.primaryAddress,
    };
    expect(read(CreateFirmDto, firm)).toMatchObject({
      value: { firmTaxIdType: 'TIN' },
      problems: [],
    });
    expect(wrong(CreateFirmDto, { ...firm, firmTaxIdType: 'SSN' })).toEqual([
      ['firmTaxId', 'invalid.value'],
    ]);
  });

  it('know their fields', () => {
    expect(read(IdentityResultDto, { cipStatus: 'PASSED' }).problems).toEqual([]);
    expect(read(IdentityResultDto, {}).problems).toEqual([
      fieldProblem('cipStatus', 'cannot.be.null', 'It is required: one of PASSED, FAILED.'),
    ]);
    const sent = { loginId: 'abc', entitlements: ['removeRestrictions', 'fullTid', 'fullTid'] };
    expect(read(ClientDto, sent)).toEqual({
      value: { ...sent, entitlements: ['fullTid', 'removeRestrictions'] },
      problems: [],
    });
    expect(read(ClientDto, { loginId: 'abc', sharedSecret: 'x' }).problems).toEqual([
      {
        type: 'SYNTAX',
        field: 'sharedSecret',
        message:
          'No such field. Known fields (case-sensitive): apiKey, firmId, loginId, entitlements, revoked, secretSince, previousSecretUntil.',
      },
    ]);
  });
});
