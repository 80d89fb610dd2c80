import { HttpException } from '@nestjs/common';
import { gone, isRefusal } from '#libs/platform/kernel';
import { JsonSyntaxError } from './json/strict-json.js';
import { ProblemsException, RefusedException, unavailable, unknownCursor } from './problems.js';

/** What a caller reads about statuses that come from the framework; its own messages may quote the request. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'Credentials are missing or wrong.',
  403: 'The caller is not allowed to do this.',
  404: 'The resource does not exist.',
  405: 'The resource does not have this method.',
  406: 'The resource can only be had as application/json.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'The resource does not exist.',
  415: 'The body must be application/json.',
  417: 'Nothing but 100-continue can be expected.',
  431: 'The headers are too large.',
};

/** A status the framework decided on. */
function frameworkStatus(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

/** Answers to errors by their names: who throws them has their classes, and this library needs none of them. */
const KNOWN: Readonly<Record<string, () => ProblemsException>> = {
  StoreUnavailableError: () => unavailable('A store does not answer at present.'),
  BehindLogError: () =>
    unavailable(
      'The data have not caught up with X-Consistency-Token or the newest write yet. A token from before the log was ' +
        'restored to an earlier moment is never reached: leave it out.',
    ),
  IssuerUnavailableError: () => unavailable('The keys of the token issuer can not be read.'),
  SubjectErasedError: () => new RefusedException(gone()),
  InvalidCursorError: unknownCursor,
};

/**
 * The one place where errors of any kind become answers ([errors.list]). Anything unknown is a 500 with the request id
 * and nothing else.
 */
export function toProblems(error: unknown, requestId: string): ProblemsException {
  if (error instanceof ProblemsException) return error;
  if (isRefusal(error)) return new RefusedException(error);
  if (error instanceof JsonSyntaxError) return new ProblemsException(400, error.message);
  const known = error instanceof Error && Object.hasOwn(KNOWN, error.name) && KNOWN[error.name];
  if (known) return known();
  const status = frameworkStatus(error);
  if (status !== undefined && status >= 400 && status < 500) {
    // A path too long for any parameter names nothing that exists.
    const shown = status === 414 ? 404 : status;
    return new ProblemsException(shown, MESSAGES[status] ?? 'The request is not acceptable.');
  }
  if (status === 503) return unavailable('The service does not answer at present.');
  return new ProblemsException(500, `Something went wrong here. Request id: ${requestId}`);
}
