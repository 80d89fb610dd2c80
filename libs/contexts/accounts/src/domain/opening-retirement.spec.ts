import { describe, expect, it } from '@jest/globals';
import { beneficiary, open } from '../../test/account-fixtures.js';
import { others, RETIREMENT } from '../../test/account-types.js';
import { accepted, details, opened, refused } from '../../test/decide.js';

describe('row initContributionDate', () => {
  it('is kept for a SIMPLE IRA that exists', () => {
    const data = opened('9', { initContributionDate: '2020-05-06' });
    expect(data.initContributionDate).toBe('2020-05-06');
    expect(data.newSimpleIra).toBeUndefined();
  });

  it('is no later than today in New York', () => {
    const late = '2026-03-03T03:00:00.000Z';
    const on = (initContributionDate: string) => open('9', { initContributionDate });
    expect(details(accepted(on('2026-03-02'), [], late)).newSimpleIra).toBeUndefined();
    expect(refused(on('2026-03-03'), [], late)).toEqual([
      'FIELD initContributionDate invalid.date',
    ]);
  });

  it('defaults to the day in New York, which marks a new SIMPLE IRA', () => {
    const late = accepted(open('9'), [], '2026-03-03T03:00:00.000Z');
    expect(details(late)).toMatchObject({ initContributionDate: '2026-03-02', newSimpleIra: true });
  });

  it.each(others(['9']))('does not belong to type %s', (type) => {
    expect(refused(open(type, { initContributionDate: '2020-05-06' }))).toEqual([
      'FIELD initContributionDate invalid.for.account.type',
    ]);
  });
});

describe('row primaryBeneficiaries', () => {
  it.each(RETIREMENT)('belongs to type %s', (type) => {
    const data = opened(type, { primaryBeneficiaries: [beneficiary('100')] });
    expect(data.primaryBeneficiaries?.[0]?.sharePct).toBe('100.00');
    expect(data.primaryBeneficiaries?.[0]?.ssn.reveal()).toBe('123456780');
  });

  it.each(others(RETIREMENT))('does not belong to type %s', (type) => {
    expect(refused(open(type, { primaryBeneficiaries: [beneficiary('100')] }))).toEqual([
      'FIELD primaryBeneficiaries invalid.for.account.type',
    ]);
  });
});

describe('row contingentBeneficiaries', () => {
  it('stands behind primary ones', () => {
    const list = [beneficiary('100')];
    expect(
      opened('R', { primaryBeneficiaries: list, contingentBeneficiaries: list }),
    ).toHaveProperty('contingentBeneficiaries.length', 1);
  });

  it.each([undefined, []])('is refused when the primary ones are %j', (primaryBeneficiaries) => {
    const contingentBeneficiaries = [beneficiary('100')];
    expect(refused(open('R', { primaryBeneficiaries, contingentBeneficiaries }))).toEqual([
      'FIELD contingentBeneficiaries invalid.value',
    ]);
  });

  it('is not judged when the primary ones are unreadable', () => {
    const command = open(
      'R',
      { contingentBeneficiaries: [beneficiary('100')] },
      {},
      {
        unreadable: ['primaryBeneficiaries'],
        problems: [{ type: 'VALIDATION_FIELD', field: 'ssn', errorCode: 'cannot.be.null' }],
      },
    );
    expect(refused(command)).toEqual(['FIELD ssn cannot.be.null']);
  });

  it.each(others(RETIREMENT))('does not belong to type %s', (type) => {
    expect(refused(open(type, { contingentBeneficiaries: [beneficiary('100')] }))).toContain(
      'FIELD contingentBeneficiaries invalid.for.account.type',
    );
  });
});

describe('beneficiary rows sharePct and dateOfBirth', () => {
  it.each([['0.01', '99.99'], ['33.33', '33.33', '33.34'], ['100'], ['50', '50.00']])(
    'takes shares %s %s',
    (...shares) => {
      const primaryBeneficiaries = shares.map((share) => beneficiary(share));
      expect(opened('S', { primaryBeneficiaries }).primaryBeneficiaries).toHaveLength(
        shares.length,
      );
    },
  );

  it('judges shares and dates whatever else is wrong with a beneficiary', () => {
    const { sharePct, dateOfBirth } = beneficiary('50', { dateOfBirth: '2099-01-01' });
    const judged = (...list: readonly object[]): readonly string[] =>
      refused(
        open(
          'S',
          {},
          {},
          {
            unreadable: ['primaryBeneficiaries'],
            partial: { primaryBeneficiaries: list },
            problems: [{ type: 'VALIDATION_FIELD', field: 'ssn', errorCode: 'cannot.be.null' }],
          },
        ),
      );
    expect(judged({ sharePct, dateOfBirth })).toEqual([
      'FIELD dateOfBirth invalid.date',
      'FIELD ssn cannot.be.null',
      'RULE primaryBeneficiaries account.beneficiary.share.rule',
    ]);
    expect(judged({ sharePct }, {})).toEqual(['FIELD ssn cannot.be.null']);
  });

  it.each([['99.99'], ['50', '50.01'], ['33.33', '33.33', '33.33']])(
    'the shares of a list add up to 100, unlike %s %s',
    (...shares) => {
      const list = shares.map((share) => beneficiary(share));
      const primaryBeneficiaries = list;
      expect(refused(open('S', { primaryBeneficiaries }))).toEqual([
        'RULE primaryBeneficiaries account.beneficiary.share.rule',
      ]);
      const contingentBeneficiaries = list;
      expect(
        refused(open('S', { primaryBeneficiaries: [beneficiary('100')], contingentBeneficiaries })),
      ).toEqual(['RULE contingentBeneficiaries account.beneficiary.share.rule']);
    },
  );

  it.each(['0', '0.00', '0.001', '100.01', '33.333', '-5', 'half'])('refuses share %s', (share) => {
    const primaryBeneficiaries = [beneficiary(share), beneficiary('100')];
    expect(refused(open('S', { primaryBeneficiaries }))).toEqual(['FIELD sharePct invalid.value']);
  });

  it('a birth is not in the future', () => {
    const primaryBeneficiaries = [beneficiary('100', { dateOfBirth: '2026-03-03' })];
    expect(refused(open('S', { primaryBeneficiaries }))).toEqual([
      'FIELD dateOfBirth invalid.date',
    ]);
  });
});
