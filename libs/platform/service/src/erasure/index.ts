export * from './erasure.js';
export * from './erasures.js';
