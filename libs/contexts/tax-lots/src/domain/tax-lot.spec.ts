import { describe, expect, it } from '@jest/globals';
import { fieldProblem, type Problem, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { corrected, input, lot, put, reported } from '../../test/tax-lot-fixtures.js';
import type { TaxLotInput } from './tax-lot.commands.js';
import { currentTaxYear, nonTaxableProblem, taxLot } from './tax-lot.js';

const stream = specification(taxLot);
const refused = (sent: TaxLotInput, ...problems: Problem[]) =>
  stream
    .given([])
    .when(put({ ...input, ...sent }))
    .thenRefused(problems);
const kept = (sent: TaxLotInput, expected: Partial<typeof lot>) =>
  stream
    .given([])
    .when(put({ ...input, ...sent }))
    .then([reported({ ...lot, ...expected })]);

describe('decisions §10 "reported lot": PUT by the back office', () => {
  it('reports a lot in canonical form', () => {
    stream.given([]).when(put()).then([reported()]);
  });

  it('an unchanged body is no event, a changed one a correction', () => {
    const given = stream.given([reported()]);
    given.when(put()).thenNothing();
    given.when(put({ ...input, shareQuantity: '2.14', disallowedLoss: '0.0' })).thenNothing();
    given.when(put({ ...input, termOfSale: 'L' })).then([corrected({ ...lot, termOfSale: 'L' })]);
  });

  it('what may be null', () => {
    const optional = [
      'adjustedCostBasis',
      'taxLotId',
      'costBasisIndicator',
      'withholdingCountry',
      'disallowedLoss',
      'foreignTaxWithholding',
      'federalTaxWithholding',
      'stateTaxWithholding',
      'withholdingState',
      'reportableGainLoss',
      'adjustedAcquisitionDate',
      'originalAcquisitionDate',
      'originalCostBasis',
      'closingTransactionSettlementDate',
      'closingTransactionDate',
    ] as const;
    for (const key of optional) kept({ [key]: null }, { [key]: null });
    for (const key of optional) kept({ [key]: undefined }, { [key]: null });
  });

  it('what is null unless given', () => {
    const values = {
      exDate: '2025-06-01',
      statementTrail: 'trail',
      transCode: 'X',
      costBasisEffectiveDate: '2025-06-02',
      originatingTransactionSettlementDate: '2025-06-03',
    };
    kept(values, values);
  });

  it('what is required', () => {
    const missing = [
      'taxYear',
      'termOfSale',
      'security',
      'netSaleAmount',
      'covered',
      'salePrice',
      'shareQuantity',
      'lotReliefStrategyIndicator',
    ].map((field) => fieldProblem(field, 'cannot.be.null'));
    stream.given([]).when(put({})).thenRefused(missing);
    const known = [fieldProblem('taxYear', 'invalid.value')];
    stream
      .given([])
      .when({ ...put({}), problems: known })
      .thenRefused([...known, ...missing.slice(1)]);
  });

  it('ids of the body equal those of the path', () => {
    const problem = (field: string) =>
      ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', field);
    for (const field of [
      'accountNumber',
      'originatingTransactionId',
      'closingTransactionId',
    ] as const) {
      refused({ [field]: '1' }, problem(field));
      kept({ [field]: undefined }, {});
    }
  });
});

describe('specification "Reported closed tax lot"', () => {
  it('taxYear › never the current year, in New York', () => {
    const late = fieldProblem('taxYear', 'invalid.value', 'years before the current one only');
    refused({ taxYear: '2026' }, late);
    refused({ taxYear: '2027' }, late);
    const last = stream.given([]).at('2026-01-01T04:59:59.999Z');
    last.when(put()).thenRefused([late]);
    stream.given([]).at('2026-01-01T05:00:00.000Z').when(put()).then([reported()]);
    expect(currentTaxYear('2026-01-01T04:59:59.999Z')).toBe(2025);
  });

  it('taxYear › four digits', () => {
    refused({ taxYear: '25' }, fieldProblem('taxYear', 'invalid.value', 'yyyy'));
    for (const taxYear of ['0000', '20200', '12020', '1820']) {
      refused({ taxYear }, fieldProblem('taxYear', 'invalid.value', 'yyyy'));
    }
    refused({ taxYear: '2O25' }, fieldProblem('taxYear', 'allows.only.digits'));
  });

  it.each([
    ['termOfSale', ['S', 'L', 'U', 'ST'], ['s', 'LT', '']],
    ['covered', ['C', 'N', 'U'], ['Y', 'c', 'true']],
    ['lotReliefStrategyIndicator', ['F', 'S'], ['f', 'FIFO']],
    ['withholdingState', ['NY', 'PR'], ['ZZ', 'ny', 'New York']],
  ])('%s', (field, good, bad) => {
    for (const code of good) kept({ [field]: code }, { [field]: code });
    for (const code of bad) refused({ [field]: code }, fieldProblem(field, 'invalid.choice'));
  });

  it('withholdingCountry › a country that exists', () => {
    for (const code of ['US', 'DE', 'GB']) {
      kept({ withholdingCountry: code }, { withholdingCountry: code });
    }
    const problem = fieldProblem('withholdingCountry', 'invalid.choice', 'two letters, ISO 3166');
    for (const code of ['QX', 'us', 'USA', '']) refused({ withholdingCountry: code }, problem);
  });

  it('lotReliefStrategyIndicator › A never for taxable', () => {
    refused(
      { lotReliefStrategyIndicator: 'A' },
      ruleProblem(
        'taxlot.lot.relief.rule',
        'Average cost is for non-taxable accounts, which have no reported lots.',
        'lotReliefStrategyIndicator',
      ),
    );
  });

  it('netSaleAmount › kept as the tax provider rounded it', () => {
    kept({ netSaleAmount: '54.7' }, {});
    for (const netSaleAmount of ['54.6998', '54.65']) kept({ netSaleAmount }, { netSaleAmount });
  });

  it('security › ticker, cusip and id, one of them at least', () => {
    const named = { ticker: null, cusip: null, id: '42' };
    kept({ security: { id: '42' } }, { security: named });
    kept({ security: { ticker: 'BRK.B' } }, { security: { ...named, ticker: 'BRK.B', id: null } });
    refused({ security: {} }, fieldProblem('ticker', 'cannot.be.null', 'security'));
    refused(
      { security: { ticker: 'ibm', cusip: '03485p201', id: 'a b' } },
      fieldProblem('ticker', 'invalid.value', 'security: not a ticker'),
      fieldProblem('cusip', 'invalid.value', 'security: not a CUSIP'),
      fieldProblem('id', 'invalid.value', 'security'),
    );
    for (const cusip of ['03485P2012', 'X03485P201']) {
      const problem = fieldProblem('cusip', 'invalid.value', 'security: not a CUSIP');
      refused({ security: { cusip } }, problem);
    }
  });

  it.each([
    'adjustedCostBasis',
    'disallowedLoss',
    'foreignTaxWithholding',
    'federalTaxWithholding',
    'stateTaxWithholding',
    'originalCostBasis',
    'reportableGainLoss',
    'netSaleAmount',
    'salePrice',
    'shareQuantity',
  ])('%s › a decimal string', (field) => {
    for (const value of ['', 'x', '1,5', '1e3', 'NaN', '1.12345678901']) {
      refused({ [field]: value }, fieldProblem(field, 'invalid.value'));
    }
    if (field === 'reportableGainLoss') kept({ [field]: '-12.3' }, { [field]: '-12.30' });
    else refused({ [field]: '-1' }, fieldProblem(field, 'invalid.value'));
  });

  it('shareQuantity › above 0', () => {
    refused(
      { shareQuantity: '0', netSaleAmount: '0' },
      fieldProblem('shareQuantity', 'invalid.value', 'above 0'),
    );
  });

  it.each([
    'adjustedAcquisitionDate',
    'originalAcquisitionDate',
    'closingTransactionSettlementDate',
    'closingTransactionDate',
    'exDate',
    'costBasisEffectiveDate',
    'originatingTransactionSettlementDate',
  ])('%s › yyyy-MM-dd', (field) => {
    kept({ [field]: '2024-02-29' }, { [field]: '2024-02-29' });
    for (const value of ['2025-02-29', '2025-1-1', '01/02/2025', '2025-01-01T00:00:00Z', '']) {
      refused({ [field]: value }, fieldProblem(field, 'invalid.date', 'yyyy-MM-dd'));
    }
    const ahead = fieldProblem(field, 'invalid.date', 'The date is in the future.');
    refused({ [field]: '2099-01-01' }, ahead);
  });

  it.each(['taxLotId', 'costBasisIndicator', 'statementTrail', 'transCode'])(
    '%s › a text',
    (field) => {
      kept({ [field]: ' ü ' }, { [field]: 'ü' });
      refused({ [field]: ' ' }, fieldProblem(field, 'invalid.value'));
      refused({ [field]: 'a\nb' }, fieldProblem(field, 'invalid.value'));
      const long = fieldProblem(field, 'invalid.length', 'at most 200 characters');
      refused({ [field]: 'x'.repeat(201) }, long);
    },
  );

  it('decisions §9 › a lot for a non-taxable account is refused', () => {
    const problem = fieldProblem(
      'accountnumber',
      'invalid.for.account.type',
      'Reportable taxes are not available for the non-taxable account.',
    );
    for (const accountType of ['9', 'P', 'Q', 'R', 'S'] as const) {
      expect(nonTaxableProblem(accountType)).toEqual(problem);
      stream.given([]).when(put(input, accountType)).thenRefused([problem]);
      stream
        .given([])
        .when(put({ ...input, covered: 'X' }, accountType))
        .thenRefused([problem, fieldProblem('covered', 'invalid.choice')]);
    }
    for (const accountType of ['I', 'J', 'U', 'X', 'A', 'H'] as const) {
      expect(nonTaxableProblem(accountType)).toBeUndefined();
    }
  });
});
