import {
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base';
import type { Span, SpanAttributes, SpanOptions, Tracer, TracingOptions } from './tracing.js';

const NAME = 'brokerage-account-service';
/** Limit for an export including retries: the shutdown of a process waits for the last one. */
const EXPORT_MS = 5_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Sends spans to a collector over OTLP/HTTP in batches, and drops those it does not accept. */
export class OtlpTracer implements Tracer {
  readonly #provider: BasicTracerProvider;
  readonly #tracer: OtelTracer;

  constructor({
    endpoint,
    version,
    instanceId,
    changed,
  }: TracingOptions & { readonly endpoint: string }) {
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      timeoutMillis: EXPORT_MS,
    });
    this.#provider = new BasicTracerProvider({
      resource: resourceFromAttributes({
        ...{ 'service.name': NAME, 'service.version': version },
        'service.instance.id': instanceId,
      }),
      spanProcessors: [
        new BatchSpanProcessor(watched(exporter, changed), { exportTimeoutMillis: EXPORT_MS }),
      ],
    });
    this.#tracer = this.#provider.getTracer(NAME, version);
  }

  start(name: string, { kind, parent, links = [], attributes = {} }: SpanOptions = {}): Span {
    const parentContext = contextOf(parent);
    const span = this.#tracer.startSpan(
      name,
      {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        root: parentContext === undefined,
        attributes: { ...attributes },
        links: [...new Set(links)].flatMap((link) => {
          const context = contextOf(link);
          return context === undefined ? [] : [{ context }];
        }),
      },
      parentContext === undefined
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, parentContext),
    );
    return new OtlpSpan(span);
  }

  /** Sends the remaining spans if the collector accepts them. */
  async close(): Promise<void> {
    await this.#provider.shutdown().catch(() => undefined);
  }
}

class OtlpSpan implements Span {
  readonly traceparent: string;

  constructor(private readonly span: OtelSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  end(attributes: SpanAttributes = {}, failed = false): void {
    // The SDK logs a warning if an ended span is changed.
    if (!this.span.isRecording()) return;
    this.span.setAttributes({ ...attributes });
    if (failed) this.span.setStatus({ code: SpanStatusCode.ERROR });
    this.span.end();
  }
}

/** The context of a span that may belong to another process or an earlier time. */
function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const found = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '');
  if (found === null) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = found;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Reports when the collector stops accepting spans, and when it accepts them again. */
function watched(exporter: SpanExporter, changed: (isAccepting: boolean) => void): SpanExporter {
  let isAccepting = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code }: { readonly code: number } = result;
        const isAccepted = code === 0;
        if (isAccepted !== isAccepting) changed(isAccepted);
        isAccepting = isAccepted;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
