export * from './application.module.js';
export * from './contexts.js';
export * from './projector.js';
export * from './service.js';
