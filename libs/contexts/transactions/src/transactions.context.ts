import { defineContext } from '#libs/platform/service';
import { folioTransactionDocuments } from './read-models/folio-transaction.document.js';
import { folioTransactionEvents } from './transaction.registry.js';
import { TransactionsModule } from './transactions.module.js';

/** What happened in the folios of accounts, as the back office reports it. */
export const folioTransactions = defineContext({
  name: 'transactions',
  events: [folioTransactionEvents],
  projections: [folioTransactionDocuments],
  module: TransactionsModule,
});
