import type { ValidationError } from 'class-validator';
import { FieldCode, fieldProblem, type Problem, type Timestamp } from '#libs/platform/kernel';
import type { Json, JsonMap } from '../json/strict-json.js';
import { messageOf } from '../error-codes.js';
import { MAX_PROBLEMS } from '../problems.js';
import {
  applyKept,
  failuresOf,
  type NestedKind,
  type Shape,
  type TextItem,
  isUsableText,
  type Wire,
  type Failure,
} from './field.js';
import { compile, sentAs, type SpelledField } from './source.js';

/** Collects the problems of a body while it is read. */
export interface Reading {
  readonly problems: Problem[];
  /** Path of the object being read, `primaryBeneficiaries[1]`; empty at the top. */
  readonly path: string;
  /** When the request was received. */
  readonly now: Timestamp;
  readonly wire: Wire;
}

/** Adds a problem, with the path in its message. */
export function note({ problems, path }: Reading, problem: Problem): void {
  if (problems.length >= MAX_PROBLEMS) return;
  const message = problem.message ?? messageOf(problem);
  problems.push(
    path === '' ? problem : { ...problem, message: [path, message].filter(Boolean).join(': ') },
  );
}

const MAX_ECHO = 128;

/** An unknown name as error lists repeat it: cut to 128 characters, and without characters that can't be stored. */
export function echoedName(name: string): string {
  return (isUsableText(name) ? name : name.replace(/[^\x20-\x7e]/g, '?')).slice(0, MAX_ECHO);
}

function noteUnknown(reading: Reading, key: string, message?: string): void {
  const field = echoedName(key);
  note(reading, { type: 'SYNTAX', field, ...(message !== undefined && { message }) });
}

function noSuchField(fields: readonly SpelledField[]): string {
  const accepted = fields.filter(({ field: { kind } }) => kind.schema['type'] !== 'null');
  const names = accepted.map(({ field: { name } }) => name);
  return `No such field. Known fields (case-sensitive): ${names.join(', ')}.`;
}

const pathOf = ({ path }: Reading, name: string): string =>
  path === '' ? name : `${path}.${name}`;

/** Adds the problem of a field or of one of its items. */
export function noteFailure(reading: Reading, name: string, failure: Failure): void {
  const { code, message, item, field = name } = failure;
  const path = item === undefined ? reading.path : `${pathOf(reading, name)}[${item}]`;
  note({ ...reading, path }, fieldProblem(field, code, message));
}

function problemOf({ constraints = {}, contexts }: ValidationError, name: string): Problem {
  const [type = ''] = Object.keys(constraints);
  const failure = contexts?.[type] as Failure | undefined;
  return fieldProblem(name, failure?.code ?? FieldCode.Value, failure?.message);
}

/**
 * Converts the errors of class-validator to problems, in declaration order and with names as sent, and deletes invalid fields from
 * the instance.
 * @param object the JSON that the instance was made of
 */
export function noteErrors(
  shape: Shape,
  object: JsonMap,
  instance: object,
  errors: readonly ValidationError[],
  reading: Reading,
): void {
  const target = instance as Record<string, unknown>;
  const { fields, keys } = compile(shape);
  const failed = new Map(errors.map((error) => [error.property, error]));
  const unknown = [...object.keys()].filter((key) => !keys.has(key));
  // The known fields are listed once, so that the response is not much longer than the request.
  for (const [index, key] of unknown.entries()) {
    noteUnknown(reading, key, index === 0 ? noSuchField(fields) : undefined);
  }
  for (const spelled of fields) {
    const { name: property, kind } = spelled.field;
    const error = failed.get(property);
    const value = target[property];
    const nested = 'shape' in kind && value !== undefined && value !== null;
    if (error === undefined && !nested && spelled.aliases.length === 0) continue;
    const { name, json, again } = sentAs(spelled, object);
    for (const key of again)
      noteUnknown(reading, key, `It is another spelling of ${name}, which is sent too.`);
    if (error?.constraints !== undefined) {
      note(reading, problemOf(error, name));
      Reflect.deleteProperty(target, property);
    } else if (nested) {
      const inside = { name, json: json as Json, errors: error?.children ?? [] };
      target[property] = nestedToProblems(kind, value, inside, reading);
    }
  }
  for (const spelled of fields) {
    const { field } = spelled;
    if (failed.get(field.name)?.constraints !== undefined) continue;
    const failures = failuresOf(field, instance, reading.now);
    if (failures.length === 0) {
      applyKept(field, instance);
      continue;
    }
    const { name } = sentAs(spelled, object);
    for (const failure of failures) noteFailure(reading, name, failure);
    Reflect.deleteProperty(target, field.name);
  }
}

const NOTHING: JsonMap = new Map();

interface Inside {
  readonly name: string;
  readonly json: Json;
  readonly errors: readonly ValidationError[];
}

function nestedToProblems(
  { shape, list }: NestedKind,
  value: object,
  { name, json, errors }: Inside,
  reading: Reading,
): unknown {
  const path = pathOf(reading, name);
  if (list === undefined) {
    noteErrors(shape(), json as JsonMap, value, errors, { ...reading, path });
    return value;
  }
  const failed = new Map(errors.map((error) => [error.property, error]));
  const items = value as object[];
  // A caller who sent a text without commas doesn't think of it as a list.
  const isOne = typeof json === 'string' && items.length === 1;
  return items.map<unknown>((item, index) => {
    const error = failed.get(String(index));
    const place = isOne ? reading : { ...reading, path: `${path}[${index}]` };
    const itself = list.texts === undefined ? error : error?.children?.[0];
    if (itself?.constraints !== undefined) {
      note(place, problemOf(itself, name));
      // An empty object or text keeps the indexes of later items as sent.
      return list.texts === undefined ? new (shape())() : '';
    }
    if (list.texts !== undefined) return (item as TextItem).text;
    const sent = (json as readonly JsonMap[])[index] ?? NOTHING;
    noteErrors(shape(), sent, item, error?.children ?? [], place);
    return item;
  });
}
