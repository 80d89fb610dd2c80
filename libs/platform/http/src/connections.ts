import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { toProblems } from './error-mapper.js';
import { COMMON_HEADERS, JSON_UTF8 } from './respond.js';

/** A connection stays open this long after its last response, in milliseconds: closing it while data arrives would reset it. */
const LINGER_MS = 2_000;

/** Most pipelined requests per connection. A caller who sends more is not reading responses. */
const MOST_WAITING = 100;

interface Connection {
  /** Response to the newest request. */
  newest: ServerResponse;
  /** Responses to pipelined requests that are not handled yet. */
  readonly waiting: Set<ServerResponse>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles what Node leaves to the server. Pipelined requests are handled one at a time; otherwise all their responses would be kept for
 * a caller who reads none. Invalid HTTP gets an error list after the responses to earlier requests, and the connection is closed. Every
 * response emits `close`, even if it is never sent.
 */
export class Connections {
  readonly #connections = new WeakMap<Duplex, Connection>();
  readonly #refused = new WeakSet<Duplex>();

  /** Call this before the server listens, and before anything but the request handler listens to `request`. */
  watch(server: Server): void {
    const handlers = server.listeners('request') as Handle[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#enqueue(request, response, () => {
        for (const handle of handlers) handle.call(server, request, response);
      });
    });
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.#enqueue(request, response, () => refuseExpectation(response));
    });
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      // Node has detached its own listeners.
      socket.on('error', () => undefined).resume();
      this.#refuse(socket, 405, { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' });
    });
  }

  /** Refuses requests that are not valid HTTP, or time out. */
  readonly onClientError = (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !streaming.has(socket)) {
      this.#refuse(socket, statusOfClientError(error.code));
    }
  };

  #enqueue(
    { socket, headers }: IncomingMessage,
    response: ServerResponse,
    handle: () => void,
  ): void {
    // Node drops what arrives together with an upgrade, and would parse the rest as another request.
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
    let connection = this.#connections.get(socket);
    if (connection === undefined) {
      const waiting = new Set<ServerResponse>();
      connection = { newest: response, waiting };
      this.#connections.set(socket, connection);
      lingerWhileSending(socket, connection);
      socket.on('close', () => {
        // Node closes only the response that is being sent.
        for (const pending of waiting) pending.destroy().emit('close');
      });
    }
    connection.newest = response;
    if (response.socket !== null) {
      handle();
      return;
    }
    const { waiting } = connection;
    waiting.add(response);
    if (waiting.size > MOST_WAITING) {
      socket.destroy();
      return;
    }
    // `on`, as in access-log.ts
    response.on('socket', () => {
      waiting.delete(response);
      // Node has not finished assigning the socket, and the previous response may close the connection.
      process.nextTick(() => socket.writable && handle());
    });
  }

  #refuse(socket: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
    // Further errors follow from the first.
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const end = (): void => refuseAndEnd(socket, status, headers);
    const newest = this.#connections.get(socket)?.newest;
    if (newest === undefined) end();
    else if (newest.req.complete) inTurn(newest, 'close', end);
    else inTurn(newest, 'socket', () => endBroken(newest, socket, end));
  }
}

/** Calls back once a response is sent (`close`), or is the next to be sent (`socket`). */
function inTurn(response: ServerResponse, event: 'close' | 'socket', then: () => void): void {
  if (response.closed || (event === 'socket' && response.socket !== null)) then();
  else response.on(event, then);
}

/** Ends a connection in the middle of a request body. The response may have been sent already. */
function endBroken(response: ServerResponse, socket: Duplex, refuse: () => void): void {
  if (!response.headersSent) refuse();
  else if (response.writableEnded && !response.closed) response.on('close', () => end(socket));
  else end(socket);
}

function refuseAndEnd(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  // The previous response may have closed the connection.
  if (!socket.writable) return;
  const body = bodyOf(status);
  end(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries({ ...headers, ...headersOf(body, randomUUID()) }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      '',
      body,
    ].join('\r\n'),
  );
}

/** Ends a connection, and destroys it if the caller doesn't close it, too. */
function end(socket: Duplex, bytes = ''): void {
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.on('close', () => clearTimeout(timer));
}

/**
 * Lets a connection whose last response has been sent read on for a while if the caller is still sending. Node would destroy it at once,
 * which resets it, and the response would be lost to a caller who has not read it yet.
 */
function lingerWhileSending(socket: Socket, connection: Connection): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (connection.newest.req.complete) destroySoon();
    else end(socket);
  };
}

/** Refuses any `Expect` but 100-continue. Node's response would have no body. */
function refuseExpectation(response: ServerResponse): void {
  const body = bodyOf(417);
  response.writeHead(417, headersOf(body, requestIdOf(response.req))).end(body);
}

/** Headers of a refusal that ends the connection. */
function headersOf(body: string, requestId: string): Record<string, string | number> {
  return {
    'X-Request-Id': requestId,
    ...COMMON_HEADERS,
    'Content-Type': JSON_UTF8,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
}

const REQUEST_ID = /^[\w.:+/=-]{1,128}$/;

/** Returns the id that the caller gave a request, or else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID();
}

function bodyOf(status: number): string {
  return JSON.stringify(
    toProblems(Object.assign(new Error(), { statusCode: status }), '').problems,
  );
}

function statusOfClientError(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

const streaming = new WeakSet<object>();

/** Exempts the current request of a connection from the request timeout: the reader of its body notices a stall. */
export function allowLongBody(socket: object): void {
  streaming.add(socket);
}

/** File descriptors reserved for everything except callers: logs, indexes, journals, documents, servers, webhooks, mail. */
const RESERVED = 512;

interface Limits {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | 'unlimited' } };
}

/** Returns the limit of open files of this process; undefined if it is unknown. */
function openFiles(): number | undefined {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  // Avoids name lookups of peers, and of the stack's source lines.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport({ name: '', message: '', stack: '' }) as Limits;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}

/**
 * Returns the connection limit of a server that leaves file descriptors to the stores: 512, or half of all if that is less. Undefined if
 * the limit of open files is unknown.
 */
export function mostConnections(limit: number | undefined = openFiles()): number | undefined {
  return limit === undefined ? undefined : limit - Math.min(RESERVED, Math.floor(limit / 2));
}

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
