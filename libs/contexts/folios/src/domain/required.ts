import { FieldCode, fieldProblem, type Problem } from '#libs/platform/kernel';

/** Notes a required field that is missing, unless something is noted about a field of that name already. */
export function noteMissing(problems: Problem[], field: string, value: unknown): void {
  if (value !== undefined && value !== null) return;
  if (!problems.some((problem) => problem.field === field)) {
    problems.push(fieldProblem(field, FieldCode.Required));
  }
}
