import { describe, expect, it } from '@jest/globals';
import { pathMismatch, ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { corrected, input, lot, put, reported } from '../test/tax-lot-fixtures.js';
import { isReportable, nonTaxableProblem, taxLot } from './tax-lot.js';

const stream = specification(taxLot);

const averageCost = ruleProblem(
  'taxlot.lot.relief.rule',
  'Average cost is for non-taxable accounts, which have no reported lots.',
  'lotReliefStrategyIndicator',
);

describe('PUT by the back office [back-office.reportedtaxlots]', () => {
  it('reports a lot in canonical form', () => {
    stream.given([]).when(put()).then([reported()]);
  });

  it('an unchanged body is no event, a changed one a correction', () => {
    const given = stream.given([reported()]);
    given.when(put()).thenNothing();
    given.when(put({ ...input, shareQuantity: '2.14', disallowedLoss: '0.0' })).thenNothing();
    given.when(put({ ...input, termOfSale: 'L' })).then([corrected({ ...lot, termOfSale: 'L' })]);
  });

  it('netSaleAmount › stored as rounded by the tax provider', () => {
    const netSaleAmount = '54.6998';
    const sent = put({ ...input, netSaleAmount });
    stream
      .given([])
      .when(sent)
      .then([reported({ ...lot, netSaleAmount })]);
  });

  it('ids in the body, if any, must match the path', () => {
    for (const field of [
      'accountNumber',
      'originatingTransactionId',
      'closingTransactionId',
    ] as const) {
      const sent = stream.given([]).when(put({ ...input, [field]: '1' }));
      sent.thenRefused([pathMismatch(field)]);
      const { [field]: _, ...without } = input;
      stream.given([]).when(put(without)).then([reported()]);
    }
  });

  it('every broken rule is reported in one list', () => {
    const sent = put({ ...input, accountNumber: '1', lotReliefStrategyIndicator: 'A' });
    stream
      .given([])
      .when(sent)
      .thenRefused([pathMismatch('accountNumber'), averageCost]);
  });
});

describe('a reported closed tax lot [tax-lot.reporting]', () => {
  it('lotReliefStrategyIndicator › A never for taxable', () => {
    const sent = put({ ...input, lotReliefStrategyIndicator: 'A' });
    stream.given([]).when(sent).thenRefused([averageCost]);
  });

  it('taxYear › never the current year, in New York', () => {
    expect(isReportable('2025', '2026-01-01T04:59:59.999Z')).toBe(false);
    expect(isReportable('2025', '2026-01-01T05:00:00.000Z')).toBe(true);
  });

  it('non-taxable accounts have no lots', () => {
    for (const accountType of ['9', 'P', 'Q', 'R', 'S'] as const) {
      expect(nonTaxableProblem(accountType)).toMatchObject({
        field: 'accountnumber',
        errorCode: 'invalid.for.account.type',
      });
    }
    for (const accountType of ['I', 'J', 'U', 'X', 'A', 'H'] as const) {
      expect(nonTaxableProblem(accountType)).toBeUndefined();
    }
  });
});
