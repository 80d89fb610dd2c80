import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as exported (OTLP, JSON). */
export interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ExportedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ExportedSpan[] }[];
  }[];
}

/** Collects what is exported over OTLP/HTTP. */
export class TraceCollector {
  readonly spans: ExportedSpan[] = [];
  /** Attributes of the processes that sent them, as JSON values by key. */
  readonly resources: Record<string, unknown>[] = [];
  /** Everything received, as text. */
  bytes = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        collector.#take(`${request.url} ${JSON.stringify(request.headers)}`, body);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  #take(head: string, body: string): void {
    this.bytes += head + body;
    const { resourceSpans } = JSON.parse(body) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const attributes = resource.attributes.map(({ key, value }): [string, unknown] => [
        key,
        Object.values(value)[0],
      ]);
      this.resources.push(Object.fromEntries(attributes));
      for (const { spans } of scopeSpans) this.spans.push(...spans);
    }
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
