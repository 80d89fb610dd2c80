export * from './keys.context.js';
