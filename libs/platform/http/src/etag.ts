import type { IncomingHttpHeaders } from 'node:http';
import type { ExpectedRevision } from '#libs/platform/kernel';
import { ProblemsException } from './problems.js';

/** Strong entity tag of a revision. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * What the headers of a write demand of its resource; undefined without `If-Match` and `If-None-Match`.
 *
 * @throws ProblemsException 412 for a weak tag, a list, a tag this service never gave, an `If-None-Match` other than `*`, or both
 */
export function expectedRevision({
  'if-match': ifMatch,
  'if-none-match': ifNoneMatch,
}: IncomingHttpHeaders): ExpectedRevision | undefined {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === '*' && ifMatch === undefined) return 'none';
    throw failed('If-None-Match', 'A write takes If-None-Match: * alone: where nothing is yet.');
  }
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  const revision = /^\s*"(0|[1-9]\d{0,14})"\s*$/.exec(ifMatch)?.[1];
  if (revision === undefined) {
    throw failed('If-Match', 'If-Match takes one strong entity tag, as an ETag gave it.');
  }
  return Number(revision);
}

function failed(field: string, message: string): ProblemsException {
  return new ProblemsException(412, [{ type: 'PRECONDITION_FAILED', field, message }]);
}

/** Whether `If-None-Match` of a read names the revision, so that the caller has the document already (304). */
export function alreadyKnown(ifNoneMatch: string | undefined, revision: number): boolean {
  if (ifNoneMatch === undefined) return false;
  const tag = entityTag(revision);
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
