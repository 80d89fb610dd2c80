import { type TracingOptions, traceWith } from './tracing.js';

/** Starts tracing this process if an endpoint is configured. `close` flushes the remaining spans. */
export async function startTracing(
  options: TracingOptions,
): Promise<{ readonly close: () => Promise<void> }> {
  const { endpoint } = options;
  if (endpoint === undefined) return { close: () => Promise.resolve() };
  const { OtlpTracer } = await import('./otlp-tracer.js');
  const tracer = new OtlpTracer({ ...options, endpoint });
  traceWith(tracer);
  return {
    close: () => {
      traceWith(undefined);
      return tracer.close();
    },
  };
}
