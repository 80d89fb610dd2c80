import { describe, expect, it } from '@jest/globals';
import { parseJsonText, type Read, readBody, type Shape } from '#libs/platform/http';
import { Secret } from '#libs/platform/kernel';
import type { AccountType } from '#libs/contexts/codes';
import {
  ofClass,
  others,
  RETIREMENT,
  TAXABLE,
  TYPES,
  WITH_JOINT_OWNERS,
} from '../test/account-types.js';
import { brief } from '../test/decide.js';
import { PermissionBody, RestrictionBody, SignatureBody } from './access.dto.js';
import { OpenAccountBody, UpdateAccountBody } from './account.dto.js';
import { otherTypeProblems } from './opening.js';

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

const ira = { ...required, accountType: 'R' };

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
    ['accountName', '', 'cannot.be.null'],
    ['accountName', '   ', 'cannot.be.null'],
    ['accountName', 'a\u0000b', 'invalid.value'],
    ['accountName', 'a\tb', 'invalid.value'],
    ['accountName', 'a\ud800b', 'invalid.value'],
    ['accountType', 'Z', 'invalid.choice'],
    ['accountType', 'i', 'invalid.choice'],
    ['billingPlanOid', {}, 'invalid.value'],
    ['branchCode', 'x'.repeat(41), 'invalid.length'],
    ['repCode', [], 'invalid.value'],
    ['defaultTaxLotSelection', 'BEST', 'invalid.choice'],
    ['longTermTaxRate', '100.01', 'invalid.value'],
    ['longTermTaxRate', '1e1', 'invalid.value'],
    ['shortTermTaxRate', '-0.1', 'invalid.value'],
    ['primaryAccountOwner', true, 'invalid.value'],
    ['jointOwners', 'rroe', 'invalid.value'],
    ['initContributionDate', '2026-02-30', 'invalid.date'],
    ['trustedContacts', {}, 'invalid.value'],
    ['minor', [], 'invalid.value'],
    ['w9BackupWithholding', 'X', 'invalid.choice'],
    ['taxClassification', 'Z', 'invalid.choice'],
  ])('%s: %j is %s', (field, value, code) => {
    expect(problemsOf(OpenAccountBody, { ...required, [field]: value })).toEqual([
      `FIELD ${field} ${code}`,
    ]);
  });

  it.each(['A', 'x'.repeat(16), ' Trip & Fun #1! ', 'Ünïcode 日本'])(
    'accountName %j, trimmed',
    (accountName) => {
      const { value } = read(OpenAccountBody, { ...required, accountName });
      expect(value.accountName).toBe(accountName.trim());
    },
  );

  it('fields of an update and unknown ones are no fields of creation', () => {
    const body = { ...required, accountNumber: 'R', securityExclusion: [], AccountName: 'x' };
    expect(problemsOf(OpenAccountBody, body)).toEqual([
      'SYNTAX AccountName',
      'SYNTAX accountNumber',
      'SYNTAX securityExclusion',
    ]);
  });

  it('numbers stand for decimal strings and ids [request.numbers]', () => {
    const body = { ...required, accountType: 9, billingPlanOid: 9001 };
    expect(read(OpenAccountBody, body)).toEqual({
      value: { ...required, accountType: '9' },
      problems: [],
    });
    const { value } = read(OpenAccountBody, { ...required, longTermTaxRate: 15.5 });
    expect(value.longTermTaxRate).toBe('15.5');
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
    problemsOf(OpenAccountBody, { ...ira, primaryBeneficiaries: [item] });

  it.each(Object.keys(beneficiary))('%s is required', (field) => {
    expect(problems({ ...beneficiary, [field]: null })).toEqual([`FIELD ${field} cannot.be.null`]);
  });

  it('title, middleName, suffix and citizenship are not', () => {
    const more = { title: 'mr.', middleName: 'B.', suffix: 'JR.', citizenship: 'U' };
    expect(problems({ ...beneficiary, ...more })).toEqual([]);
  });

  it('the number may be spelled SSN, is a secret, and the birthday stays the day as written', () => {
    const { ssn, ...rest } = beneficiary;
    const body = { ...ira, contingentBeneficiaries: [{ ...rest, SSN: ssn }] };
    const [item] = read(OpenAccountBody, body).value.contingentBeneficiaries!;
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
      ...ira,
      primaryBeneficiaries: [beneficiary, { ...beneficiary, [field]: value }],
    });
    expect(found.map(brief)).toEqual([`FIELD ${field} ${code}`]);
    expect(found[0]!.message).toMatch(/^primaryBeneficiaries\[1\]/);
    expect(JSON.stringify(found)).not.toContain('6789');
  });
});

describe('table "Minor object"', () => {
  const problems = (item: object): string[] =>
    problemsOf(OpenAccountBody, { ...required, accountType: 'U', minor: item });

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

describe('fields of some account types [account.other-type]', () => {
  const corporate = ofClass('corporate');
  const registered = ofClass('corporate', 'trust');
  const fields: [string, unknown, readonly AccountType[], 'required' | 'optional'][] = [
    ['longTermTaxRate', '10', TAXABLE, 'optional'],
    ['shortTermTaxRate', '10', TAXABLE, 'optional'],
    ['jointOwners', ['rroe'], WITH_JOINT_OWNERS, 'required'],
    ['initContributionDate', '2020-05-06', ['9'], 'optional'],
    ['primaryBeneficiaries', [beneficiary], RETIREMENT, 'optional'],
    ['contingentBeneficiaries', [beneficiary], RETIREMENT, 'optional'],
    ['minor', minor, ['U'], 'required'],
    ['trustees', ['t'], corporate, 'required'],
    ['accountRegistrationInfo', 'Doe Inc.', registered, 'required'],
    ['taxClassification', 'S', ['A', 'F'], 'required'],
  ];
  const whole = (accountType: AccountType): Record<string, unknown> => ({
    ...required,
    accountType,
    ...Object.fromEntries(
      fields
        .filter(([, , types]) => types.includes(accountType))
        .map(([name, sent]) => [name, sent]),
    ),
  });

  it.each(TYPES)('type %s takes its own', (type) => {
    expect(problemsOf(OpenAccountBody, whole(type))).toEqual([]);
  });

  it.each(fields)('%s', (name, sent, types, need) => {
    for (const type of types) {
      const expected = need === 'required' ? [`FIELD ${name} cannot.be.null`] : [];
      expect(problemsOf(OpenAccountBody, { ...whole(type), [name]: undefined })).toEqual(expected);
      if (!Array.isArray(sent)) continue;
      expect(problemsOf(OpenAccountBody, { ...whole(type), [name]: [] })).toEqual(expected);
    }
    for (const type of others(types)) {
      const expected = [`FIELD ${name} invalid.for.account.type`];
      expect(problemsOf(OpenAccountBody, { ...whole(type), [name]: sent })).toEqual(expected);
      if (!Array.isArray(sent)) continue;
      expect(problemsOf(OpenAccountBody, { ...whole(type), [name]: [] })).toEqual([]);
    }
  });

  it.each(['longTermTaxRate', 'initContributionDate', 'primaryBeneficiaries'])(
    'an update takes %s by the type of the account',
    (field) => {
      const [, sent, types = []] = fields.find(([name]) => name === field) ?? [];
      const { value } = read(UpdateAccountBody, { [field]: sent });
      const refusing = TYPES.filter((type) => otherTypeProblems(value, type).length > 0);
      expect(refusing).toEqual(others(types));
      expect(otherTypeProblems(value, refusing[0]!).map(brief)).toEqual([
        `FIELD ${field} invalid.for.account.type`,
      ]);
    },
  );

  it('defaultTaxLotSelection is one for the account type, on creation and update', () => {
    const wrong = ['FIELD defaultTaxLotSelection invalid.choice'];
    const body = { ...whole('R'), defaultTaxLotSelection: 'FIFO' };
    expect(problemsOf(OpenAccountBody, body)).toEqual(wrong);
    expect(otherTypeProblems({ defaultTaxLotSelection: 'FIFO' }, 'R').map(brief)).toEqual(wrong);
    expect(otherTypeProblems({ defaultTaxLotSelection: 'AVGC' }, 'R')).toEqual([]);
  });

  it('of a type that is none nothing is known', () => {
    expect(problemsOf(OpenAccountBody, { ...whole('U'), accountType: 'u' })).toEqual([
      'FIELD accountType invalid.choice',
    ]);
  });

  it('one that is wrong is not missing', () => {
    const wrong = { ...whole('U'), minor: { ...minor, firstName: null } };
    expect(problemsOf(OpenAccountBody, wrong)).toEqual(['FIELD firstName cannot.be.null']);
    expect(problemsOf(OpenAccountBody, { ...whole('J'), jointOwners: [null] })).toEqual([
      'FIELD jointOwners cannot.be.null',
    ]);
    expect(problemsOf(OpenAccountBody, { ...whole('A'), trustees: [{}] })).toEqual([
      'FIELD trustees invalid.value',
    ]);
  });

  it('taxClassification P is for an LLC only', () => {
    const body = (type: AccountType) => ({ ...whole(type), taxClassification: 'P' });
    expect(problemsOf(OpenAccountBody, body('F'))).toEqual([]);
    expect(problemsOf(OpenAccountBody, body('A'))).toEqual([
      'FIELD taxClassification invalid.choice',
    ]);
  });
});

describe('what has happened lies not ahead', () => {
  it.each([
    ['9', { initContributionDate: '2026-03-03' }, 'initContributionDate'],
    ['R', { primaryBeneficiaries: [{ ...beneficiary, dateOfBirth: '2026-03-03' }] }, 'dateOfBirth'],
    ['U', { minor: { ...minor, dateOfBirth: '2026-03-03' } }, 'dateOfBirth'],
  ])('type %s: %j', (accountType, fields, field) => {
    expect(problemsOf(OpenAccountBody, { ...required, accountType, ...fields })).toEqual([
      `FIELD ${field} invalid.date`,
    ]);
  });
});

describe('update [account.not-updatable]', () => {
  it.each([
    'accountType',
    'branchCode',
    'repCode',
    'primaryAccountOwner',
    'jointOwners',
    'minor',
    'w9BackupWithholding',
    'trustees',
    'accountRegistrationInfo',
    'taxClassification',
  ])('%s is refused by name, whatever it holds; null is nothing', (field) => {
    for (const value of ['x', 7, [], { firstName: 1 }]) {
      expect(problemsOf(UpdateAccountBody, { [field]: value })).toEqual([
        `FIELD ${field} not.updatable`,
      ]);
    }
    expect(problemsOf(UpdateAccountBody, { [field]: null })).toEqual([]);
  });

  it('an exclusion does not end before it starts', () => {
    const item = { exclusionStartDate: '2026-01-02', exclusionEndDate: '2026-01-01' };
    expect(
      problemsOf(UpdateAccountBody, { issueExclusion: [{ ...item, exclusionValue: 'IBM' }] }),
    ).toEqual(['FIELD exclusionEndDate invalid.date']);
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
