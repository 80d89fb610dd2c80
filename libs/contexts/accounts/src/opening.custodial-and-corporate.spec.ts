import { describe, expect, it } from '@jest/globals';
import { minor, open } from '../test/account-fixtures.js';
import { opened, refused } from '../test/decide.js';

describe('row minor', () => {
  it('is kept with its number', () => {
    expect(opened('U').minor?.ssn.reveal()).toBe('123456789');
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
