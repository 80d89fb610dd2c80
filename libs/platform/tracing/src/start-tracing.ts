import { type TracingOptions, traceWith } from './tracing.js';

/** Has the process trace its work from now on, where it is to. `close` sends what is left. */
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
