export { erasure } from './erasure.context.js';
