import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { toProblems } from './error-mapper.js';
import { findRequestState } from './request-state.js';
import type { HttpMetrics } from './metrics.js';
import { RefusedException } from './problems.js';
import { addCommonHeaders, sendProblems } from './respond.js';

/** Sends the error list of any error. Logs bugs and unavailable stores, counts the others. */
export class ErrorHandling {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: Pick<HttpMetrics, 'requestRefused'>,
  ) {}

  answer(error: unknown, reply: FastifyReply): void {
    const requestId = reply.request.id;
    const answer = toProblems(error, requestId);
    if (answer.status >= 500) {
      this.logger.error({ requestId, status: answer.status, err: error }, 'request failed');
    } else {
      const codes = answer.problems.flatMap(({ errorCode }) => errorCode ?? []);
      this.metrics.requestRefused(new Set(codes));
    }
    if (answer instanceof RefusedException && answer.position !== undefined) {
      findRequestState(reply.request)?.services.noteWritten(answer.position);
    }
    if (!reply.sent) sendProblems(reply, answer);
  }

  readonly onError = (error: unknown, _request: FastifyRequest, reply: FastifyReply): void =>
    this.answer(error, reply);

  /** For errors before any hook: an undecodable URL, or one with a part that is too long. */
  readonly onFrameworkError = (
    error: unknown,
    _request: FastifyRequest,
    reply: FastifyReply,
  ): void => {
    addCommonHeaders(reply);
    this.answer(error, reply);
  };
}

/** Passes what controllers, guards and parameter annotations throw to {@link ErrorHandling}. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorHandling) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    try {
      const { keyUse } = findRequestState(reply.request) ?? {};
      const decided = await keyUse?.conclude(toProblems(error, reply.request.id));
      if (decided) reply.send(decided);
      else this.errors.answer(error, reply);
    } catch (other) {
      this.errors.answer(other, reply);
    }
  }
}
