export * from './tracing.js';
export { startTracing, type TracingOptions } from './start-tracing.js';
