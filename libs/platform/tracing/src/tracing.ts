/** Attributes of a span. They must not contain personal data, ids of persons or accounts, or bodies. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A traced unit of work. */
export interface Span {
  /** W3C Trace Context. Stored with events, so that later work can be linked to the span. */
  readonly traceparent: string;
  /** Ends it; a second end does nothing. */
  end(attributes?: SpanAttributes, failed?: boolean): void;
}

export interface SpanOptions {
  /** Default: internal. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /** Traceparent of the enclosing span; without one the span starts a new trace. */
  readonly parent?: string | undefined;
  /** Traceparents of spans in other traces that caused this one. */
  readonly links?: readonly (string | undefined)[];
  readonly attributes?: SpanAttributes;
}

/** Starts spans. They are passed explicitly: nothing is kept in an asynchronous context. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
}

/** Where spans go. */
export interface TracingOptions {
  /** URL of the collector, without `/v1/traces`. If undefined, nothing is traced and the SDK is not loaded. */
  readonly endpoint: string | undefined;
  readonly version: string;
  /** Id of this process, unique among all of the service. */
  readonly instanceId: string;
  /** Called when the collector stops accepting spans, and when it accepts them again. */
  readonly changed: (isAccepting: boolean) => void;
}

/** Attributes of a span that handles events of the log, by the conventions for messaging. */
export function messagingAttributes(consumer: string, events: number): SpanAttributes {
  return {
    'messaging.system': 'event-log',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': consumer,
    'messaging.batch.message_count': events,
  };
}

let current: Tracer | undefined;

/** The tracer of the process; undefined if tracing is off, so that `tracing()?.start(…)` then costs nothing. */
export function tracing(): Tracer | undefined {
  return current;
}

/** Sets the tracer of the process; undefined turns tracing off. */
export function traceWith(tracer: Tracer | undefined): void {
  current = tracer;
}

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

/** The distinct traceparents of events that came from traced commands. */
export function tracesOf(
  events: readonly { readonly metadata: { readonly traceparent?: unknown } }[],
): string[] {
  const traceparents = events.map(({ metadata }) => metadata.traceparent);
  return [...new Set(traceparents)].filter((one) => typeof one === 'string');
}

/** Runs work within a span and ends it; the span has failed if the work throws. */
export async function traced<T>(
  span: Span | undefined,
  work: () => Promise<T>,
  attributes?: (result: T) => SpanAttributes,
): Promise<T> {
  if (span === undefined) return work();
  try {
    const result = await work();
    span.end(attributes?.(result));
    return result;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}

const FORM = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** Returns the `traceparent` header of a request (W3C Trace Context); undefined if it is missing or invalid. */
export function traceParent({
  headers,
}: {
  readonly headers: Readonly<Record<string, unknown>>;
}): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' && FORM.test(traceparent) ? traceparent : undefined;
}

/** Returns the trace id of a `traceparent`, 32 hexadecimal digits. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.slice(3, 35);
}
