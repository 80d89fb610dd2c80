import { wireTimestamp } from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { folioTransaction, folioTransactionId, transactionIn } from '../domain/transaction.js';
import type {
  FolioTransaction,
  TransactionEvent,
  TransactionIds,
} from '../domain/transaction.events.js';
import type { FolioTransactionResponse } from '../http/folio-transaction.dto.js';

type FolioTransactionDocument = Readonly<FolioTransaction & TransactionIds & { revision: number }>;

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

/** The transaction as an item of a list ([folio-transaction.list]). @param folioName current name of the folio */
export function toFolioTransactionResponse(
  transaction: FolioTransactionDocument,
  folioName: string | undefined,
): FolioTransactionResponse {
  const { marketPrice, marketNet, notes } = transaction;
  return {
    accountId: transaction.accountNumber,
    categoryName: transaction.categoryName,
    subCategoryName: transaction.subCategoryName,
    transactionCode: transaction.transactionCode,
    transactionDesc: transaction.transactionDesc,
    transactionType: transaction.transactionType,
    transactionId: transaction.transactionId,
    date: wireTimestamp(transaction.date),
    folioName: folioName ?? null,
    symbolName: transaction.symbolName,
    ticker: transaction.ticker,
    quantity: transaction.quantity,
    price: transaction.price,
    net: transaction.net,
    commission: transaction.commission,
    ...(marketPrice !== null && { marketPrice }),
    ...(marketNet !== null && { marketNet }),
    ...(notes !== null && { notes }),
  };
}
