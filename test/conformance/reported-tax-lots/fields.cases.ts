import { describe, expect, it } from '@jest/globals';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { CHOICE, DATE, DIGITS, LENGTH, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus } from '../../support/running-service.js';
import { lotBody } from '../reported-lot.fixture.js';
import { get, newId, put, refused } from './set-up.js';

const DATES = [
  'adjustedAcquisitionDate',
  'originalAcquisitionDate',
  'closingTransactionSettlementDate',
  'closingTransactionDate',
  'exDate',
  'costBasisEffectiveDate',
  'originatingTransactionSettlementDate',
];
const TEXTS = ['taxLotId', 'costBasisIndicator', 'statementTrail', 'transCode'];
const AMOUNTS = [
  'adjustedCostBasis',
  'disallowedLoss',
  'foreignTaxWithholding',
  'federalTaxWithholding',
  'stateTaxWithholding',
  'originalCostBasis',
];

describe('PUT /backoffice/accounts/{a}/reportedtaxlots/{originatingtxnid}/{closingtxnid}', () => {
  it.each([
    ['termOfSale', ['S', 'L', 'U', 'ST']],
    ['covered', ['C', 'N', 'U']],
    ['lotReliefStrategyIndicator', ['F', 'S']],
    ['withholdingState', ['CA', 'DC', null]],
    ['withholdingCountry', ['US', 'CH', null]],
    ['originalAcquisitionDate', ['2020-02-29', null]],
    ['netSaleAmount', ['54.70', '54.6998']],
    ['security', [{ ticker: 'BRK.B', cusip: '084670702', id: '9' }]],
    ...TEXTS.map((field): [string, readonly unknown[]] => [field, ['text', null]]),
    ...DATES.map((field): [string, readonly unknown[]] => [field, ['2024-06-30', null]]),
  ] as [string, readonly unknown[]][])(
    '%s › %j [tax-lot.termOfSale tax-lot.covered tax-lot.lotReliefStrategyIndicator]',
    async (field, values) => {
      const ids = `${newId()}/1`;
      for (const value of values) {
        expectStatus(await put(ids, lotBody({ [field]: value })), 200);
        expect((await get(ids))[field]).toEqual(value);
      }
    },
  );

  const required = [
    'taxYear',
    'termOfSale',
    'security',
    'netSaleAmount',
    'covered',
    'salePrice',
    'shareQuantity',
    'lotReliefStrategyIndicator',
  ];
  const codes = ['termOfSale', 'covered', 'lotReliefStrategyIndicator', 'withholdingState'];
  const decimals = [...AMOUNTS, 'netSaleAmount', 'salePrice', 'shareQuantity'];
  const rows: FieldRow[] = [
    ...required.flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...codes.flatMap((field): FieldRow[] =>
      ['X', 's', {}, [], true].map((value) => [field, value, CHOICE]),
    ),
    ['termOfSale', 'LT', CHOICE],
    ['withholdingCountry', 'QX', CHOICE],
    ['withholdingCountry', 'ca', CHOICE],
    ['withholdingCountry', 'Canada', CHOICE],
    ['withholdingCountry', {}, VALUE],
    ...[...decimals, 'reportableGainLoss'].flatMap((field): FieldRow[] =>
      ['x', '1,50', '1e3', 'Infinity', '1.12345678901', true, {}, []].map((value) => [
        field,
        value,
        VALUE,
      ]),
    ),
    ...decimals.map((field): FieldRow => [field, '-0.01', VALUE]),
    ['shareQuantity', '0', VALUE],
    ...DATES.flatMap((field): FieldRow[] =>
      [
        '2023-02-29',
        '06/15/2024',
        '2024-6-1',
        '2024-06-15T00:00:00Z',
        '',
        20240615,
        {},
        '2099-01-01',
      ].map((value) => [field, value, DATE]),
    ),
    ...TEXTS.flatMap((field): FieldRow[] => [
      [field, 'x'.repeat(201), LENGTH],
      [field, 'a\u0007', VALUE],
      [field, {}, VALUE],
    ]),
    ['taxYear', '24', VALUE],
    ['taxYear', '20244', LENGTH],
    ['taxYear', 'MMXX', DIGITS],
    ['taxYear', '0024', VALUE],
    ['taxYear', '2099', VALUE],
    ['taxYear', {}, VALUE],
    ['security', 'IBM', VALUE],
    ['security', [], VALUE],
  ];
  it.each(titled(rows))('%s › %s [tax-lot.*]', async (field, _, value, errorCode) => {
    const answer = await refused(lotBody({ [field]: value }));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  const security: FieldRow[] = [
    ['ticker', 'ibm', VALUE],
    ['ticker', 5, VALUE],
    ['cusip', '0348', VALUE],
    ['cusip', '03485p201', VALUE],
    ['cusip', {}, VALUE],
    ['id', 'a b', VALUE],
    ['id', {}, VALUE],
    ['id', 'x'.repeat(65), LENGTH],
  ];
  it.each(titled(security))(
    'security › %s › %s [tax-lot.security]',
    async (field, _, value, errorCode) => {
      const names = { ticker: 'IBM', cusip: '459200101', id: '1', [field]: value };
      const answer = await refused(lotBody({ security: names }));
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
    },
  );

  it('security › one name at least [tax-lot.security]', async () => {
    for (const names of [{}, { ticker: null, cusip: null, id: null }]) {
      const answer = await refused(lotBody({ security: names }));
      expectExactly(answer, [{ field: 'ticker', errorCode: NULL }]);
    }
  });

  it('lotReliefStrategyIndicator › A never for taxable [tax-lot.lotReliefStrategyIndicator]', async () => {
    const answer = await refused(lotBody({ lotReliefStrategyIndicator: 'A' }));
    const errorCode = 'taxlot.lot.relief.rule';
    expectExactly(answer, [
      { type: 'VALIDATION_RULE', field: 'lotReliefStrategyIndicator', errorCode },
    ]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem of fields at once [errors.SYNTAX]', async () => {
    const answer = await refused({
      ...lotBody({ security: { ticker: 'IBM', Cusip: '1' }, covered: 'X', salePrice: null }),
      TaxYear: '2024',
      originatingTransactionId: 'other',
    });
    expectExactly(answer, [
      { type: 'SYNTAX', field: 'TaxYear' },
      { type: 'SYNTAX', field: 'Cusip' },
      { field: 'covered', errorCode: CHOICE },
      { field: 'salePrice', errorCode: NULL },
    ]);
  });
});
