/** What a write demands of its resource: a revision, that it is there, or that it is not (`If-Match`, `If-None-Match: *`). */
export type ExpectedRevision = number | 'any' | 'none';

/**
 * Whether a resource is as demanded.
 * @param revision of the resource; undefined where there is none
 */
export function isAsExpected(
  expected: ExpectedRevision | undefined,
  revision: number | undefined,
): boolean {
  if (expected === undefined) return true;
  if (typeof expected === 'number') return expected === revision;
  return (expected === 'any') === (revision !== undefined);
}
