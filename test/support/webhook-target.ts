import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message received by a webhook. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The receiver of a webhook: keeps messages and responds as configured. */
export class WebhookTarget {
  readonly received: Received[] = [];
  /** Status of the next response; undefined for none. */
  answer: (received: Received) => number | undefined = () => 204;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>> = { location: '/elsewhere' };
  readonly #waiting: { readonly count: number; readonly done: () => void }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookTarget> {
    const server = createServer();
    const target = new WebhookTarget(server);
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const received = { headers: plain(request.headers), body };
        const status = target.answer(received);
        target.received.push(received);
        if (status !== undefined) response.writeHead(status, target.headers).end();
        for (const one of target.#waiting) if (target.received.length >= one.count) one.done();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return target;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves once `count` messages have arrived. */
  messages(count: number): Promise<readonly Received[]> {
    if (this.received.length >= count) return Promise.resolve(this.received);
    return new Promise((resolve) => {
      this.#waiting.push({ count, done: () => resolve(this.received) });
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
