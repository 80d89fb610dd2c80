/** Every code table of the interface. */
export * from './code-table.js';
export * from './codes-account.js';
export * from './codes-permission.js';
export * from './codes-attention.js';
export * from './codes-person.js';
export * from './codes-trading.js';
