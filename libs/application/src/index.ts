export * from './app.module.js';
export { makeDemonstration } from './demonstration.js';
export * from './main-process.js';
export * from './projector.js';
export * from './service.js';
