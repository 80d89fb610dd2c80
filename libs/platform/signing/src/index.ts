export * from './signature.js';
export * from './signature-header.js';
