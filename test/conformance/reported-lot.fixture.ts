import { values } from '../../libs/contexts/tax-lots/test/tax-lot-fixtures.js';

type Body = Readonly<Record<string, unknown>>;

/** A lot of a past year with every key of the table that has a value, except ids. */
export const lotBody = (fields: Body = {}): Body => ({
  ...values,
  taxYear: '2024',
  adjustedAcquisitionDate: '2024-01-10',
  originalAcquisitionDate: '2024-01-10',
  closingTransactionSettlementDate: '2024-06-18',
  closingTransactionDate: '2024-06-15',
  ...fields,
});
