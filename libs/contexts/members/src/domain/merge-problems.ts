import { FieldCode, type Problem } from '#libs/platform/kernel';

/**
 * One list of the problems a request's shape has and those its rules have. A field with a bad shape reaches the rules as a
 * missing one, so their `cannot.be.null` about it is left out.
 */
export function mergeProblems(
  shape: readonly Problem[],
  rules: readonly Problem[],
): readonly Problem[] {
  const known = (rule: Problem): boolean =>
    rule.errorCode === FieldCode.Required &&
    shape.some(
      (problem) =>
        problem.field === rule.field && (problem.message ?? '').startsWith(rule.message ?? ''),
    );
  return [...shape, ...rules.filter((rule) => !known(rule))];
}
