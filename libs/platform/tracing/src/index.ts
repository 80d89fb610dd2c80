export * from './tracing.js';
export { startTracing } from './start-tracing.js';
