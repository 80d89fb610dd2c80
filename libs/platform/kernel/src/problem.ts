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
