import { traceWith } from './tracing.js';

/** Where spans go. */
export interface TracingOptions {
  /** Of the collector, without `/v1/traces`; undefined: nothing is traced, and nothing of the SDK is loaded. */
  readonly endpoint: string | undefined;
  /** Of the build. */
  readonly version: string;
  /** Told when the collector stops taking spans, and when it takes them again. */
  readonly changed: (isTaken: boolean) => void;
}

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
