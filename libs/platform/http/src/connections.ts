import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { toProblems } from './error-mapper.js';
import { JSON_UTF8 } from './respond.js';

/** A connection that has got its last answer is kept so long, in milliseconds: what still arrives must not cut the answer off. */
const LINGER_MS = 2_000;

/** Requests that may wait on one connection for the answers before theirs. Whoever sends more without reading wants no answers. */
const MOST_WAITING = 100;

/** What is known of a connection. */
interface Connection {
  /** The answer to the newest request. */
  newest: ServerResponse;
  /** Answers whose turn has yet to come. */
  readonly waiting: Set<ServerResponse>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * The connections of a server as far as Node leaves them to it. Requests that come one behind the other are handled one after the other:
 * else the answers to all of them would be kept for a reader who takes none. What is no request of HTTP is refused with the error list, once
 * the requests before it have been answered, and the connection ends. Whoever waits for the end of an answer is told, even when its turn
 * never comes.
 */
export class Connections {
  readonly #known = new WeakMap<Duplex, Connection>();
  readonly #refused = new WeakSet<Duplex>();

  /** To be called before the server gets its first connection, and before anybody but who handles requests listens to them. */
  watch(server: Server): void {
    const handlers = server.listeners('request') as Handle[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#take(request, response, () => {
        for (const handle of handlers) handle.call(server, request, response);
      });
    });
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.#take(request, response, () => refuseExpectation(response));
    });
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      // from here on nobody else looks after the connection
      socket.on('error', () => undefined).resume();
      this.#refuse(socket, 405, { Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' });
    });
  }

  /** Refuses bytes that are no HTTP request, or don't arrive. */
  readonly onClientError = (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') {
      socket.destroy();
    } else if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !streaming.has(socket)) {
      this.#refuse(socket, statusOfClientError(error.code));
    }
  };

  #take({ socket, headers }: IncomingMessage, response: ServerResponse, handle: () => void): void {
    // Node drops what arrives together with such a request, and would take the rest of it for another one
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
    let connection = this.#known.get(socket);
    if (connection === undefined) {
      const waiting = new Set<ServerResponse>();
      connection = { newest: response, waiting };
      this.#known.set(socket, connection);
      socket.on('close', () => {
        // Node tells only the answer whose turn it is
        for (const answer of waiting) answer.destroy().emit('close');
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
      // Node is not done with it in this moment; and it may turn out to be one that ends the connection
      process.nextTick(() => socket.writable && handle());
    });
  }

  #refuse(socket: Duplex, status: number, headers: Readonly<Record<string, string>> = {}): void {
    // what follows on something that can't be read can't be read either
    if (this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const end = (): void => refuseAndEnd(socket, status, headers);
    const newest = this.#known.get(socket)?.newest;
    if (newest === undefined) end();
    else if (newest.req.complete) inTurn(newest, 'close', end);
    else inTurn(newest, 'socket', () => endBroken(newest, socket, end));
  }
}

/** Calls back once an answer is out (`close`), or it is its turn (`socket`). */
function inTurn(answer: ServerResponse, event: 'close' | 'socket', then: () => void): void {
  if (answer.closed || (event === 'socket' && answer.socket !== null)) then();
  else answer.on(event, then);
}

/** Ends a connection at a request whose body can't be read to its end, which may have been answered before. */
function endBroken(answer: ServerResponse, socket: Duplex, refuse: () => void): void {
  if (!answer.headersSent) refuse();
  else if (answer.writableEnded && !answer.closed) answer.on('close', () => endOf(socket));
  else endOf(socket);
}

function refuseAndEnd(
  socket: Duplex,
  status: number,
  headers: Readonly<Record<string, string>>,
): void {
  // the answer before may have been the last one
  if (!socket.writable) return;
  const body = bodyOf(status);
  endOf(
    socket,
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Type: ${JSON_UTF8}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Ends a connection with the last bytes for it, whether its other end does the same or not. */
function endOf(socket: Duplex, bytes = ''): void {
  socket.end(bytes);
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.on('close', () => clearTimeout(cut));
}

/** Answers `Expect` with anything but 100-continue, which Node refuses with an empty body. */
function refuseExpectation(response: ServerResponse): void {
  const body = bodyOf(417);
  response
    .writeHead(417, {
      'content-type': JSON_UTF8,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
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

/** The body of the request under way on a connection may take as long as it likes: whoever reads it knows when it stalls. */
export function allowLongBody(socket: object): void {
  streaming.add(socket);
}
