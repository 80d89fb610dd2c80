import { describe, expect, it } from '@jest/globals';
import { ACCOUNT, open, update } from '../test/account-fixtures.js';
import { accepted, history, refused } from '../test/decide.js';
import { individual, spec, updated } from '../test/updating.js';

describe('update of tax lot relief and tax rates [account.update-rates]', () => {
  const weighted = history(
    open('I', { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '15', shortTermTaxRate: '30.5' }),
  );

  it('changes method and rates', () => {
    const input = { defaultTaxLotSelection: 'WGFS', longTermTaxRate: '20' } as const;
    expect(accepted(update(input), weighted)).toEqual([
      updated({ defaultTaxLotSelection: 'WGFS', longTermTaxRate: '20' }),
    ]);
  });

  it('rates end with the method they belong to', () => {
    expect(accepted(update({ defaultTaxLotSelection: 'FIFO' }), weighted)).toEqual([
      updated({ defaultTaxLotSelection: 'FIFO', longTermTaxRate: null, shortTermTaxRate: null }),
    ]);
    expect(accepted(update({ defaultTaxLotSelection: 'FIFO' }), individual)).toEqual([
      updated({ defaultTaxLotSelection: 'FIFO' }),
    ]);
  });

  it.each(['longTermTaxRate', 'shortTermTaxRate'] as const)(
    '%s needs the method in the same request',
    (field) => {
      expect(refused(update({ [field]: '10' }), weighted)).toEqual([
        `FIELD ${field} invalid.value`,
      ]);
      expect(refused(update({ defaultTaxLotSelection: 'LIFO', [field]: '10' }), weighted)).toEqual([
        `FIELD ${field} invalid.value`,
      ]);
    },
  );
});

describe('update of initContributionDate [account.initContributionDate]', () => {
  it('changes for a SIMPLE IRA', () => {
    expect(accepted(update({ initContributionDate: '2019-01-02' }), history(open('9')))).toEqual([
      updated({ initContributionDate: '2019-01-02' }),
    ]);
  });
});

describe('what no update changes', () => {
  it('the account number of the body is that of the path', () => {
    expect(refused(update({ accountNumber: 'RZ00000000' }), individual)).toEqual([
      'RULE accountNumber uri.matching.rule',
    ]);
    spec
      .given(individual)
      .when(update({ accountNumber: ACCOUNT }))
      .thenNothing();
  });
});

it('an update reports every problem at once', () => {
  const input = { accountName: 'Other', accountNumber: 'RZ00000000', longTermTaxRate: '10' };
  expect(refused(update(input, { nameTaken: true }), individual)).toEqual([
    'FIELD longTermTaxRate invalid.value',
    'RULE accountName account.unique.name.rule',
    'RULE accountNumber uri.matching.rule',
  ]);
});

it('an unknown account is not found', () => {
  spec
    .given([])
    .when(update({ accountName: 'Travel' }))
    .thenRefused([{ type: 'NOT_FOUND', message: 'The resource does not exist.' }], 'not_found');
});

describe('a rehearsal', () => {
  it('is refused without problems when the update would go through, else with all of them', () => {
    const rehearsal = { rehearsal: true } as const;
    expect(refused({ ...update({ accountName: 'Travel' }), ...rehearsal }, individual)).toEqual([]);
    expect(
      refused({ ...update({ accountName: 'A' }, { nameTaken: true }), ...rehearsal }, individual),
    ).toEqual(['RULE accountName account.unique.name.rule']);
  });

  it('of an opening likewise', () => {
    expect(refused({ ...open('I'), rehearsal: true })).toEqual([]);
    expect(refused({ ...open('I', {}, { nameTaken: true }), rehearsal: true })).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });
});
