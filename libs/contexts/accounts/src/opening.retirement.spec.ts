import { describe, expect, it } from '@jest/globals';
import { beneficiary, open } from '../test/account-fixtures.js';
import { RETIREMENT } from '../test/account-types.js';
import { accepted, details, opened, refused } from '../test/decide.js';

describe('row initContributionDate', () => {
  it('is kept for a SIMPLE IRA that exists', () => {
    const data = opened('9', { initContributionDate: '2020-05-06' });
    expect(data.initContributionDate).toBe('2020-05-06');
    expect(data.newSimpleIra).toBeUndefined();
  });

  it('defaults to the day in New York, which marks a new SIMPLE IRA', () => {
    const late = accepted(open('9'), [], '2026-03-03T03:00:00.000Z');
    expect(details(late)).toMatchObject({ initContributionDate: '2026-03-02', newSimpleIra: true });
  });
});

describe('row primaryBeneficiaries', () => {
  it.each(RETIREMENT)('belongs to type %s', (type) => {
    const data = opened(type, { primaryBeneficiaries: [beneficiary('100')] });
    expect(data.primaryBeneficiaries?.[0]?.sharePct).toBe('100.00');
    expect(data.primaryBeneficiaries?.[0]?.ssn.reveal()).toBe('123456780');
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
});
