export * from './console.context.js';
