export * from './erasure.js';
export * from './erasure-scope.js';
export * from './erasures.js';
export { sealedStreams } from './sealed-streams.js';
