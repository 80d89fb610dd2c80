export { cashRules, cashStreamId } from './cash-state.js';
export { findTransaction, hasPendingCash } from './cash.facts.js';
export { CashModule } from './cash.module.js';
export { SeriesTimer } from './cash.reactions.js';
export { cash } from './cash.js';
