import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below the ephemeral range, so that no connection takes one between two starts of a server. */
const PORTS = { first: 20_000, count: 10_000 };

/** A free port for a server that will be restarted on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
