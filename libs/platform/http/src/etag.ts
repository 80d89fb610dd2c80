import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  type Precondition,
  FieldCode,
  fieldProblem,
  throwIfProblems,
  mustBe,
} from '#libs/platform/kernel';

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
 * Reads the conditions of a write; undefined without `If-Match` and `If-None-Match`. A condition that no revision can meet, such as a
 * weak tag, is one that the decision finds broken: 412, after every 400.
 * @throws ProblemsException 400 for invalid lists of entity tags
 */
export function expectedRevision(headers: IncomingHttpHeaders): Precondition | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  requireTags({ 'If-Match': ifMatch, 'If-None-Match': ifNoneMatch });
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch.trim() === '*' && ifMatch === undefined ? 'none' : NEVER;
  }
  if (ifMatch === undefined) return undefined;
  if (ifMatch.trim() === '*') return 'any';
  return ifMatch
    .split(',')
    .flatMap((tag) => /^\s*"(0|[1-9]\d{0,14})(?:-whole|-erased)?"\s*$/.exec(tag)?.[1] ?? [])
    .map(Number);
}

const NEVER: Precondition = [];

/** `*`, or a comma-separated list of entity tags (RFC 9110 §8.8.3). */
export const ENTITY_TAGS =
  /^\s*(?:\*|(?:W[/])?"[!#-~\x80-\xff]*"(?:\s*,\s*(?:W[/])?"[!#-~\x80-\xff]*")*)\s*$/;

function requireTags(headers: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(headers).filter(
    ([, text]) => text !== undefined && !ENTITY_TAGS.test(text),
  );
  const message = mustBe('*, or entity tags in quotes, as returned in ETag');
  throwIfProblems(wrong.map(([field]) => fieldProblem(field, FieldCode.Value, message)));
}

/** Returns whether the `If-None-Match` of a read contains an entity tag (304). */
export function alreadyKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}
