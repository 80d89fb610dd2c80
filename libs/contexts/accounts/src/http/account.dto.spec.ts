import { describe, expect, it } from '@jest/globals';
import { parseJsonText, type Read, readBody, type Shape } from '#libs/platform/http';
import { Secret } from '#libs/platform/kernel';
import { brief } from '../../test/decide.js';
import { OpenAccountBody, UpdateAccountBody } from './account.dto.js';
import { PermissionBody, RestrictionBody } from './permission.dto.js';
import { SignatureBody } from './signature.dto.js';
import { toOpening, toUpdate } from './to-request.js';

const NOW = '2026-03-02T15:00:00.000Z';

const read = <T extends object>(shape: Shape<T>, body: object): Read<T> =>
  readBody(shape, parseJsonText(JSON.stringify(body)), NOW);
const problemsOf = (shape: Shape, body: object): string[] =>
  read(shape, body).problems.map(brief).sort();

const required = {
  accountName: 'Savings',
  accountType: 'I',
  billingPlanOid: '9001',
  primaryAccountOwner: 'jdoe',
};
const contact = {
  firstName: 'Tom',
  lastName: 'Fox',
  email: 'tom@example.com',
  telephone: '555-123-4567',
};
const beneficiary = {
  firstName: 'Ben',
  lastName: "O'Doe",
  relationship: 'S',
  dateOfBirth: '1980-01-31T00:00:00.000-05:00',
  ssn: '123456780',
  sharePct: '100',
};
const minor = {
  firstName: 'Mia',
  lastName: 'Doe',
  dateOfBirth: '2015-04-05',
  ssn: '123456789',
  citizenship: 'C',
  state: 'NY',
};

describe('table "Account", shapes', () => {
  it.each(Object.keys(required))('%s is required on create, not on update', (field) => {
    const expected = [`FIELD ${field} cannot.be.null`];
    expect(problemsOf(OpenAccountBody, { ...required, [field]: undefined })).toEqual(expected);
    expect(problemsOf(OpenAccountBody, { ...required, [field]: null })).toEqual(expected);
    expect(problemsOf(UpdateAccountBody, {})).toEqual([]);
  });

  it.each([
    ['accountName', 'x'.repeat(17), 'invalid.length'],
    ['accountName', 12, 'invalid.value'],
    ['accountType', 'Z', 'invalid.choice'],
    ['accountType', 'i', 'invalid.choice'],
    ['billingPlanOid', {}, 'invalid.value'],
    ['branchCode', 'x'.repeat(41), 'invalid.length'],
    ['repCode', [], 'invalid.value'],
    ['defaultTaxLotSelection', 'BEST', 'invalid.choice'],
    ['longTermTaxRate', '100.1', 'invalid.value'],
    ['shortTermTaxRate', '-0.1', 'invalid.value'],
    ['primaryAccountOwner', true, 'invalid.value'],
    ['jointOwners', 'rroe', 'invalid.value'],
    ['jointOwners', [null], 'cannot.be.null'],
    ['initContributionDate', '2026-02-30', 'invalid.date'],
    ['trustedContacts', {}, 'invalid.value'],
    ['minor', [], 'invalid.value'],
    ['w9BackupWithholding', 'X', 'invalid.choice'],
    ['trustees', [{}], 'invalid.value'],
    ['accountRegistrationInfo', ' ', 'invalid.value'],
    ['taxClassification', 'Z', 'invalid.choice'],
  ])('%s: %j is %s', (field, value, code) => {
    expect(problemsOf(OpenAccountBody, { ...required, [field]: value })).toEqual([
      `FIELD ${field} ${code}`,
    ]);
  });

  it('fields of an update and unknown ones are no fields of creation', () => {
    const body = { ...required, accountNumber: 'R', securityExclusion: [], AccountName: 'x' };
    expect(problemsOf(OpenAccountBody, body)).toEqual([
      'SYNTAX AccountName',
      'SYNTAX accountNumber',
      'SYNTAX securityExclusion',
    ]);
  });

  it('numbers stand for decimal strings and ids [request.numbers]', () => {
    const body = { ...required, accountType: 9, billingPlanOid: 9001, longTermTaxRate: 15.5 };
    expect(read(OpenAccountBody, body)).toEqual({
      value: { ...required, accountType: '9', longTermTaxRate: '15.5' },
      problems: [],
    });
  });

  it.each(['securityExclusion', 'issueExclusion', 'sectorExclusion'])(
    '%s has a plural, and dates',
    (list) => {
      const item = {
        exclusionStartDate: '2026-01-01',
        exclusionEndDate: '2026-12-31',
        exclusionValue: 'IBM',
      };
      for (const name of [list, `${list}s`]) {
        expect(read(UpdateAccountBody, { [name]: [item] })).toEqual({
          value: { [list]: [item] },
          problems: [],
        });
      }
      expect(problemsOf(UpdateAccountBody, { [list]: [{ exclusionStartDate: 'x' }] })).toEqual([
        'FIELD exclusionStartDate invalid.date',
        'FIELD exclusionValue cannot.be.null',
      ]);
    },
  );
});

describe('table "Trusted contact object"', () => {
  const problems = (item: object): string[] =>
    problemsOf(OpenAccountBody, { ...required, trustedContacts: [item] });

  it.each(Object.keys(contact))('%s is required', (field) => {
    expect(problems({ ...contact, [field]: null })).toEqual([`FIELD ${field} cannot.be.null`]);
  });

  it.each(['S', 'O', 'A', 'G', 'F', 'L'])('relationship %s', (relationship) => {
    expect(problems({ ...contact, relationship })).toEqual([]);
  });

  it.each([
    ['email', 'tom', 'invalid.value'],
    ['telephone', '12', 'invalid.value'],
    ['relationship', 'X', 'invalid.choice'],
    ['firstName', 'a\u0007b', 'invalid.value'],
    ['lastName', 'x'.repeat(41), 'invalid.length'],
  ])('%s: %j is %s', (field, value, code) => {
    expect(problems({ ...contact, [field]: value })).toEqual([`FIELD ${field} ${code}`]);
  });
});

describe('table "Beneficiary object"', () => {
  const problems = (item: object): string[] =>
    problemsOf(OpenAccountBody, { ...required, primaryBeneficiaries: [item] });

  it.each(Object.keys(beneficiary))('%s is required', (field) => {
    expect(problems({ ...beneficiary, [field]: null })).toEqual([`FIELD ${field} cannot.be.null`]);
  });

  it('title, middleName, suffix and citizenship are not', () => {
    const more = { title: 'mr.', middleName: 'B.', suffix: 'JR.', citizenship: 'U' };
    expect(problems({ ...beneficiary, ...more })).toEqual([]);
  });

  it('the number may be spelled SSN, is a secret, and the birthday stays the day as written', () => {
    const { ssn, ...rest } = beneficiary;
    const body = { ...required, contingentBeneficiaries: [{ ...rest, SSN: ssn }] };
    const { input } = toOpening(read(OpenAccountBody, body));
    const [item] = input.contingentBeneficiaries!;
    expect(item!.ssn).toBeInstanceOf(Secret);
    expect(item!.ssn.reveal()).toBe(ssn);
    expect(item!.dateOfBirth).toBe('1980-01-31');
  });

  it.each([
    ['relationship', 'F', 'invalid.choice'],
    ['dateOfBirth', '31.01.1980', 'invalid.date'],
    ['ssn', '123-45-6789', 'allows.only.digits'],
    ['ssn', '12345678', 'invalid.value'],
    ['ssn', '1234567890', 'invalid.length'],
    ['ssn', '000456789', 'invalid.value'],
    ['sharePct', '0', 'invalid.value'],
    ['sharePct', '100.01', 'invalid.value'],
    ['sharePct', '33.333', 'invalid.value'],
    ['title', 'x'.repeat(21), 'invalid.length'],
    ['suffix', 'x'.repeat(21), 'invalid.length'],
    ['citizenship', 'X', 'invalid.choice'],
  ])('%s: %j is %s', (field, value, code) => {
    const { problems: found } = read(OpenAccountBody, {
      ...required,
      primaryBeneficiaries: [beneficiary, { ...beneficiary, [field]: value }],
    });
    expect(found.map(brief)).toEqual([`FIELD ${field} ${code}`]);
    expect(found[0]!.message).toMatch(/^primaryBeneficiaries\[1\]/);
    expect(JSON.stringify(found)).not.toContain('6789');
  });
});

describe('table "Minor object"', () => {
  const problems = (item: object): string[] =>
    problemsOf(OpenAccountBody, { ...required, minor: item });

  it.each(Object.keys(minor))('%s is required', (field) => {
    expect(problems({ ...minor, [field]: null })).toEqual([`FIELD ${field} cannot.be.null`]);
  });

  it.each([
    ['state', 'ZZ', 'invalid.choice'],
    ['citizenship', 'X', 'invalid.choice'],
    ['ssn', 'abc', 'allows.only.digits'],
    ['dateOfBirth', '2015-13-01', 'invalid.date'],
  ])('%s: %j is %s', (field, value, code) => {
    expect(problems({ ...minor, [field]: value })).toEqual([`FIELD ${field} ${code}`]);
  });
});

describe('what the domain gets of a body', () => {
  it('readable fields as plain values; the others by name', () => {
    const request = toOpening(
      read(OpenAccountBody, {
        ...required,
        accountType: 'Z',
        trustedContacts: [contact],
        primaryBeneficiaries: [beneficiary, { ...beneficiary, sharePct: null }],
        minor: { ...minor, state: 'ZZ' },
        jointOwners: ['a', 7, {}],
        trustees: ['t'],
        extra: 1,
      }),
    );
    expect(request.unreadable.toSorted()).toEqual([
      'accountType',
      'jointOwners',
      'minor',
      'primaryBeneficiaries',
    ]);
    expect(request.input).toStrictEqual({
      accountName: 'Savings',
      billingPlanOid: '9001',
      primaryAccountOwner: 'jdoe',
      trustedContacts: [contact],
      trustees: ['t'],
    });
    expect(request.partial).toStrictEqual({
      primaryBeneficiaries: [
        expect.objectContaining({ sharePct: '100' }),
        expect.not.objectContaining({ sharePct: expect.anything() }),
      ],
      minor: expect.objectContaining({ firstName: 'Mia' }),
    });
    expect(request.partial?.minor).not.toHaveProperty('state');
    expect(request.problems.map(brief).sort()).toEqual([
      'FIELD accountType invalid.choice',
      'FIELD jointOwners invalid.value',
      'FIELD sharePct cannot.be.null',
      'FIELD state invalid.choice',
      'SYNTAX extra',
    ]);
  });

  it('a missing field is not unreadable, and an unknown key spoils nothing beside it', () => {
    const body = { ...required, accountName: null, minor: { ...minor, pet: 'cat' } };
    const request = toOpening(read(OpenAccountBody, body));
    expect(request.unreadable).toEqual([]);
    expect(request.input.minor).toMatchObject({ firstName: 'Mia' });
    expect(request.problems.map(brief)).toEqual(['FIELD accountName cannot.be.null', 'SYNTAX pet']);
  });

  it('an update names the fields it may not change, whatever they hold; null is nothing', () => {
    const request = toUpdate(
      read(UpdateAccountBody, {
        accountName: 'Travel',
        accountType: 'Z',
        minor: { firstName: 1 },
        jointOwners: [],
        trustees: null,
        securityExclusions: [{}],
        primaryBeneficiaries: [],
      }),
    );
    expect(request.notUpdatable).toEqual(['accountType', 'jointOwners', 'minor']);
    expect(request.problems.map(brief)).toEqual(['FIELD exclusionValue cannot.be.null']);
    expect(request.unreadable).toEqual(['securityExclusion']);
    expect(request.input).toStrictEqual({ accountName: 'Travel', primaryBeneficiaries: [] });
  });
});

describe('customer agreement signature [signature.signatureData]', () => {
  const body = { loginId: 'jdoe', signatureData: 'AAAA', signatureMethod: 'SIGNED_PDF' };
  const problems = (changes: object): string[] =>
    problemsOf(SignatureBody, { ...body, ...changes });

  it('takes a PDF', () => {
    expect(problems({ w9Withhold: true })).toEqual([]);
  });

  it.each(['SVG', 'GIF', 'JPG', 'PNG'])('takes an image in %s', (signatureImageEncoding) => {
    expect(problems({ signatureMethod: 'SIGNATURE_IMAGE', signatureImageEncoding })).toEqual([]);
  });

  it.each([
    [{ signatureMethod: undefined }, 'FIELD signatureMethod null.signature.method'],
    [{ signatureMethod: null }, 'FIELD signatureMethod null.signature.method'],
    [{ signatureMethod: 'FAX' }, 'FIELD signatureMethod invalid.choice'],
    [{ loginId: null }, 'FIELD loginId cannot.be.null'],
    [{ signatureData: null }, 'FIELD signatureData cannot.be.null'],
    [{ signatureMethod: 'SIGNATURE_IMAGE' }, 'FIELD signatureImageEncoding cannot.be.null'],
    [
      { signatureMethod: 'SIGNATURE_IMAGE', signatureImageEncoding: 'BMP' },
      'FIELD signatureImageEncoding invalid.choice',
    ],
    [{ w9Withhold: 'maybe' }, 'FIELD w9Withhold invalid.value'],
  ])('%j is %s', (changes, problem) => {
    expect(problems(changes)).toEqual([problem]);
  });

  it('loginid is unknown: field names are case-sensitive', () => {
    expect(problems({ loginId: undefined, loginid: 'jdoe' })).toEqual([
      'FIELD loginId cannot.be.null',
      'SYNTAX loginid',
    ]);
  });
});

it('permission: codes, alert levels and booleans, also as text', () => {
  const body = { loginId: 'x', permission: 'DV', alertLevel: 'limited', listOnReport: 'true' };
  expect(read(PermissionBody, body)).toEqual({
    value: { ...body, listOnReport: true },
    problems: [],
  });
  expect(
    problemsOf(PermissionBody, { permission: 'XX', alertLevel: 'some', listOnReport: 1 }),
  ).toEqual([
    'FIELD alertLevel invalid.choice',
    'FIELD listOnReport invalid.value',
    'FIELD permission invalid.choice',
  ]);
});

it('restriction: reason and type from their codes', () => {
  expect(problemsOf(RestrictionBody, { reasonCode: '021', restrictionType: 'CR' })).toEqual([]);
  expect(problemsOf(RestrictionBody, { reasonCode: '099', restrictionType: 'PR' })).toEqual([
    'FIELD reasonCode invalid.choice',
    'FIELD restrictionType invalid.choice',
  ]);
});
