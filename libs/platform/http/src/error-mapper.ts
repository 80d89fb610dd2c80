import { HttpException } from '@nestjs/common';
import { gone, isRefusal, type Refusal, RefusedException } from '#libs/platform/kernel';
import { JsonSyntaxError } from './json/strict-json.js';
import { ProblemsException, responseToRefusal, unavailable, unknownCursor } from './problems.js';

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
