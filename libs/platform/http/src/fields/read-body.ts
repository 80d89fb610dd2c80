import {
  pluralize,
  FieldCode,
  fieldProblem,
  OBJECT_EXPECTED,
  type Problem,
  type Timestamp,
  mustBe,
} from '#libs/platform/kernel';
import type { Json, JsonMap } from '../json/strict-json.js';
import { MAX_PROBLEMS } from '../problems.js';
import type { Shape } from './field.js';
import { note, noteFailure, readShape } from './read-shape.js';
import type { Failure } from './rules.js';

/** The valid fields of a body, and everything wrong with the rest. */
export interface Read<T> {
  readonly value: T;
  readonly problems: readonly Problem[];
}

function notA(kind: string): Problem {
  return { type: 'SYNTAX', message: `The body must be a JSON ${kind}.` };
}

/**
 * Reads a whole body that must be an object.
 * @param now when the request was received
 */
export function readBody<T extends object>(
  shape: Shape<T>,
  json: Json | undefined,
  now: Timestamp,
): Read<T> {
  if (!(json instanceof Map)) return { value: new shape(), problems: [notA('object')] };
  const problems: Problem[] = [];
  return {
    value: readShape(shape, json as JsonMap, { problems, path: '', now, wire: 'body' }),
    problems,
  };
}

/** Rules of a list that is the whole body. */
export interface ListRules<T> {
  /** Field that problems of the list itself name. */
  readonly name: string;
  /** The items of a longer list are not read. */
  readonly max?: number;
  /** As in `FieldOptions`. */
  readonly check?: (items: readonly T[]) => readonly Failure[];
}

/** Reads a whole body that must be a list of objects. Problems name the item: `[1]`. */
export function readListBody<T extends object>(
  shape: Shape<T>,
  json: Json | undefined,
  now: Timestamp,
  rules?: ListRules<T>,
): Read<readonly T[]> {
  if (!Array.isArray(json)) return { value: [], problems: [notA('list')] };
  const { name = '', max = Infinity, check } = rules ?? {};
  if (json.length > max) {
    const tooMany = fieldProblem(
      name,
      FieldCode.Length,
      mustBe(`a list of at most ${pluralize(max, 'item')}`),
    );
    return { value: [], problems: [tooMany] };
  }
  const problems: Problem[] = [];
  const value: T[] = [];
  for (const [index, item] of (json as readonly Json[]).entries()) {
    // The list of problems is full: later items can't change the response.
    if (problems.length >= MAX_PROBLEMS) break;
    const reading = { problems, path: `[${index}]`, now, wire: 'body' } as const;
    if (item instanceof Map) value.push(readShape(shape, item as JsonMap, reading));
    else {
      note(reading, { type: 'SYNTAX', message: OBJECT_EXPECTED });
      value.push(new shape());
    }
  }
  for (const failure of check?.(value) ?? []) {
    noteFailure({ problems, path: '', now, wire: 'body' }, '', failure);
  }
  return { value, problems };
}
