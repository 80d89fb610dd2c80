import {
  FieldCode,
  fieldProblem,
  NamedError,
  type Problem,
  type ProblemType,
  type Refusal,
  type RefusalKind,
  mustBe,
} from '#libs/platform/kernel';
import { consistencyHeader } from './consistency.js';
import { completed, problemTypeOf } from './error-codes.js';

/** HTTP status of each kind of refusal ([errors.list]). */
const REFUSAL_STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  not_admitted: 400,
  forbidden: 403,
  not_found: 404,
  gone: 410,
  conflict: 409,
  precondition_failed: 412,
};

/** Longest error list. A hostile body must not get a longer response. */
export const MAX_PROBLEMS = 1000;

const OF_FIELDS: ReadonlySet<ProblemType> = new Set(['SYNTAX', 'VALIDATION_FIELD']);

/** Reports the problems of fields first: rules can't be judged while a field is invalid. */
function firstStage(problems: readonly Problem[]): readonly Problem[] {
  const ofFields = problems.filter(({ type }) => OF_FIELDS.has(type));
  return ofFields.length > 0 ? ofFields : problems;
}

/** Ends a request with a status and an error list. Thrown from controllers, guards and parameter decorators. */
export class ProblemsException extends NamedError {
  /** All of the fields or all of the rules; at most {@link MAX_PROBLEMS}. */
  readonly problems: readonly Problem[];

  /** @param problems a bare message becomes a problem with the type of the status */
  constructor(
    readonly status: number,
    problems: string | Problem | readonly Problem[],
    /** Extra response headers, such as `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** Of the refusal that it answers. */
    private readonly kind?: RefusalKind,
  ) {
    super(`HTTP ${status}`);
    const all =
      typeof problems === 'string' ? { type: problemTypeOf(status), message: problems } : problems;
    this.problems = firstStage([all].flat()).slice(0, MAX_PROBLEMS).map(completed);
  }

  /** Whether rules have decided it: it isn't about credentials, rights, fields, the state of the service or the like. */
  get isDecision(): boolean {
    const ofRules = this.problems.every(({ type }) => !OF_FIELDS.has(type));
    return this.status === 400 && ofRules && this.kind !== 'not_admitted';
  }
}

/** The response to a refused command. */
export function responseToRefusal({ kind, problems, position }: Refusal): ProblemsException {
  const token = position !== undefined && kind === 'invalid' ? consistencyHeader(position) : {};
  return new ProblemsException(REFUSAL_STATUS[kind], problems, token, kind);
}

/** The problem of a query parameter that is given more than once, in any letter case. */
export function repeatedParameter(name: string): Problem {
  const message = 'It is given more than once.';
  return { type: 'SYNTAX', field: name, errorCode: 'parameter.repeated', message };
}

/** HTTP 503 with `Retry-After`: a store is unavailable, or a projection too far behind ([errors.503]). */
export function unavailable(message: string): ProblemsException {
  return new ProblemsException(503, message, { 'retry-after': '1' });
}

/** HTTP 400: the value of a field, parameter or header is not acceptable. */
export function invalid(field: string, message: string): ProblemsException {
  return new ProblemsException(400, fieldProblem(field, FieldCode.Value, message));
}

/** The form of a cursor, for messages. */
export const CURSOR_FORM = 'a cursor of this list: start without it, and follow the Link headers';

/** HTTP 400: the cursor does not come from a page of this list. */
export function unknownCursor(): ProblemsException {
  return invalid('cursor', mustBe(CURSOR_FORM));
}
