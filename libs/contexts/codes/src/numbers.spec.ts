import { describe, expect, it } from '@jest/globals';
import { isAccountNumber, isFolioNumber } from './numbers.js';

describe('numbers of accounts and folios [account.number] [folio.number]', () => {
  it('know their shapes', () => {
    expect(isAccountNumber('RA12345678')).toBe(true);
    expect(isAccountNumber('RAZ23A5678')).toBe(true);
    expect(isAccountNumber('XA12345678')).toBe(false);
    expect(isAccountNumber('RA1234567')).toBe(false);
    expect(isFolioNumber('RA1234567803')).toBe(true);
    expect(isFolioNumber('RA1234567800')).toBe(false);
    expect(isFolioNumber('03')).toBe(false);
  });
});
