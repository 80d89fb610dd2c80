export * from './connection-cause.js';
export * from './connection-string.js';
export * from './lmdb-environment.js';
export * from './mongo-away.js';
export * from './mongo-cause.js';
export * from './process-identity.js';
export * from './store-place.js';
export * from './writer-lock.js';
