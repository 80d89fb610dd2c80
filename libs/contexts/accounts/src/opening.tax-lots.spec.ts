import { describe, expect, it } from '@jest/globals';
import { codesOf } from '#libs/platform/kernel';
import { type TaxLotMethod, TaxLotMethods } from '#libs/contexts/codes';
import { open } from '../test/account-fixtures.js';
import { RETIREMENT, TAXABLE } from '../test/account-types.js';
import { opened, refused } from '../test/decide.js';
import { methodFailure } from './opening.js';

describe('row defaultTaxLotSelection', () => {
  it.each(TAXABLE)('defaults to LGHL for taxable type %s', (type) => {
    expect(opened(type).defaultTaxLotSelection).toBe('LGHL');
  });

  it.each(RETIREMENT)('defaults to AVGC for non-taxable type %s', (type) => {
    expect(opened(type).defaultTaxLotSelection).toBe('AVGC');
  });

  it.each(codesOf(TaxLotMethods))('%s is for one kind of account', (method: TaxLotMethod) => {
    const [right, wrong] = method === 'AVGC' ? (['R', 'I'] as const) : (['I', 'R'] as const);
    expect(opened(right, { defaultTaxLotSelection: method }).defaultTaxLotSelection).toBe(method);
    expect(methodFailure(method, right)).toBeUndefined();
    expect(methodFailure(method, wrong)).toMatchObject({ code: 'invalid.choice' });
  });
});

describe.each(['longTermTaxRate', 'shortTermTaxRate'] as const)('row %s', (field) => {
  it.each(['0', '0.0', '100.0', '12.345'])('takes %s with WLFS', (rate) => {
    const kept = opened('I', { defaultTaxLotSelection: 'WLFS', [field]: rate })[field];
    expect(Number(kept)).toBe(Number(rate));
  });

  it.each(['FIFO', undefined] as const)('is no input of method %s', (defaultTaxLotSelection) => {
    expect(refused(open('I', { defaultTaxLotSelection, [field]: '10' }))).toEqual([
      `FIELD ${field} invalid.value`,
    ]);
  });
});
