import { defined } from './objects.js';

/** Type of an item of the error list ([errors.list]). */
export type ProblemType =
  | 'SYNTAX'
  | 'VALIDATION_FIELD'
  | 'VALIDATION_RULE'
  | 'UNSUPPORTED'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'CONFLICT'
  | 'GONE'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UNPROCESSABLE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'INTERNAL';

/** One problem with a request. Never contains a value sent for a secret field. */
export interface Problem {
  readonly type: ProblemType;
  /** Bare leaf name of the field, as sent. */
  readonly field?: string;
  /** Stable code of the rule, for programs. */
  readonly errorCode?: string;
  /** Details, for people. */
  readonly message?: string;
}

/** Generic field codes ([errors.field-codes]). */
export const FieldCode = {
  Required: 'cannot.be.null',
  Choice: 'invalid.choice',
  Digits: 'allows.only.digits',
  Date: 'invalid.date',
  Length: 'invalid.length',
  Value: 'invalid.value',
  /** The field belongs to another account type ([account.other-type]). */
  OtherAccountType: 'invalid.for.account.type',
  /** The field can't be changed after creation ([account.not-updatable]). */
  NotUpdatable: 'not.updatable',
} as const;

/** What the codes of fields mean, where nobody says more ([errors.field-codes]). */
export const FieldCodeMeanings: Readonly<Record<string, string>> = {
  [FieldCode.Required]: 'The field is missing or null',
  [FieldCode.Choice]: 'The value is not in the code list',
  [FieldCode.Digits]: 'The value has characters that are not digits',
  [FieldCode.Date]: 'The value is not an existing date or timestamp',
  [FieldCode.Length]: 'The value is too long',
  [FieldCode.Value]: 'The value is not acceptable',
  [FieldCode.OtherAccountType]: 'The field does not belong to the type of the account',
  [FieldCode.NotUpdatable]: 'The field cannot be changed',
};

/** The message of a value in another form than the one wanted, such as `a text` ([errors.messages]). */
export function mustBe(form: string): string {
  return `It must be ${form}.`;
}

/** Message for a field or list item that must be an object. */
export const OBJECT_EXPECTED = mustBe('an object');

/** A field with an unacceptable or missing value. */
export function fieldProblem(field: string, errorCode: string, message?: string): Problem {
  return defined({ type: 'VALIDATION_FIELD', field, errorCode, message } as const);
}

/** A field that is missing. `when` says why it is needed, such as `with orderType L` ([errors.words]). */
export function requiredProblem(field: string, when: string): Problem {
  return fieldProblem(field, FieldCode.Required, `It is required ${when}.`);
}

/** The problem of an id in the body that differs from the one in the path ([request.matching-ids]). */
export function pathMismatch(field: string): Problem {
  return ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', field);
}

/** The problems of ids in the body that differ from the path; the body may omit any of them. */
export function pathMismatches<Ids extends Readonly<Record<string, string>>>(
  path: Ids,
  body: Readonly<Partial<Record<keyof Ids, string | null | undefined>>>,
): Problem[] {
  return Object.keys(path)
    .filter((name) => (body[name] ?? path[name]) !== path[name])
    .map(pathMismatch);
}

/** A broken business rule; `field` if a single field is to blame. */
export function ruleProblem(errorCode: string, message?: string, field?: string): Problem {
  return defined({ type: 'VALIDATION_RULE', field, errorCode, message } as const);
}

/** Problems of a nested object, their messages prefixed with its place in the body. */
export function prefixProblems(place: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => {
    const { message = `${FieldCodeMeanings[problem.errorCode ?? '']}.` } = problem;
    return { ...problem, message: `${place}: ${message}` };
  });
}

/** The problems among the results of several checks. */
export function problemsOf(...found: readonly (Problem | false | undefined)[]): Problem[] {
  return found.filter((problem) => problem !== false && problem !== undefined);
}

export type RuleOf<Book> = Book extends RuleBook<infer Code> ? Code : never;

/** The rules of a context: a code for programs and a text for people. */
export class RuleBook<Code extends string> {
  constructor(private readonly words: Readonly<Record<Code, string>>) {}

  /** The problem of a request that breaks a rule. `message` replaces the rule's text; `field` names the offending field. */
  broken(code: Code, message?: string, field?: string): Problem {
    return ruleProblem(code, message ?? `${this.words[code]}.`, field);
  }

  /** Codes and texts of some rules, for the description of a request. */
  of(...codes: readonly Code[]): Readonly<Record<string, string>> {
    return Object.fromEntries(codes.map((code) => [code, this.words[code]]));
  }
}

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

/** An error that handlers know by its class, whose name it has. */
export class NamedError extends Error {
  override readonly name: string = this.constructor.name;
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
