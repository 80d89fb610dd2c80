import { describe, expect, it } from '@jest/globals';
import { minor, open } from '../../test/account-fixtures.js';
import { CORPORATE, ofClass, others, PERSONAL } from '../../test/account-types.js';
import { opened, refused } from '../../test/decide.js';

describe('row minor', () => {
  it('is required for a custodial account', () => {
    expect(refused(open('U', { minor: undefined }))).toEqual(['FIELD minor cannot.be.null']);
  });

  it('is kept with its number', () => {
    expect(opened('U').minor?.ssn.reveal()).toBe('123456789');
  });

  it.each(others(['U']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { minor }))).toEqual(['FIELD minor invalid.for.account.type']);
  });

  it.each([
    ['2005-03-03', 'NY'],
    ['2008-03-03', 'KY'],
    ['2026-03-02', 'CA'],
  ])('may be born on %s in %s', (dateOfBirth, state) => {
    expect(opened('U', { minor: { ...minor, dateOfBirth, state } }).minor).toBeDefined();
  });

  it.each([
    ['2005-03-02', 'NY'],
    ['2008-03-02', 'KY'],
  ])('is of age when born on %s in %s', (dateOfBirth, state) => {
    expect(refused(open('U', { minor: { ...minor, dateOfBirth, state } }))).toEqual([
      'RULE dateOfBirth account.minor.age.rule',
    ]);
  });

  it('is not born in the future', () => {
    expect(refused(open('U', { minor: { ...minor, dateOfBirth: '2026-03-03' } }))).toEqual([
      'FIELD dateOfBirth invalid.date',
    ]);
  });
});

describe('row w9BackupWithholding', () => {
  it.each(['C', 'N'] as const)('keeps %s', (w9BackupWithholding) => {
    expect(opened('I', { w9BackupWithholding }).w9BackupWithholding).toBe(w9BackupWithholding);
  });

  it('is N when null', () => {
    expect(opened('I').w9BackupWithholding).toBe('N');
  });
});

describe('row trustees', () => {
  it.each(CORPORATE)('is required for type %s', (type) => {
    for (const trustees of [undefined, []]) {
      expect(refused(open(type, { trustees }))).toEqual(['FIELD trustees cannot.be.null']);
    }
  });

  it.each(PERSONAL)('does not belong to type %s', (type) => {
    const trustees = [{ loginId: 'trustee1', firmId: '501' }];
    expect(refused(open(type, { trustees: ['trustee1'] }, { trustees }))).toEqual([
      'FIELD trustees invalid.for.account.type',
    ]);
  });

  it.each([
    ['unknown', ['nobody'], '501'],
    ['of another firm', ['trustee1'], '999'],
    ['named twice', ['trustee1', 'trustee1'], '501'],
  ])('refuses one %s', (_, trustees, firmId) => {
    const known = [{ loginId: 'trustee1', firmId }];
    expect(refused(open('A', { trustees }, { trustees: known }))).toEqual([
      'RULE trustees account.invalid.trustee',
    ]);
  });
});

describe('row accountRegistrationInfo', () => {
  const types = ofClass('corporate', 'trust');

  it.each(types)('is required for type %s', (type) => {
    expect(refused(open(type, { accountRegistrationInfo: undefined }))).toEqual([
      'FIELD accountRegistrationInfo cannot.be.null',
    ]);
  });

  it.each(others(types))('does not belong to type %s', (type) => {
    expect(refused(open(type, { accountRegistrationInfo: 'Doe' }))).toEqual([
      'FIELD accountRegistrationInfo invalid.for.account.type',
    ]);
  });
});

describe('row taxClassification', () => {
  it.each(['A', 'F'] as const)('is required for type %s', (type) => {
    expect(refused(open(type, { taxClassification: undefined }))).toEqual([
      'FIELD taxClassification cannot.be.null',
    ]);
  });

  it.each([
    ['A', 'S'],
    ['A', 'C'],
    ['F', 'S'],
    ['F', 'C'],
    ['F', 'P'],
  ] as const)('type %s takes %s', (type, taxClassification) => {
    expect(opened(type, { taxClassification }).taxClassification).toBe(taxClassification);
  });

  it('P is for an LLC only', () => {
    expect(refused(open('A', { taxClassification: 'P' }))).toEqual([
      'FIELD taxClassification invalid.choice',
    ]);
  });

  it.each(others(['A', 'F']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { taxClassification: 'S' }))).toEqual([
      'FIELD taxClassification invalid.for.account.type',
    ]);
  });
});
