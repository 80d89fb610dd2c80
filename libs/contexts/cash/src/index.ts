export { cashStreamId } from './domain/cash-id.js';
export { cash } from './domain/cash.js';
export { hasPendingCash } from './money-under-way.js';
export { SeriesTimer } from './series-timer.js';
export { CashModule } from './cash.module.js';
