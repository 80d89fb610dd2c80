/** What `If-Match` demands of a resource: a revision, or that the resource is there (`*`). */
export type ExpectedRevision = number | 'any';

/**
 * Whether a resource is as demanded.
 * @param revision of the resource; undefined where there is none
 */
export function isAsExpected(
  expected: ExpectedRevision | undefined,
  revision: number | undefined,
): boolean {
  if (expected === undefined) return true;
  return expected === 'any' ? revision !== undefined : expected === revision;
}
