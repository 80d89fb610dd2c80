export * from './connection-cause.js';
export * from './connection-string.js';
export * from './lmdb-environment.js';
export * from './mongo-errors.js';
export * from './process-identity.js';
export * from './recurring.js';
export * from './store-unavailable.js';
export * from './writer-lock.js';
