import { fieldProblem, type Problem, type Timestamp } from '#libs/platform/kernel';
import type { Json } from '../json/strict-json.js';
import { messageOf } from '../error-codes.js';
import { MAX_PROBLEMS } from '../problems.js';
import { echoedName, type Failure } from './rules.js';

/** How values are read: in a body, an empty or blank text stands for none, like null ([request.empty]); a query has texts only. */
export type Wire = 'body' | 'query';

/** Whether a value stands for none. */
export function isNone(json: Json | undefined, wire: Wire): boolean {
  return json === null || (wire === 'body' && typeof json === 'string' && json.trim() === '');
}

/** Collects the problems of a body while it is read. */
export interface Reading {
  readonly problems: Problem[];
  /** Path of the object being read, `primaryBeneficiaries[1]`; empty at the top. */
  readonly path: string;
  /** When the request was received. */
  readonly now: Timestamp;
  readonly wire: Wire;
}

export function pathOf({ path }: Reading, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Adds a problem, with the path in its message. */
export function note({ problems, path }: Reading, problem: Problem): void {
  if (problems.length >= MAX_PROBLEMS) return;
  const message = problem.message ?? messageOf(problem);
  problems.push(
    path === '' ? problem : { ...problem, message: [path, message].filter(Boolean).join(': ') },
  );
}

export function noteUnknown(reading: Reading, key: string, message?: string): void {
  const field = echoedName(key);
  note(reading, { type: 'SYNTAX', field, ...(message !== undefined && { message }) });
}

/** Adds the problem of a field or of one of its items. */
export function noteFailure(reading: Reading, name: string, failure: Failure): void {
  const { code, message, item, field = name } = failure;
  const path = item === undefined ? reading.path : `${pathOf(reading, name)}[${item}]`;
  note({ ...reading, path }, fieldProblem(field, code, message));
}
