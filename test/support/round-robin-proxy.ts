import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the proxy received it, for resending. */
export interface PassedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Balances requests over several services as docker/haproxy.cfg does: passes `Host` on and repeats it in `X-Forwarded-Host`. */
export class RoundRobinProxy {
  readonly passed: PassedRequest[] = [];
  #next = 0;

  private constructor(
    private readonly targets: readonly string[],
    private readonly server: Server,
  ) {}

  static async start(targets: readonly string[]): Promise<RoundRobinProxy> {
    const server = createServer();
    const proxy = new RoundRobinProxy(targets, server);
    server.on('request', (incoming: IncomingMessage, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { method = '', url: path = '', headers } = incoming;
        const seen = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k, String(v)]));
        const passed = { method, path, headers: seen, body: Buffer.concat(chunks) };
        proxy.passed.push(passed);
        proxy
          .#send(proxy.#next++ % targets.length, passed, (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
            answer.on('close', () => answer.complete || outgoing.destroy());
            outgoing.on('close', () => answer.destroy());
          })
          .on('error', () => outgoing.destroy());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** Base URL that callers use and sign. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends the next request to this service. */
  turnTo(target: number): void {
    this.#next = target;
  }

  /** Resends a request, byte for byte, to one of the services. Returns status and body. */
  async replay(target: number, passed: PassedRequest): Promise<{ status: number; text: string }> {
    const sent = this.#send(target, passed);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return { status: answer.statusCode ?? 0, text };
  }

  #send(
    target: number,
    { method, path, headers, body }: PassedRequest,
    answered?: (answer: IncomingMessage) => void,
  ) {
    const { hostname, port } = new URL(this.targets[target] ?? '');
    const forwarded = {
      ...headers,
      'x-forwarded-proto': 'http',
      'x-forwarded-host': headers['host'] ?? '',
      'x-forwarded-for': '127.0.0.1',
    };
    const sent = request({ hostname, port, method, path, headers: forwarded });
    if (answered) sent.on('response', answered);
    sent.end(body);
    return sent;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
