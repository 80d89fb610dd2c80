import { values } from '../../libs/contexts/tax-lots/test/tax-lot-fixtures.js';

type Body = Readonly<Record<string, unknown>>;

/** Every key of the table that has a value, but ids; of a year that is over. */
export const lotBody = (fields: Body = {}): Body => ({
  ...values,
  taxYear: '2024',
  adjustedAcquisitionDate: '2024-01-10',
  originalAcquisitionDate: '2024-01-10',
  closingTransactionSettlementDate: '2024-06-18',
  closingTransactionDate: '2024-06-15',
  ...fields,
});
