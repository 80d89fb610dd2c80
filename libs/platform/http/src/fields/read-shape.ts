import {
  FieldCode,
  fieldProblem,
  OBJECT_EXPECTED,
  type Problem,
  type Timestamp,
} from '#libs/platform/kernel';
import { messageOf } from '../error-codes.js';
import type { Json, JsonMap } from '../json/strict-json.js';
import { MAX_PROBLEMS } from '../problems.js';
import {
  aliasesOf,
  applyKept,
  distinguishesNull,
  failuresOf,
  type Field,
  fieldsOf,
  missingFailure,
  type ObjectKind,
  oncePerShape,
  type Scalar,
  type ScalarKind,
  type Shape,
  type TextsKind,
} from './field.js';
import { brokenBy, echoedName, type Failure, UNREADABLE } from './rules.js';

/** How values are read: in a body, an empty or blank text stands for none, like null ([request.empty]); a query has texts only. */
type Wire = 'body' | 'query';

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

function pathOf({ path }: Reading, name: string): string {
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

function noteUnknown(reading: Reading, key: string, message?: string): void {
  const field = echoedName(key);
  note(reading, { type: 'SYNTAX', field, ...(message !== undefined && { message }) });
}

/** Adds the problem of a field or of one of its items. */
export function noteFailure(reading: Reading, name: string, failure: Failure): void {
  const { code, message, item, field = name } = failure;
  const path = item === undefined ? reading.path : `${pathOf(reading, name)}[${item}]`;
  note({ ...reading, path }, fieldProblem(field, code, message));
}

/** A field with the other spellings of its name. */
interface SpelledField {
  readonly field: Field;
  readonly aliases: readonly string[];
}

/** The fields of a shape with all their spellings, and every key allowed in its objects. */
const spelledFields = oncePerShape((shape) => {
  const fields = fieldsOf(shape).map((field): SpelledField => ({
    field,
    aliases: aliasesOf(field),
  }));
  const keys: ReadonlySet<string> = new Set(
    fields.flatMap(({ field, aliases }) => [field.name, ...aliases]),
  );
  return { fields, keys };
});

/**
 * Reads an object strictly by its shape and notes every problem, in declaration order and with names as sent: unknown keys, missing and
 * invalid values, at every depth.
 * @returns an instance with the valid fields only
 */
export function readShape<T extends object>(shape: Shape<T>, object: JsonMap, reading: Reading): T {
  const { fields, keys } = spelledFields(shape);
  noteUnknownKeys(object, keys, fields, reading);
  const instance = new shape();
  const values = instance as Record<string, unknown>;
  let invalid: Set<Field> | undefined;
  for (const spelled of fields) {
    const { field, aliases } = spelled;
    const name = nameSent(spelled, object);
    if (aliases.length > 0) noteOtherSpellings(spelled, object, reading);
    const failure = readField(field, values, name, object.get(name), reading);
    if (failure === undefined) continue;
    noteFailure(reading, name, failure);
    Reflect.deleteProperty(values, field.name);
    (invalid ??= new Set()).add(field);
  }
  for (const spelled of fields) {
    const { field } = spelled;
    if (invalid?.has(field)) continue;
    const failures = failuresOf(field, instance, reading.now);
    if (failures.length === 0) {
      applyKept(field, instance);
      continue;
    }
    const name = nameSent(spelled, object);
    for (const failure of failures) noteFailure(reading, name, failure);
    Reflect.deleteProperty(values, field.name);
  }
  return instance;
}

/** The known fields are listed once, so that the response is not much longer than the request. */
function noteUnknownKeys(
  object: JsonMap,
  keys: ReadonlySet<string>,
  fields: readonly SpelledField[],
  reading: Reading,
): void {
  let isFirst = true;
  for (const key of object.keys()) {
    if (keys.has(key)) continue;
    noteUnknown(reading, key, isFirst ? noSuchField(fields) : undefined);
    isFirst = false;
  }
}

function noSuchField(fields: readonly SpelledField[]): string {
  const accepted = fields.filter(({ field: { kind } }) => kind.schema['type'] !== 'null');
  const names = accepted.map(({ field: { name } }) => name);
  return `No such field. Known fields (case-sensitive): ${names.join(', ')}.`;
}

/** The spelling of a field that an object has. */
function nameSent({ field: { name }, aliases }: SpelledField, object: JsonMap): string {
  if (aliases.length === 0) return name;
  return [name, ...aliases].find((key) => object.has(key)) ?? name;
}

function noteOtherSpellings(
  { field, aliases }: SpelledField,
  object: JsonMap,
  reading: Reading,
): void {
  const [name, ...again] = [field.name, ...aliases].filter((key) => object.has(key));
  for (const key of again) {
    noteUnknown(reading, key, `It is another spelling of ${name}, which is sent too.`);
  }
}

/** Reads a field into the values of its object. Returns why it is refused. */
function readField(
  { name: property, kind, options }: Field,
  values: Record<string, unknown>,
  name: string,
  json: Json | undefined,
  reading: Reading,
): Failure | undefined {
  if (json === undefined || isNull(kind, json, reading)) {
    if (json !== undefined && distinguishesNull(options)) values[property] = null;
    else if (options.required === true && values[property] === undefined) {
      return missingFailure(kind, options);
    }
    return undefined;
  }
  if ('read' in kind) {
    const value = readScalar(kind, json);
    const isIgnored = options.ignoredIf?.(values as never) === true;
    const failure = isIgnored ? undefined : brokenBy(value, kind.rules);
    if (failure === undefined) values[property] = value;
    return failure;
  }
  const sent = 'item' in kind && kind.commaSeparated ? splitAtCommas(json) : json;
  const failure = brokenBy(sent, kind.rules);
  if (failure !== undefined) return failure;
  values[property] =
    'item' in kind
      ? readTexts(kind, sent as readonly Json[], name, typeof json === 'string', reading)
      : readObjects(kind, json, name, reading);
  return undefined;
}

function readScalar({ read }: ScalarKind, json: Json | undefined): unknown {
  const isContainer = json instanceof Map || Array.isArray(json);
  return isContainer ? UNREADABLE : read(json as Scalar);
}

function isNull(kind: Field['kind'], json: Json, { wire }: Reading): boolean {
  if ('read' in kind) return isNone(json, wire);
  if ('shape' in kind) return json === null || isBlankObject(kind, json);
  return kind.commaSeparated ? isNone(json, wire) : json === null;
}

/** Returns whether an object comes from a form that nobody filled in. */
function isBlankObject({ shape, blankWithout }: ObjectKind, json: Json): boolean {
  if (blankWithout === undefined || !(json instanceof Map)) return false;
  const { keys } = spelledFields(shape());
  return [...(json as JsonMap)].every(
    ([key, value]) =>
      keys.has(key) &&
      (isNone(value, 'body') ||
        (typeof value === 'string' && blankWithout[key]?.test(value.trim()) === true)),
  );
}

function splitAtCommas(json: Json): Json {
  if (typeof json !== 'string') return json;
  return json.split(',').map((item) => item.trim());
}

const NO_OBJECT: Failure = { code: FieldCode.Value, message: OBJECT_EXPECTED };

/** An object, or a list in which those that are none become empty, so that later ones keep their indexes. */
function readObjects(
  { shape, isList }: ObjectKind,
  json: Json,
  name: string,
  reading: Reading,
): unknown {
  const path = pathOf(reading, name);
  if (!isList) return readShape(shape(), json as JsonMap, { ...reading, path });
  return (json as readonly Json[]).map((item, index) => {
    const place = { ...reading, path: `${path}[${index}]` };
    if (item instanceof Map) return readShape(shape(), item as JsonMap, place);
    noteFailure(place, name, NO_OBJECT);
    return new (shape())();
  });
}

/** The texts of a list; those that are refused become empty, so that later ones keep their indexes. */
function readTexts(
  { item }: TextsKind,
  items: readonly Json[],
  name: string,
  isText: boolean,
  reading: Reading,
): readonly unknown[] {
  // A caller who sent a text without commas doesn't think of it as a list.
  const isOne = isText && items.length === 1;
  return items.map((json, index) => {
    const text = readScalar(item, json);
    const failure = isNone(json, reading.wire) ? missingFailure(item) : brokenBy(text, item.rules);
    if (failure === undefined) return text;
    const path = `${pathOf(reading, name)}[${index}]`;
    noteFailure(isOne ? reading : { ...reading, path }, name, failure);
    return '';
  });
}
