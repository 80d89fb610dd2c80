/** What is said of a span: nothing personal, no ids of persons or accounts, no bodies. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work as it is traced. */
export interface Span {
  /** Its name for others (W3C Trace Context): kept with events, so that later work can be linked with it. */
  readonly traceparent: string;
  /** Ends it; a second end does nothing. */
  end(attributes?: SpanAttributes, failed?: boolean): void;
}

/** What a span begins with. */
export interface SpanOptions {
  /** Default: work inside the process. */
  readonly kind?: 'server' | 'client' | 'consumer';
  /** The span it is a part of; without one it begins a trace. */
  readonly parent?: string | undefined;
  /** Spans of other traces that it follows from, later. */
  readonly links?: readonly (string | undefined)[];
  readonly attributes?: SpanAttributes;
}

/** Traces work. Spans are handed from call to call: nothing is kept in an asynchronous context. */
export interface Tracer {
  start(name: string, options?: SpanOptions): Span;
}

/** Where spans go. */
export interface TracingOptions {
  /** Of the collector, without `/v1/traces`; undefined: nothing is traced, and nothing of the SDK is loaded. */
  readonly endpoint: string | undefined;
  /** Of the build. */
  readonly version: string;
  /** Told when the collector stops taking spans, and when it takes them again. */
  readonly changed: (isTaken: boolean) => void;
}

let current: Tracer | undefined;

/** The tracer of the process; undefined where nothing is traced, so that `tracing()?.start(…)` costs nothing there. */
export function tracing(): Tracer | undefined {
  return current;
}

/** Has the process trace its work, or no longer. */
export function traceWith(tracer: Tracer | undefined): void {
  current = tracer;
}

/** The spans of those events that are of traced commands, each once. */
export function tracesOf(
  events: readonly { readonly metadata: { readonly traceparent?: unknown } }[],
): string[] {
  const found = events.map(({ metadata }) => metadata.traceparent);
  return [...new Set(found)].filter((one) => typeof one === 'string');
}

/** Does work as a span, which has failed where the work throws. */
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
