import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy to a local server whose connections can be made to fail. */
export class FaultyProxy {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #stalled = false;
  #refusing = false;
  #accepted = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ noDelay: true }, (client) => this.#accept(client));
  }

  /** Listens on a free port. */
  static async start(target: number): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections so far, including refused ones. */
  get accepted(): number {
    return this.#accepted;
  }

  #accept(client: Socket): void {
    this.#accepted += 1;
    if (this.#refusing) {
      client.destroy();
      return;
    }
    const server = connect({ port: this.#target, host: '127.0.0.1', noDelay: true });
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    client.pipe(server);
    server.pipe(client);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        client.destroy();
        server.destroy();
      });
      if (this.#stalled) socket.unpipe().pause();
    }
  }

  /**
   * Breaks open connections; new ones go through.
   * @param port breaks only the connection that the server sees from this port
   */
  drop(port?: number): void {
    for (const [client, server] of this.#pairs) {
      if (port !== undefined && server.localPort !== port) continue;
      client.destroy();
      server.destroy();
    }
  }

  /** Breaks open connections and refuses new ones, until {@link heal}. */
  refuse(): void {
    this.#refusing = true;
    this.drop();
  }

  /** Keeps connections open, new ones too, but lets nothing through until {@link heal}. */
  stall(): void {
    this.#stalled = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.unpipe().pause();
  }

  /** Resumes stalled connections, as a process stopped by SIGSTOP does on SIGCONT. */
  resume(): void {
    this.#stalled = false;
    for (const [client, server] of this.#pairs) {
      client.pipe(server);
      server.pipe(client);
    }
  }

  get isRefusing(): boolean {
    return this.#refusing;
  }

  /** Lets new connections through and breaks stalled ones. */
  heal(): void {
    if (this.#stalled) this.drop();
    this.#stalled = false;
    this.#refusing = false;
  }

  async stop(): Promise<void> {
    this.drop();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
