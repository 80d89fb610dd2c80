export { taxLots } from './tax-lots.context.js';
export type { TaxDataEvent } from './domain/tax-data.js';
export type * from './domain/tax-lot.events.js';
