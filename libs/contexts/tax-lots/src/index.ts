export { TaxLotsModule } from './tax-lots.module.js';
