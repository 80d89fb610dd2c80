import {
  FieldCode,
  fieldProblem,
  isRefusal,
  type Problem,
  type Refusal,
  type RefusalKind,
} from '#libs/platform/kernel';
import { problemTypeOf, told } from './error-codes.js';

/** HTTP status of each kind of refusal ([errors.list]). */
const REFUSAL_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition_failed: 412,
};

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

  /** @param problems a message alone is a problem with the type of the status */
  constructor(
    readonly status: number,
    problems: string | Problem | readonly Problem[],
    /** Extra answer headers, such as `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(`HTTP ${status}`, options);
    const all =
      typeof problems === 'string' ? { type: problemTypeOf(status), message: problems } : problems;
    this.problems = firstStage([all].flat()).slice(0, MAX_PROBLEMS).map(told);
  }
}

/** A refusal of a command on its way out. */
export class RefusedException extends ProblemsException {
  override readonly name = 'RefusedException';

  constructor(refusal: Refusal) {
    super(REFUSAL_STATUS[refusal.kind], refusal.problems);
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
  return new ProblemsException(503, message, { 'retry-after': '1' }, { cause });
}

/** HTTP 400: a field, parameter or header whose value is not acceptable. */
export function invalid(field: string, hint: string): ProblemsException {
  return new ProblemsException(400, fieldProblem(field, FieldCode.Value, hint));
}

/** HTTP 400: a cursor that no page of the list has given. */
export function unknownCursor(): ProblemsException {
  const hint = 'none of this list: begin without it, and go on by the Link header of each page';
  return invalid('cursor', hint);
}
