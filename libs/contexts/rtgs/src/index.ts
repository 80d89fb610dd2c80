export { rtgs } from './rtgs.context.js';
