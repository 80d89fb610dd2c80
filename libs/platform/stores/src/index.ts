export * from './connection-string.js';
export * from './lmdb-environment.js';
export * from './process-identity.js';
