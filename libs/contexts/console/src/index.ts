export * from './console.module.js';
