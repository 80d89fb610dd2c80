import type { Server } from 'node:http';

/** How long stopping may take. Milliseconds. */
export interface StopLimits {
  /**
   * Idle connections are kept this long, so that a request already on its way is read and answered (with
   * `Connection: close`) instead of cut. Default 250.
   */
  readonly linger?: number;
  /** Requests still under way after this are cut. Default 30,000. */
  readonly deadline?: number;
}

/** Counts the requests of a server that have not been answered yet. */
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
 * Stops a server without cutting a request: no new connections, answers to what is under way, then the end of each
 * connection, also of those that never sent a request. Resolves when the last connection is gone. Answers must carry
 * `Connection: close` from now on.
 */
export async function drain(
  server: Server,
  open: OpenRequests,
  limits: StopLimits = {},
): Promise<void> {
  const { linger = 250, deadline = 30_000 } = limits;
  const closeIdle = server.closeIdleConnections.bind(server);
  // close() would drop idle connections at once, among them those with a request in the socket's buffer.
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
