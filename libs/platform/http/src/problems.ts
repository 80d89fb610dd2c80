import {
  FieldCode,
  fieldProblem,
  isRefusal,
  type Problem,
  type ProblemType,
  type Refusal,
  type RefusalKind,
} from '#libs/platform/kernel';
import { told } from './error-codes.js';

/** HTTP status of each kind of refusal ([errors.list]). */
const REFUSAL_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition_failed: 412,
};

/** Problem type that goes with a status that has no type of its own ([errors.list]). */
const STATUS_TYPE: Readonly<Record<number, ProblemType>> = {
  400: 'SYNTAX',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  408: 'SYNTAX',
  409: 'CONFLICT',
  410: 'GONE',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

function refusalStatus(kind: RefusalKind): number {
  return REFUSAL_STATUS[kind];
}

/** Problem type for a status; other 4xx are `SYNTAX`, other 5xx `INTERNAL`. */
export function problemTypeOf(status: number): ProblemType {
  return STATUS_TYPE[status] ?? (status < 500 ? 'SYNTAX' : 'INTERNAL');
}

/** Error lists stop here: a hostile body must not be answered with a longer one. */
export const MAX_PROBLEMS = 1000;

/**
 * What is told of the problems of a request: those of its fields, whose types say so, all at once; where there are none, those of the
 * rules, all at once. A rule that is broken by a field which is wrong itself is nobody's concern yet.
 */
function firstStage(problems: readonly Problem[]): readonly Problem[] {
  const ofFields = problems.filter(({ type }) => type === 'SYNTAX' || type === 'VALIDATION_FIELD');
  return ofFields.length > 0 ? ofFields : problems;
}

/** Ends a request with a status and an error list. Thrown from controllers, guards and parameter decorators. */
export class ProblemsException extends Error {
  override readonly name: string = 'ProblemsException';
  /** Those of the fields, or those of the rules; at most {@link MAX_PROBLEMS}. */
  readonly problems: readonly Problem[];

  constructor(
    readonly status: number,
    problems: readonly Problem[],
    /** Extra answer headers, such as `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(`HTTP ${status}`, options);
    this.problems = firstStage(problems).slice(0, MAX_PROBLEMS).map(told);
  }
}

/** A refusal of a command on its way out. */
export class RefusedException extends ProblemsException {
  override readonly name = 'RefusedException';

  constructor(refusal: Refusal) {
    super(refusalStatus(refusal.kind), refusal.problems);
  }
}

/** Lets every value through but a refusal, which ends the request with its status and problems. */
export function throwIfRefused<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new RefusedException(outcome);
  return outcome;
}

/** Ends the request with HTTP 400 when there is any problem. */
export function throwIfProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsException(400, problems);
}

/** One problem with the type of its status. */
export function plainProblem(status: number, message: string): Problem {
  return { type: problemTypeOf(status), message };
}

/** A query parameter that is in the query more than once, in whatever letter case. */
export function repeatedParameter(name: string): Problem {
  const message = 'given more than once';
  return { type: 'SYNTAX', field: name, errorCode: 'parameter.repeated', message };
}

/**
 * HTTP 503 with `Retry-After`: a store is away, or a projection too far behind ([errors.503]).
 * @param cause what the log says of it, and no answer
 */
export function unavailable(message: string, cause?: unknown): ProblemsException {
  const problems = [plainProblem(503, message)];
  return new ProblemsException(503, problems, { 'retry-after': '1' }, { cause });
}

/** HTTP 400: a cursor that no page of the list has given. */
export function unknownCursor(): ProblemsException {
  const hint = 'none of this list: begin without it, and go on by the Link header of each page';
  return new ProblemsException(400, [fieldProblem('cursor', FieldCode.Value, hint)]);
}
