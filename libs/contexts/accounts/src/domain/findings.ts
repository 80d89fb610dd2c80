import {
  FieldCode,
  fieldProblem,
  pathMismatch,
  type Problem,
  type RuleOf,
} from '#libs/platform/kernel';
import type { Partly, Request } from './commands.js';
import { accountRules } from './account-rules.js';

/** Problems of one request as they are found; knows which fields were sent and which can't be read. */
export class Findings<Input extends object> {
  readonly problems: Problem[];

  constructor(private readonly request: Request<Input>) {
    this.problems = [...request.problems];
  }

  /** Whether a field was sent, in a readable shape or not. */
  sent(field: keyof Input & string): boolean {
    return this.request.input[field] !== undefined || this.request.unreadable.includes(field);
  }

  /** What could be read of a field that has fields of its own. */
  part<Field extends keyof Input & string>(field: Field): Partly<Input>[Field] {
    const { input, partial } = this.request;
    return (input as Partly<Input>)[field] ?? partial?.[field];
  }

  /** Whether a field was sent with something in it: not the empty list. */
  holds(field: keyof Input & string): boolean {
    const value = this.request.input[field];
    return this.sent(field) && !(Array.isArray(value) && value.length === 0);
  }

  /** Reports a required field that was not sent. */
  require(field: keyof Input & string): void {
    const reported = this.problems.some((problem) => problem.field === field);
    if (!this.holds(field) && !reported) this.field(field, FieldCode.Required);
  }

  /** Reports a field with an unacceptable value. */
  field(field: string, errorCode: string, message?: string): void {
    this.problems.push(fieldProblem(field, errorCode, message));
  }

  /** Reports a broken rule. */
  rule(code: RuleOf<typeof accountRules>, message?: string, field?: string): void {
    this.problems.push(accountRules.broken(code, message, field));
  }

  /** Reports a body id that differs from the one in the path. */
  match(field: string, inBody: string | undefined, inPath: string): void {
    if (inBody !== undefined && inBody !== inPath) this.problems.push(pathMismatch(field));
  }
}
