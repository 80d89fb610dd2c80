export { performance } from './performance.context.js';
