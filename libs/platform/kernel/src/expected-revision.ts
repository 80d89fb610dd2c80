/**
 * What a write demands of its resource: one of some revisions, that it is there, or that it is not (`If-Match`, `If-None-Match: *`).
 */
export type ExpectedRevision = readonly number[] | 'any' | 'none';

/**
 * Whether a resource is as demanded.
 * @param revision of the resource; undefined where there is none
 */
export function isAsExpected(
  expected: ExpectedRevision | undefined,
  revision: number | undefined,
): boolean {
  if (expected === undefined) return true;
  if (expected === 'none') return revision === undefined;
  return revision !== undefined && (expected === 'any' || expected.includes(revision));
}
