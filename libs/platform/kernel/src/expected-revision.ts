/** What a write requires of its resource (`If-Match`, `If-None-Match: *`): one of these revisions, to exist, or not to exist. */
export type ExpectedRevision = readonly number[] | 'any' | 'none';

/** Whether a resource meets the expectation; its `revision` is undefined if it does not exist. */
export function isAsExpected(
  expected: ExpectedRevision | undefined,
  revision: number | undefined,
): boolean {
  if (expected === undefined) return true;
  if (expected === 'none') return revision === undefined;
  return revision !== undefined && (expected === 'any' || expected.includes(revision));
}
