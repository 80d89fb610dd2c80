export * from './operations.context.js';
