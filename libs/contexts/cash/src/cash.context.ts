import { defineContext } from '#libs/platform/service';
import { cashReactions, CashModule } from './cash.module.js';
import { cashEvents } from './cash.registry.js';
import { cashSeriesDocuments } from './read-models/cash-series.document.js';
import { cashTransactionDocuments } from './read-models/cash-transaction.document.js';
import { SeriesTimer } from './series-timer.js';

/** Money in and out of accounts. */
export const cashTransactions = defineContext({
  name: 'cash',
  events: [cashEvents],
  projections: [cashTransactionDocuments, cashSeriesDocuments],
  module: CashModule,
  reactions: cashReactions,
  timers: [SeriesTimer],
});
