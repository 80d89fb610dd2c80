import type { Server } from 'node:http';

/** Limits for stopping, in milliseconds. */
export interface StopLimits {
  /** How long idle connections stay open, so that a request that is on its way is still answered. Default 250. */
  readonly linger?: number;
  /** Requests still open after this are cut off. Default 30,000. */
  readonly deadline?: number;
}

export class OpenRequests {
  #count = 0;

  constructor(server: Server) {
    server.on('request', (_request, response) => {
      this.#count += 1;
      // not `once`: see access-log.ts
      response.on('close', () => (this.#count -= 1));
    });
  }

  get none(): boolean {
    return this.#count === 0;
  }
}

/**
 * Stops a server without cutting off requests: it refuses new connections, completes open requests, and closes every connection.
 * Resolves when the last one is closed. Responses must have `Connection: close` from now on.
 */
export async function drain(
  server: Server,
  open: OpenRequests,
  limits: StopLimits = {},
): Promise<void> {
  const { linger = 250, deadline = 30_000 } = limits;
  const closeIdle = server.closeIdleConnections.bind(server);
  // close() would close idle connections at once, even those with a request in the socket's buffer.
  server.closeIdleConnections = () => undefined;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(
    () => {
      if (open.none) server.closeAllConnections();
      else closeIdle();
    },
    Math.max(1, linger),
  );
  const cut = setTimeout(() => server.closeAllConnections(), deadline);
  try {
    await closed;
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
    server.closeIdleConnections = closeIdle;
  }
}
