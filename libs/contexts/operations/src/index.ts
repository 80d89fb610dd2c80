export * from './operations.module.js';
