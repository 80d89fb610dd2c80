import { HttpException, Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { gone, isRefusal, type Refusal, RefusedException } from '#libs/platform/kernel';
import { JsonSyntaxError } from './json/strict-json.js';
import { ProblemsException, responseToRefusal, unavailable, unknownCursor } from './problems.js';
import { findRequestState } from './request-state.js';
import type { HttpMetrics } from './metrics.js';
import { addCommonHeaders, sendProblems } from './respond.js';

/** Messages for errors of the framework, whose own messages may quote the request. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'Credentials are missing or wrong.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource does not exist.',
  405: 'The resource does not support this method.',
  406: 'The resource is only available as application/json.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'The resource does not exist.',
  415: 'The body must be application/json.',
  417: 'The only supported expectation is 100-continue.',
  431: 'The headers are too large.',
};

function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Maps errors by name, so that this library needn't import their classes. */
const KNOWN: Readonly<Record<string, () => ProblemsException>> = {
  StoreUnavailableError: () => unavailable('A store is temporarily unavailable.'),
  BehindLogError: () =>
    unavailable(
      'The data that the response needs is not up to date yet: it is catching up with the newest write, or has stopped, of which operators ' +
        'are told. If you sent an X-Consistency-Token from before the log was restored, omit it: it may never be reached.',
    ),
  IdentityCheckUnavailableError: () =>
    unavailable('The identity check is not available at the moment.'),
  IssuerUnavailableError: () => unavailable('The keys of the token issuer cannot be read.'),
  SubjectErasedError: () => responseToRefusal(gone()),
  InvalidCursorError: unknownCursor,
};

/** The refusal that an error is about. */
export function refusalIn(error: unknown): Refusal | undefined {
  if (error instanceof RefusedException) return error.refusal;
  return isRefusal(error) ? error : undefined;
}

/** Converts any error to its response; nothing else does ([errors.list]). An unknown one is a 500 with only the request id. */
export function toProblems(error: unknown, requestId: string): ProblemsException {
  if (error instanceof ProblemsException) return error;
  const refusal = refusalIn(error);
  if (refusal) return responseToRefusal(refusal);
  if (error instanceof JsonSyntaxError) return new ProblemsException(400, error.message);
  const known = error instanceof Error && Object.hasOwn(KNOWN, error.name) && KNOWN[error.name];
  if (known) return known();
  const status = frameworkStatus(error);
  if (status !== undefined && status >= 400 && status < 500) {
    // No existing resource has a path that long.
    const shown = status === 414 ? 404 : status;
    return new ProblemsException(shown, MESSAGES[status] ?? 'The request is not acceptable.');
  }
  if (status === 503) return unavailable('The service is temporarily unavailable.');
  return new ProblemsException(500, `Something went wrong here, in request ${requestId}.`);
}

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
    if (position !== undefined) findRequestState(reply.request)?.services.tracker.note(position);
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
