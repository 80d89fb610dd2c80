import type { ExpectedRevision } from '#libs/platform/kernel';
import { ProblemsException } from './problems.js';

/** Strong entity tag of a revision. */
export function entityTag(revision: number): string {
  return `"${revision}"`;
}

/**
 * What `If-Match` demands; undefined without the header.
 *
 * @throws ProblemsException 412 for a weak tag, a list, or a tag this service never gave
 */
export function expectedRevision(ifMatch: string | undefined): ExpectedRevision | undefined {
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  const revision = /^\s*"(0|[1-9]\d{0,14})"\s*$/.exec(ifMatch)?.[1];
  if (revision === undefined) {
    throw new ProblemsException(412, [
      {
        type: 'PRECONDITION_FAILED',
        field: 'If-Match',
        message: 'If-Match takes one strong entity tag, as an ETag gave it.',
      },
    ]);
  }
  return Number(revision);
}

/** Whether `If-None-Match` names the revision, so that the caller has the document already (304). */
export function alreadyKnown(ifNoneMatch: string | undefined, revision: number): boolean {
  if (ifNoneMatch === undefined) return false;
  const tag = entityTag(revision);
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
