export { cashStreamId } from './domain/cash-id.js';
export { cashRules } from './domain/cash-rules.js';
export { requireTransaction } from './use-cases/cancel-transaction.js';
export { cash } from './domain/cash.js';
export { hasPendingCash } from './money-under-way.js';
export { SeriesTimer } from './series-timer.js';
export { CashModule } from './cash.module.js';
