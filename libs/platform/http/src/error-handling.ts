import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { refusalIn, toProblems } from './error-mapper.js';
import { findRequestState } from './request-state.js';
import type { HttpMetrics } from './metrics.js';
import type { ProblemsException } from './problems.js';
import { addCommonHeaders, sendProblems } from './respond.js';

/** Sends the error list of any error. */
export class ErrorHandling {
  constructor(
    private readonly logger: Logger,
    private readonly metrics: Pick<HttpMetrics, 'requestRefused'>,
  ) {}

  /**
   * Converts what ended a request, or a line of an import. Logs bugs and unavailable stores; counts refusals under each of their error
   * codes, whoever refused.
   */
  concluded(error: unknown, requestId: string): ProblemsException {
    const problems = toProblems(error, requestId);
    const { status } = problems;
    if (status >= 500) this.logger.error({ requestId, status, err: error }, 'request failed');
    else {
      const codes = problems.problems.flatMap(({ errorCode }) => errorCode ?? []);
      this.metrics.requestRefused(new Set(codes));
    }
    return problems;
  }

  answer(error: unknown, reply: FastifyReply): void {
    const problems = this.concluded(error, reply.request.id);
    const position = refusalIn(error)?.position;
    if (position !== undefined) findRequestState(reply.request)?.services.noteWritten(position);
    if (!reply.sent) sendProblems(reply, problems);
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
