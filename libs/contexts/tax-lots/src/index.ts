export { taxLots } from './tax-lots.context.js';
