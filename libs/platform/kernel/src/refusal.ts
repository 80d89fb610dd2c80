import type { Problem, ProblemType } from './problem.js';

/**
 * Why a command is refused. A refusal is a value: it is returned, never thrown, until it leaves through the wire.
 * `invalid` is HTTP 400 with the problems; the other kinds are statuses of their own ([errors.list]).
 */
export type RefusalKind =
  'invalid' | 'forbidden' | 'not_found' | 'gone' | 'conflict' | 'precondition_failed';

/** A refused command with every problem found. */
export class Refusal {
  constructor(
    readonly kind: RefusalKind,
    readonly problems: readonly Problem[],
  ) {}
}

/** Refuses for one or more problems in the request (HTTP 400). */
export function refuse(...problems: Problem[]): Refusal {
  return new Refusal('invalid', problems);
}

function plain(kind: RefusalKind, type: ProblemType, message: string): Refusal {
  return new Refusal(kind, [{ type, message }]);
}

/** Not there, or another firm's: the two are told apart by nobody (HTTP 404). */
export function notFound(message = 'The resource does not exist.'): Refusal {
  return plain('not_found', 'NOT_FOUND', message);
}

/** The personal data of the person have been erased (HTTP 410). */
export function gone(): Refusal {
  return plain('gone', 'GONE', 'The personal data of this person have been erased.');
}

/** A known caller without the right (HTTP 403). */
export function forbidden(message = 'The caller is not allowed to do this.'): Refusal {
  return plain('forbidden', 'FORBIDDEN', message);
}

/** The stream moved on while the command was decided, more often than it was retried (HTTP 409). */
export function conflict(message: string): Refusal {
  return plain('conflict', 'CONFLICT', message);
}

/** The `If-Match` of the request names another revision (HTTP 412). */
export function preconditionFailed(): Refusal {
  const message = 'The resource has changed since it was read.';
  return plain('precondition_failed', 'PRECONDITION_FAILED', message);
}

/** Tells a refusal from any other outcome. */
export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}
