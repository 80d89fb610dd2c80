import { type Projection, streamPerDocument } from '#libs/platform/read-models';
import type { FolioTransaction, TransactionEvent, TransactionIds } from './transaction.events.js';
import { folioTransaction, folioTransactionId, transactionIn } from './transaction.js';

export type FolioTransactionDocument = Readonly<
  FolioTransaction & TransactionIds & { revision: number }
>;

/** Index of a folio's transactions by date. */
export const TRANSACTIONS_OF_FOLIO = 'folio';

/** Read model `transactions.transaction`, one document per folio and transaction. */
export const folioTransactionDocuments: Projection<FolioTransactionDocument, TransactionEvent> = {
  name: 'transactions.transaction',
  version: 1,
  indexes: [{ name: TRANSACTIONS_OF_FOLIO, fields: ['folioNumber', 'date'] }],
  events: ['folioTransaction.TransactionReported', 'folioTransaction.TransactionCorrected'],
  documents: ({ data }) => [folioTransactionId(data.folioNumber, data.transactionId)],
  history: { streams: streamPerDocument(folioTransaction), fixed: { [TRANSACTIONS_OF_FOLIO]: 1 } },
  fold(_document, { data, revision }) {
    const { accountNumber, folioNumber, transactionId } = data;
    return { accountNumber, folioNumber, transactionId, ...transactionIn(data), revision };
  },
};
