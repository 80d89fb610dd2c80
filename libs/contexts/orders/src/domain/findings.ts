import {
  FieldCode,
  fieldProblem,
  pathMismatch,
  type Problem,
  ruleProblem,
  UnreadFields,
} from '#libs/platform/kernel';

/** Collects everything wrong with a command, after what reading its body found. */
export class Findings {
  readonly problems: Problem[];
  readonly #unread: UnreadFields;

  constructor(known: readonly Problem[] = []) {
    this.problems = [...known];
    this.#unread = new UnreadFields(known);
  }

  /** @param place which security order the field belongs to: `securityOrders[1]` */
  field(field: string, errorCode: string, message?: string, place?: string): void {
    const text = [place, message].filter((part) => part !== undefined).join(': ');
    this.problems.push(fieldProblem(field, errorCode, text === '' ? undefined : text));
  }

  /** A required value; notes its absence, unless reading the body found something wrong with it. */
  required<T>(field: string, value: T | null | undefined, place?: string): value is T {
    if (value !== undefined && value !== null) return true;
    if (!this.#unread.has(field, place)) this.field(field, FieldCode.Required, undefined, place);
    return false;
  }

  rule(errorCode: string, message: string, field?: string): void {
    this.problems.push(ruleProblem(errorCode, message, field));
  }

  /** An id that is in the path and may be in the body. */
  matches(field: string, sent: string | null | undefined, path: string): void {
    if ((sent ?? path) !== path) this.problems.push(pathMismatch(field));
  }

  /** Whether anything is wrong with one of these fields. */
  has(...fields: readonly string[]): boolean {
    return this.problems.some(({ field }) => field !== undefined && fields.includes(field));
  }
}
