import { requestBody } from '#libs/platform/testing';
import type { PutLot } from '../src/tax-lot.js';
import type { TaxLot, TaxLotEvent } from '../src/tax-lot.events.js';
import { ReportedTaxLotDto } from '../src/tax-lot.dto.js';

export const ids = {
  accountNumber: 'RA12345678',
  originatingTransactionId: '8829162',
  closingTransactionId: '8759691',
};

/** Every key with a value, except ids, as stored. */
export const values = {
  taxYear: '2025',
  termOfSale: 'S',
  security: { ticker: 'AAUKY', cusip: '03485P201', id: null },
  adjustedCostBasis: '56.26',
  netSaleAmount: '54.70',
  taxLotId: '77',
  costBasisIndicator: 'Y',
  withholdingCountry: 'CA',
  covered: 'C',
  disallowedLoss: '0.00',
  foreignTaxWithholding: '1.50',
  federalTaxWithholding: '0.00',
  stateTaxWithholding: '2.00',
  withholdingState: 'NY',
  reportableGainLoss: '-1.56',
  adjustedAcquisitionDate: '2025-01-10',
  originalAcquisitionDate: '2025-01-10',
  originalCostBasis: '56.26',
  salePrice: '25.560658',
  shareQuantity: '2.14',
  closingTransactionSettlementDate: '2025-06-18',
  closingTransactionDate: '2025-06-15',
  lotReliefStrategyIndicator: 'F',
} as const;

/** A body with all of them, some in alternative formats. */
export const input = {
  ...ids,
  ...values,
  disallowedLoss: '0',
  foreignTaxWithholding: '1.5',
  stateTaxWithholding: '2',
  shareQuantity: '2.14000',
};

/** The same as stored. */
export const lot: TaxLot = {
  ...values,
  exDate: null,
  statementTrail: null,
  transCode: null,
  costBasisEffectiveDate: null,
  originatingTransactionSettlementDate: null,
};

/** The command made from a body. */
export function put(body: object = input): PutLot {
  return { type: 'PutLot', ids, report: requestBody(ReportedTaxLotDto, body) };
}

export function reported(known: TaxLot = lot): TaxLotEvent {
  return { type: 'taxLot.LotReported', data: { ...ids, lot: known } };
}

export function corrected(known: TaxLot): TaxLotEvent {
  return { type: 'taxLot.LotCorrected', data: { ...ids, lot: known } };
}
