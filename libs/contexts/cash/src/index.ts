export type * from './domain/cash.events.js';
export type { CashCommand } from './domain/cash.commands.js';
export { CashRule } from './domain/cash.rules.js';
export { cashStreamId } from './domain/cash-id.js';
export { cash } from './domain/cash.js';
export type { CashBook, CashTransaction } from './domain/cash.state.js';
export {
  type CashTransactionDocument,
  cashTransactionDocuments,
  CashTransactionIndex,
} from './documents/cash-transaction.document.js';
export { BANK_LINK_DIRECTORY, type BankLinkDirectory } from './bank-link-directory.js';
export { cashEvents } from './cash.registry.js';
export { SeriesTimer } from './series-timer.js';
export { cashTransactions } from './cash.context.js';
