import { describe, expect, it } from '@jest/globals';
import { CHOICE, DATE, DIGITS, FIELD, LENGTH, NULL, RULE, VALUE } from '../../support/problems.js';
import { beneficiary, type Body, omit, shares } from '../accounts.fixture.js';
import { accounts } from './set-up.js';

describe('Beneficiaries', () => {
  const lists = ['primaryBeneficiaries', 'contingentBeneficiaries'] as const;

  /** Sends the invalid item in each list, among valid ones. */
  const refused = async (item: unknown, problem: Body): Promise<void> => {
    const both = lists.map((list) => [list, [beneficiary(), item]]);
    await accounts.refused(
      await accounts.body('R', Object.fromEntries(both) as Body),
      ...lists.map((list) => ({
        ...problem,
        message: expect.stringContaining(`${list}[1]`) as unknown as string,
      })),
    );
  };

  const required = [...['firstName', 'lastName', 'relationship', 'dateOfBirth', 'ssn', 'sharePct']];

  it.each(required)(
    'Beneficiary › %s › required [beneficiary.firstName beneficiary.lastName beneficiary.relationship beneficiary.dateOfBirth beneficiary.ssn beneficiary.sharePct]',
    async (field) => {
      await refused(omit(beneficiary(), field), { ...FIELD, field, errorCode: NULL });
      await refused(beneficiary({ [field]: null }), { ...FIELD, field, errorCode: NULL });
    },
  );

  it.each<[string, unknown, string]>([
    ['title', 'x'.repeat(21), LENGTH],
    ['middleName', 'x'.repeat(41), LENGTH],
    ['lastName', ' ', NULL],
    ['suffix', 'a\u0000b', VALUE],
    ['relationship', 'F', CHOICE],
    ['dateOfBirth', '1980-02-30T00:00:00.000+00:00', DATE],
    ['dateOfBirth', '2999-01-01T00:00:00.000+00:00', DATE],
    ['ssn', '123-45-6780', DIGITS],
    ['ssn', '12345678', VALUE],
    ['ssn', '000456780', VALUE],
    ['ssn', '666456780', VALUE],
    ['ssn', '123006780', VALUE],
    ['ssn', '123450000', VALUE],
    ['sharePct', '0', VALUE],
    ['sharePct', '0.00', VALUE],
    ['sharePct', '0.009', VALUE],
    ['sharePct', '33.333', VALUE],
    ['sharePct', '100.01', VALUE],
    ['sharePct', '-1', VALUE],
    ['sharePct', '1e1', VALUE],
    ['sharePct', '50%', VALUE],
    ['sharePct', 0.001, VALUE],
    ['citizenship', 'u', CHOICE],
  ])('Beneficiary › %s › %j [beneficiary.*]', async (field, value, errorCode) => {
    await refused(beneficiary({ [field]: value }), { ...FIELD, field, errorCode });
  });

  it('Beneficiary › unknown keys and items that are no objects [errors.SYNTAX]', async () => {
    await refused(beneficiary({ Ssn: '123456780' }), { type: 'SYNTAX', field: 'Ssn' });
    await refused(beneficiary({ sharepct: '1' }), { type: 'SYNTAX', field: 'sharepct' });
    for (const list of lists) {
      const body = await accounts.body('R', {
        primaryBeneficiaries: [beneficiary()],
        [list]: ['Ben'],
      });
      await accounts.refused(body, { ...FIELD, field: list, errorCode: VALUE });
    }
  });

  it('Beneficiary › everything, titles and suffixes as sent [beneficiary.title beneficiary.firstName beneficiary.middleName beneficiary.lastName beneficiary.suffix beneficiary.relationship beneficiary.dateOfBirth beneficiary.ssn beneficiary.sharePct beneficiary.citizenship member.names]', async () => {
    const full = beneficiary({
      title: 'Rev. Dr.',
      middleName: "O'",
      suffix: 'Esq.',
      relationship: 'O',
      citizenship: 'U',
      sharePct: 100,
    });
    const number = await accounts.opened('S', { primaryBeneficiaries: [full] });
    expect((await accounts.read(number))['primaryBeneficiaries']).toEqual([
      {
        ...full,
        title: 'Rev. Dr.',
        suffix: 'Esq.',
        sharePct: '100.00',
        dateOfBirth: '1980-01-31T00:00:00.000+00:00',
        ssn: '*****6780',
      },
    ]);
  });

  it('Beneficiary › ssn › the update sample spells it SSN [beneficiary.ssn]', async () => {
    const person = { ...omit(beneficiary(), 'ssn'), SSN: '123456780' };
    const number = await accounts.opened('R', { primaryBeneficiaries: [person] });
    expect(await accounts.read(number)).toMatchObject({
      primaryBeneficiaries: [{ ssn: '*****6780' }],
    });
    await refused({ ...person, SSN: 'x' }, { ...FIELD, field: 'SSN', errorCode: DIGITS });
    // the same field twice
    await refused(beneficiary({ SSN: '123456780' }), { type: 'SYNTAX', field: 'SSN' });
  });

  const sums: [string, readonly unknown[], boolean][] = [
    ['one', ['100'], true],
    ['one with decimals', ['100.00'], true],
    ['thirds', ['33.33', '33.33', '33.34'], true],
    ['tenths, no binary floats', [0.1, 0.2, 99.7], true],
    ['least and most', ['0.01', '99.99'], true],
    ['a hundred of one', Array.from({ length: 100 }, () => '1'), true],
    ['a cent short', ['33.33', '33.33', '33.33'], false],
    ['a cent over', ['50', '50.01'], false],
    ['half', ['50'], false],
    ['twice', ['100', '100'], false],
  ];

  it.each(sums)(
    'Beneficiary › shares › %s: %j is 100: %s [beneficiary.total beneficiary.sharePct]',
    async (_what, parts, good) => {
      for (const list of lists) {
        const body = await accounts.body('Q', {
          primaryBeneficiaries: shares('100'),
          [list]: shares(...parts),
        });
        const problem = { ...RULE, field: list, errorCode: 'account.beneficiary.share.rule' };
        if (good) await accounts.open(body);
        else await accounts.refused(body, problem);
      }
    },
  );

  it('Beneficiary › shares › both lists wrong, both named [beneficiary.total]', async () => {
    const errorCode = 'account.beneficiary.share.rule';
    await accounts.refused(
      await accounts.body('P', {
        primaryBeneficiaries: shares('99.99'),
        contingentBeneficiaries: shares('1', '2'),
      }),
      ...lists.map((field) => ({ ...RULE, field, errorCode })),
    );
  });

  it('Account › contingentBeneficiaries › only with primary ones [account.contingentBeneficiaries]', async () => {
    const contingentBeneficiaries = [beneficiary()];
    const problem = { field: 'contingentBeneficiaries', errorCode: VALUE };
    for (const primary of [{}, { primaryBeneficiaries: [] }, { primaryBeneficiaries: null }]) {
      const body = await accounts.body('R', { contingentBeneficiaries, ...primary });
      await accounts.refused(body, { ...FIELD, ...problem });
    }
    await accounts.opened('R', { primaryBeneficiaries: [], contingentBeneficiaries: [] });
  });
});
