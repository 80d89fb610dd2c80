import type { ServerResponse } from 'node:http';
import type { FastifyRequest, preParsingHookHandler, RequestPayload } from 'fastify';
import { hasBody, isRead, tooLarge } from './admission.js';
import { requestStateOf, findRequestState } from './request-state.js';
import { ProblemsException } from './problems.js';

/** Default memory for all bodies, in bytes. */
const MEMORY = 256 * 1024 * 1024;

interface Body {
  readonly payload: RequestPayload;
  bytes: number;
  /** No longer counted. */
  dropped: boolean;
}

/**
 * Limits the memory of all request bodies, and of what is parsed from them, until their responses are sent. Bodies are read before the
 * caller is authenticated, because the signature covers them, so anybody could start many. Beyond the limit, the body that has been
 * arriving longest is refused.
 */
export class ArrivingBodies {
  /** Incomplete bodies, oldest first. */
  readonly #arriving = new Set<Body>();
  #bytes = 0;

  constructor(private readonly memory = MEMORY) {}

  /** Returns the Fastify hook of a route with a body limit. */
  hook(limit: number): preParsingHookHandler {
    return (request, reply, payload, done) => {
      const { method, headers } = request;
      if (!hasBody(headers)) {
        done(null, payload);
        return;
      }
      const reserveMemory = this.#watch(payload, limit, reply.raw);
      const state = findRequestState(request);
      if (state !== undefined) state.reserveMemory = reserveMemory;
      if (isRead(method)) keepBodyOfRead(request, payload, limit, done);
      else done(null, payload);
    };
  }

  /** Returns a function that reserves more memory for the same body. */
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
      else if (this.#bytes > this.memory) this.#refuseOldest();
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

  #refuseOldest(): void {
    const [oldest] = this.#arriving;
    if (oldest === undefined) return;
    this.#drop(oldest);
    oldest.payload.emit('error', tooMuch());
  }

  #drop(body: Body): void {
    this.#arriving.delete(body);
    if (body.dropped) return;
    body.dropped = true;
    this.#bytes -= body.bytes;
  }
}

function tooMuch(): ProblemsException {
  const message = 'The service is receiving too much data at the moment.';
  return new ProblemsException(503, message, { 'retry-after': '1', connection: 'close' });
}

/** Reads the body of a GET or HEAD, which Fastify doesn't. It has no meaning, but the signature covers it ([auth.signing]). */
function keepBodyOfRead(
  request: FastifyRequest,
  payload: RequestPayload,
  limit: number,
  done: (error: Error | null, payload?: RequestPayload) => void,
): void {
  const pieces: Buffer[] = [];
  let [size, finished] = [0, false];
  const finish = (error: Error | null): void => {
    if (finished) return;
    finished = true;
    pieces.length = 0;
    done(error, payload);
  };
  // Bytes beyond the limit are read and dropped, so that the caller sees the response.
  payload.on('data', (piece: Buffer) => {
    size += piece.length;
    if (size <= limit) pieces.push(piece);
    else finish(tooLarge(limit));
  });
  payload.on('end', () => {
    requestStateOf(request).rawBody = Buffer.concat(pieces);
    finish(null);
  });
  payload.on('error', finish);
}
