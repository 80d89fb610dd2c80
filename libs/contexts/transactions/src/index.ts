export { folioTransactions } from './transactions.context.js';
export type * from './domain/transaction.events.js';
