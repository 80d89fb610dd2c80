import { defineContext } from '#libs/platform/service';
import {
  BackofficeFolioTransactionsController,
  FolioTransactionsController,
} from './http/folio-transactions.controller.js';
import { folioTransactionDocuments } from './read-models/folio-transaction.document.js';
import { folioTransactionEvents } from './transaction.registry.js';
import { PutTransactionHandler } from './use-cases/put-transaction.js';

/** What happened in the folios of accounts, as reported by the back office. */
export const folioTransactions = defineContext({
  name: 'transactions',
  events: [folioTransactionEvents],
  projections: [folioTransactionDocuments],
  controllers: [FolioTransactionsController, BackofficeFolioTransactionsController],
  useCases: [PutTransactionHandler],
});
