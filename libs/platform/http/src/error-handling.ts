import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toProblems } from './error-mapper.js';
import { findExchange, told } from './exchange.js';
import type { HttpMetrics } from './metrics.js';
import { addCommonHeaders, sendProblems } from './respond.js';

/** Answers any error through the one mapper, and logs those that are bugs here or stores that are away. */
export class ErrorHandling {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: Pick<HttpMetrics, 'requestRefused'>,
  ) {}

  answer(error: unknown, reply: FastifyReply): void {
    const requestId = reply.request.id;
    const answer = toProblems(told(error, findExchange(reply.request)), requestId);
    if (answer.status >= 500) {
      this.logger.error({ requestId, status: answer.status, err: error }, 'request failed');
    } else
      this.metrics.requestRefused(
        new Set(answer.problems.flatMap(({ errorCode }) => errorCode ?? [])),
      );
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
