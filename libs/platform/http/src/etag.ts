import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type ExpectedRevision, FieldCode, fieldProblem } from '#libs/platform/kernel';
import { ProblemsException, throwIfProblems } from './problems.js';

/** Representations of a revision besides the default: with whole tax ids, or without erased data. */
export type Form = 'whole' | 'erased';

/** Strong entity tag of a revision. */
export function entityTag(revision: number, form?: Form): string {
  return form === undefined ? `"${revision}"` : `"${revision}-${form}"`;
}

/** Strong entity tag of a text without a revision: its hash. */
export function contentTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/**
 * Reads the conditions of a write; undefined without `If-Match` and `If-None-Match`.
 * @throws ProblemsException 400 for invalid lists of entity tags; 412 for an `If-Match` without any tag of this service, an `If-None-Match`
 * other than `*`, or both headers
 */
export function expectedRevision(headers: IncomingHttpHeaders): ExpectedRevision | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  requireTags({ 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch });
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch.trim() === '*' && ifMatch === undefined) return 'none';
    throw failed('If-None-Match', 'A write accepts only If-None-Match: *, without If-Match.');
  }
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  const revisions = ifMatch
    .split(',')
    .flatMap((tag) => /^\s*"(0|[1-9]\d{0,14})(?:-whole|-erased)?"\s*$/.exec(tag)?.[1] ?? [])
    .map(Number);
  if (revisions.length === 0) {
    throw failed('If-Match', 'If-Match requires strong entity tags, as returned in ETag.');
  }
  return revisions;
}

/** `*`, or a comma-separated list of entity tags (RFC 9110 §8.8.3). */
const TAGS = /^\s*(?:\*|(?:W\/)?"[!#-~\x80-\xff]*"(?:\s*,\s*(?:W\/)?"[!#-~\x80-\xff]*")*)\s*$/;

function requireTags(headers: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(headers).filter(
    ([, text]) => text !== undefined && !TAGS.test(text),
  );
  const hint = '*, or entity tags in quotes, as returned in ETag';
  throwIfProblems(wrong.map(([field]) => fieldProblem(field, FieldCode.Value, hint)));
}

function failed(field: string, message: string): ProblemsException {
  return new ProblemsException(412, { type: 'PRECONDITION_FAILED', field, message });
}

/** Returns whether the `If-None-Match` of a read contains an entity tag (304). */
export function alreadyKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
