import { NamedError } from './named-error.js';
import type { Problem, ProblemType } from './problem.js';

/**
 * Why a command is refused. `invalid` is HTTP 400 with the problems; each other kind has its own status ([errors.list]), except
 * `not_admitted`.
 */
export type RefusalKind =
  | 'invalid'
  | 'not_admitted'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'precondition_failed';

/** A refused command and its problems. A value that is returned, never thrown. */
export class Refusal {
  constructor(
    readonly kind: RefusalKind,
    readonly problems: readonly Problem[],
    /** Position of what the command left before it was refused: its undone events. */
    readonly position?: bigint,
  ) {}

  /** The same refusal, of a command that left events up to a position. */
  leaving(position: bigint): Refusal {
    return new Refusal(this.kind, this.problems, position);
  }
}

/** Refuses a command for problems in the request (HTTP 400). */
export function refuse(...problems: Problem[]): Refusal {
  return new Refusal('invalid', problems);
}

/** `forbidden` or `not_found` of an operation that has codes of its own for them, with HTTP 400. */
export function notAdmitted(problem: Problem): Refusal {
  return new Refusal('not_admitted', [problem]);
}

function plain(kind: RefusalKind, type: ProblemType, message: string): Refusal {
  return new Refusal(kind, [{ type, message }]);
}

/** The resource does not exist or belongs to another firm; callers can't tell which (HTTP 404). */
export function notFound(message = 'The resource does not exist.'): Refusal {
  return plain('not_found', 'NOT_FOUND', message);
}

/** The person's data have been erased (HTTP 410). */
export function gone(): Refusal {
  return plain('gone', 'GONE', 'The personal data of this person have been erased.');
}

/** The caller is known but lacks the right (HTTP 403). */
export function forbidden(message = 'The caller is not allowed to do this.'): Refusal {
  return plain('forbidden', 'FORBIDDEN', message);
}

/** The stream kept changing while the command was decided (HTTP 409). */
export function conflict(message: string): Refusal {
  return plain('conflict', 'CONFLICT', message);
}

/** `If-Match` names another revision (HTTP 412). */
export function preconditionFailed(): Refusal {
  const message = 'The resource has changed since it was read.';
  return plain('precondition_failed', 'PRECONDITION_FAILED', message);
}

export function isRefusal(value: unknown): value is Refusal {
  return value instanceof Refusal;
}

/** Ends a command that isn't refused by its decider alone: thrown wherever it was found out, answered like a refusal. */
export class RefusedException extends NamedError {
  constructor(readonly refusal: Refusal) {
    super(`refused: ${refusal.kind}`);
  }
}

/** Returns the outcome. @throws RefusedException if it is a refusal */
export function throwIfRefused<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new RefusedException(outcome);
  return outcome;
}

/** @throws RefusedException (HTTP 400) if there are problems */
export function throwIfProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RefusedException(new Refusal('invalid', problems));
}
