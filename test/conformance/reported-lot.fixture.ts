type Body = Readonly<Record<string, unknown>>;

/** Every key of the table that has a value, but ids. */
export const lotBody = (fields: Body = {}): Body => ({
  taxYear: '2024',
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
  adjustedAcquisitionDate: '2024-01-10',
  originalAcquisitionDate: '2024-01-10',
  originalCostBasis: '56.26',
  salePrice: '25.560658',
  shareQuantity: '2.14',
  closingTransactionSettlementDate: '2024-06-18',
  closingTransactionDate: '2024-06-15',
  lotReliefStrategyIndicator: 'F',
  ...fields,
});
