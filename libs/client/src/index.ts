export * from './brokerage-client.js';
