import { describe, expect, it } from '@jest/globals';
import { isAccountNumber, isEntityTaxId, isFolioNumber, isRoutingNumber } from './numbers.js';
import { ageOfMajority, isUsState, UsStates } from './us-state.js';

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

describe('numbers of others', () => {
  it('takes an entity', () => {
    expect(isEntityTaxId('541234567')).toBe(true);
    expect(isEntityTaxId('000000000')).toBe(false);
    expect(isEntityTaxId('54-1234567')).toBe(false);
  });
  it('checks a routing number', () => {
    expect(isRoutingNumber('021000021')).toBe(true);
    expect(isRoutingNumber('322271627')).toBe(true);
    expect(isRoutingNumber('021000022')).toBe(false);
    expect(isRoutingNumber('000000000')).toBe(false);
    expect(isRoutingNumber('02100002')).toBe(false);
    expect(isRoutingNumber('0210000210')).toBe(false);
    expect(isRoutingNumber('02100002 ')).toBe(false);
  });
  it.each(Array.from({ length: 9 }, (_, place) => place))(
    'sees another digit of a routing number at place %i',
    (place) => {
      const text = '111000025';
      for (let digit = 0; digit < 10; digit++) {
        const changed = text.slice(0, place) + String(digit) + text.slice(place + 1);
        expect([changed, isRoutingNumber(changed)]).toEqual([changed, changed === text]);
      }
    },
  );
});

describe('states', () => {
  it('knows the ages of majority', () => {
    expect(Object.keys(UsStates)).toHaveLength(59);
    expect(ageOfMajority('AL')).toBe(19);
    expect(ageOfMajority('NE')).toBe(19);
    expect(ageOfMajority('MS')).toBe(21);
    expect(ageOfMajority('DC')).toBe(18);
    expect(isUsState('ny')).toBe(false);
    expect(isUsState('constructor')).toBe(false);
  });
});
