export { placements } from './placements.context.js';
