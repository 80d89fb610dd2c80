export * from './problems.js';
export * from './directories.js';
export * from './replay-guard.js';
export * from './signature-authenticator.js';
export * from './tokens.js';
export * from './bearer-authenticator.js';
export * from './authenticator.js';
export * from './credentials.js';
