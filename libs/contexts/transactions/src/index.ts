export { folioTransactions } from './transactions.context.js';
