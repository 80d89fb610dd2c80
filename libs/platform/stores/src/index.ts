export * from './connection-string.js';
export * from './lmdb-commits.js';
export * from './process-identity.js';
