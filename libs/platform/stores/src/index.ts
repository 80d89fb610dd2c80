export * from './connection-string.js';
export * from './lmdb-environment.js';
export * from './mongo-away.js';
export * from './process-identity.js';
