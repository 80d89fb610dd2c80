import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ExpectedRevision, FieldCode, fieldProblem } from '#libs/platform/kernel';
import { ProblemsException, throwIfProblems } from './problems.js';

/** Forms that one revision is read in beside the usual one: with whole tax ids, and without the data that were erased. */
export type Form = 'whole' | 'erased';

/** Strong entity tag of a revision, in the form it is read in. */
export function entityTag(revision: number, form?: Form): string {
  return form === undefined ? `"${revision}"` : `"${revision}-${form}"`;
}

/** Strong entity tag of a text that has no revision: a hash of it. */
export function contentTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/**
 * What the headers of a write demand of its resource; undefined without `If-Match` and `If-None-Match`.
 *
 * @throws ProblemsException 400 for what is no list of entity tags; 412 for an `If-Match` without a strong tag that this service could
 * have given, an `If-None-Match` other than `*`, or both
 */
export function expectedRevision(headers: IncomingHttpHeaders): ExpectedRevision | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  requireTags({ 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch });
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === '*' && ifMatch === undefined) return 'none';
    throw failed('If-None-Match', 'A write takes If-None-Match: * alone: where nothing is yet.');
  }
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  const revisions = ifMatch
    .split(',')
    .flatMap((tag) => /^\s*"(0|[1-9]\d{0,14})(?:-whole|-erased)?"\s*$/.exec(tag)?.[1] ?? [])
    .map(Number);
  if (revisions.length === 0) {
    throw failed('If-Match', 'If-Match takes strong entity tags, as an ETag gave them.');
  }
  return revisions;
}

/** `*`, or entity tags with commas between them (RFC 9110 §8.8.3). */
const TAGS = /^\s*(?:\*|(?:W\/)?"[!#-~\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[!#-~\x80-\xff]*")*)\s*$/;

function requireTags(headers: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(headers).filter(
    ([, text]) => text !== undefined && !TAGS.test(text),
  );
  const told = '*, or entity tags in quotes, as an ETag gave them';
  throwIfProblems(wrong.map(([field]) => fieldProblem(field, FieldCode.Value, told)));
}

function failed(field: string, message: string): ProblemsException {
  return new ProblemsException(412, { type: 'PRECONDITION_FAILED', field, message });
}

/** Whether `If-None-Match` of a read names an entity tag, so that the caller has the document already (304). */
export function alreadyKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
