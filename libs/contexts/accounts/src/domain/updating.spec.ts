import { describe, expect, it } from '@jest/globals';
import { ACCOUNT, open, update } from '../../test/account-fixtures.js';
import { accepted, history, refused } from '../../test/decide.js';
import { NOT_UPDATABLE } from './updating.js';
import { individual, ira, spec, updated } from '../../test/updating.js';

describe('update of tax lot relief and tax rates [account.update-rates]', () => {
  const weighted = history(
    open('I', { defaultTaxLotSelection: 'WLFS', longTermTaxRate: '15', shortTermTaxRate: '30.5' }),
  );

  it('changes method and rates', () => {
    const input = { defaultTaxLotSelection: 'WGFS', longTermTaxRate: '20.00' } as const;
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
      expect(refused(update({ [field]: '10' }), ira)).toEqual([
        `FIELD ${field} invalid.for.account.type`,
      ]);
    },
  );

  it('the method fits the taxability', () => {
    for (const [events, method] of [
      [individual, 'AVGC'],
      [ira, 'FIFO'],
    ] as const) {
      expect(refused(update({ defaultTaxLotSelection: method }), events)).toEqual([
        'FIELD defaultTaxLotSelection invalid.choice',
      ]);
    }
  });
});

describe('update of initContributionDate [account.initContributionDate]', () => {
  it('changes for a SIMPLE IRA', () => {
    expect(accepted(update({ initContributionDate: '2019-01-02' }), history(open('9')))).toEqual([
      updated({ initContributionDate: '2019-01-02' }),
    ]);
  });

  it('is not in the future', () => {
    expect(refused(update({ initContributionDate: '2026-03-03' }), history(open('9')))).toEqual([
      'FIELD initContributionDate invalid.date',
    ]);
  });

  it('belongs to no other type', () => {
    expect(refused(update({ initContributionDate: '2019-01-02' }), ira)).toEqual([
      'FIELD initContributionDate invalid.for.account.type',
    ]);
  });
});

describe('what no update changes', () => {
  it.each(NOT_UPDATABLE)('%s is not updatable', (field) => {
    expect(refused(update({}, {}, { notUpdatable: [field] }), individual)).toEqual([
      `FIELD ${field} not.updatable`,
    ]);
  });

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
  const command = update(
    { accountName: '', accountNumber: 'RZ00000000', longTermTaxRate: '10' },
    {},
    {
      notUpdatable: ['minor', 'accountType'],
      unreadable: ['trustedContacts'],
      problems: [{ type: 'VALIDATION_FIELD', field: 'email', errorCode: 'cannot.be.null' }],
    },
  );
  expect(refused(command, individual)).toEqual([
    'FIELD accountName invalid.value',
    'FIELD accountType not.updatable',
    'FIELD email cannot.be.null',
    'FIELD longTermTaxRate invalid.value',
    'FIELD minor not.updatable',
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
      refused({ ...update({ accountName: '', billingPlanOid: '9' }), ...rehearsal }, individual),
    ).toEqual(['FIELD accountName invalid.value']);
  });

  it('of an opening likewise', () => {
    expect(refused({ ...open('I'), rehearsal: true })).toEqual([]);
    expect(refused({ ...open('I', {}, { nameTaken: true }), rehearsal: true })).toEqual([
      'RULE accountName account.unique.name.rule',
    ]);
  });
});
