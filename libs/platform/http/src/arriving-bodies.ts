import type { ServerResponse } from 'node:http';
import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify';
import { hasBody, tooLarge } from './admission.js';
import { exchangeOf, findExchange } from './exchange.js';
import { ProblemsException } from './problems.js';

/** Bytes of bodies that are kept at once. */
const MEMORY = 256 * 1024 * 1024;

interface Body {
  readonly payload: RequestPayload;
  bytes: number;
  /** Nothing of it is kept any more. */
  dropped: boolean;
}

/**
 * The bodies of requests that have not been answered yet, and what is made of them. They are read before anybody knows who sends them, since the signature
 * covers them, and whoever likes may send the beginnings of many. All together they get a certain amount of memory: beyond it, the one
 * that has been arriving for the longest gives way.
 */
export class ArrivingBodies {
  /** Those that are not there as a whole, in the order they began. */
  readonly #arriving = new Set<Body>();
  #bytes = 0;

  constructor(private readonly memory = MEMORY) {}

  /** Fastify hook of a route whose bodies have a limit. */
  hook(limit: number): preParsingHookHandler {
    return (request, reply, payload, done) => {
      const { method, headers } = request;
      if (!hasBody(headers)) {
        done(null, payload);
        return;
      }
      const take = this.#watch(payload, limit, reply.raw);
      const exchange = findExchange(request);
      if (exchange !== undefined) exchange.takeMemory = take;
      if (method === 'GET' || method === 'HEAD') keepBodyOfRead(request, payload, limit, done);
      else done(null, payload);
    };
  }

  /** Answers what counts more bytes of the same body. */
  #watch(
    payload: RequestPayload,
    limit: number,
    response: ServerResponse,
  ): (bytes: number) => void {
    const body: Body = { payload, bytes: 0, dropped: false };
    this.#arriving.add(body);
    payload.on('data', (piece: Buffer) => {
      if (body.dropped) return;
      body.bytes += piece.length;
      this.#bytes += piece.length;
      if (body.bytes > limit) this.#drop(body);
      else if (this.#bytes > this.memory) this.#giveWay();
    });
    payload.on('end', () => this.#arriving.delete(body));
    // `on`, as in access-log.ts
    response.on('close', () => this.#drop(body));
    return (bytes) => {
      if (body.dropped) return;
      body.bytes += bytes;
      this.#bytes += bytes;
      if (this.#bytes <= this.memory) return;
      this.#drop(body);
      throw tooMuch();
    };
  }

  #giveWay(): void {
    const [first] = this.#arriving;
    if (first === undefined) return;
    this.#drop(first);
    first.payload.emit('error', tooMuch());
  }

  #drop(body: Body): void {
    this.#arriving.delete(body);
    if (body.dropped) return;
    body.dropped = true;
    this.#bytes -= body.bytes;
  }
}

function tooMuch(): ProblemsException {
  const message = 'Too much is being sent to the service at present.';
  return new ProblemsException(503, message, { 'retry-after': '1', connection: 'close' });
}

/** Keeps the body of a GET or HEAD, which Fastify leaves unread: it says nothing to the service, but the signature covers it ([auth.signing]). */
function keepBodyOfRead(
  request: FastifyRequest,
  payload: RequestPayload,
  limit: number,
  done: (error: Error | null, payload?: RequestPayload) => void,
): void {
  const pieces: Buffer[] = [];
  let [size, settled] = [0, false];
  const settle = (error: Error | null): void => {
    if (settled) return;
    settled = true;
    pieces.length = 0;
    done(error, payload);
  };
  // What comes beyond the limit is read on, and dropped, so that the caller sees the answer.
  payload.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else settle(tooLarge(limit));
  });
  payload.on('end', () => {
    exchangeOf(request).rawBody = Buffer.concat(pieces);
    settle(null);
  });
  payload.on('error', settle);
}
