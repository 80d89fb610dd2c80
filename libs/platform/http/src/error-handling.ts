import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toProblems } from './error-mapper.js';
import { findExchange, told } from './exchange.js';
import { addCommonHeaders, sendProblems } from './respond.js';

/** Answers any error through the one mapper, and logs those that are bugs here or stores that are away. */
export class ErrorHandling {
  constructor(private readonly logger: Logger) {}

  answer(error: unknown, reply: FastifyReply): void {
    const requestId = reply.request.id;
    const answer = toProblems(told(error, findExchange(reply.request)), requestId);
    if (answer.status >= 500) {
      this.logger.error({ requestId, status: answer.status, err: error }, 'request failed');
    }
    if (reply.sent) return;
    sendProblems(reply, answer);
  }

  /** For Fastify's error handler. */
  readonly onError = (error: unknown, _request: FastifyRequest, reply: FastifyReply): void =>
    this.answer(error, reply);

  /** For errors before any hook: a URL that can't be decoded, or has too long a part. */
  readonly onFrameworkError = (
    error: unknown,
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    addCommonHeaders(reply);
    this.answer(error, reply);
  };
}

/** Nest's way into {@link ErrorHandling}: what controllers, guards and parameter annotations throw. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorHandling) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    try {
      // what a request was refused for is decided with its body: its key belongs to that one from now on
      if (toProblems(error, '').status === 400) await findExchange(reply.request)?.begin?.();
      this.errors.answer(error, reply);
    } catch (other) {
      this.errors.answer(other, reply);
    }
  }
}

const streaming = new WeakSet<object>();

/** The body of the request under way on a connection may take as long as it likes: whoever reads it knows when it stalls. */
export function allowLongBody(socket: object): void {
  streaming.add(socket);
}

/** Answers bytes that are no HTTP request with the error list, and closes the connection. */
export function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)) return;
  const status = statusOfClientError(error.code);
  const body = JSON.stringify(
    toProblems(Object.assign(new Error(), { statusCode: status }), '').problems,
  );
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers `Expect` with anything but 100-continue, which Node refuses with an empty body. */
export function onUnknownExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = JSON.stringify(
    toProblems(Object.assign(new Error(), { statusCode: 417 }), '').problems,
  );
  response
    .writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

function statusOfClientError(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}
