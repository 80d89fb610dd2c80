import { describe, expect, it } from '@jest/globals';
import { codesOf } from '#libs/platform/kernel';
import {
  AccountTypes,
  defaultTaxLotMethod,
  hasJointOwners,
  hasRegistrationInfo,
  isTaxable,
  OrderStates,
  Permissions,
  permits,
  taxClassificationsOf,
  TaxLotMethods,
  taxLotMethodAllowed,
} from './index.js';

describe('account types', () => {
  it('are twenty [account.accountType]', () => {
    expect([...codesOf(AccountTypes)].sort().join('')).toBe('9ABCDEFHIJKLMPQRSUVX');
  });

  it('are taxable but for the retirement ones', () => {
    expect(
      codesOf(AccountTypes)
        .filter((type) => !isTaxable(type))
        .sort()
        .join(''),
    ).toBe('9PQRS');
  });

  it('have the fields of their class', () => {
    expect(codesOf(AccountTypes).filter(hasJointOwners).sort().join('')).toBe('JKLMX');
    expect(codesOf(AccountTypes).filter(hasRegistrationInfo).sort().join('')).toBe('ABCDEFHVX');
    expect(taxClassificationsOf('A')).toEqual(['S', 'C']);
    expect(taxClassificationsOf('F')).toEqual(['S', 'C', 'P']);
    expect(codesOf(AccountTypes).filter((type) => taxClassificationsOf(type).length > 0)).toEqual([
      'A',
      'F',
    ]);
  });

  it('take average cost exactly where nothing is taxed, and their default', () => {
    for (const type of codesOf(AccountTypes)) {
      const allowed = codesOf(TaxLotMethods).filter((method) => taxLotMethodAllowed(type, method));
      if (isTaxable(type)) expect(allowed).not.toContain('AVGC');
      else expect(allowed).toEqual(['AVGC']);
      expect(allowed).toContain(defaultTaxLotMethod(type));
    }
  });
});

describe('permissions', () => {
  const holders = (right: Parameters<typeof permits>[1]): string =>
    codesOf(Permissions)
      .filter((permission) => permits(permission, right))
      .sort()
      .join(' ');

  it('carry their rights [permission.codes]', () => {
    expect(holders('moveMoney')).toBe('AC AM MM TM');
    expect(holders('trade')).toBe('AC AM TM TR');
    expect(holders('readDetails')).toBe('AC AM DV MM TM TR');
    expect(holders('readSummary')).toBe('AC AM DV MM SV TM TR');
    expect(permits(undefined, 'readSummary')).toBe(false);
  });
});

describe('states of an order', () => {
  it('are open while more can come of it', () => {
    const open = codesOf(OrderStates).filter((state) => OrderStates[state].open);
    expect(open).toEqual(['O', 'P']);
  });
});
