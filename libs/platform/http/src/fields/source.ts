import type { Json, JsonMap } from '../json/strict-json.js';
import {
  distinguishesNull,
  isNone,
  type Wire,
  fieldsOf,
  type Field,
  type NestedKind,
  oncePerShape,
  type Shape,
  aliasesOf,
  UNREADABLE,
} from './field.js';

/** Input of class-transformer: canonical names, no prototype. */
type Source = Record<string, unknown>;

/** A field with the other spellings of its name. */
export interface SpelledField {
  readonly field: Field;
  readonly aliases: readonly string[];
}

/** Returns the fields of a shape with all their spellings, and every key allowed in its objects. */
export const compile = oncePerShape((shape) => {
  const fields: readonly SpelledField[] = fieldsOf(shape).map((field) => ({
    field,
    aliases: aliasesOf(field),
  }));
  const keys: ReadonlySet<string> = new Set(
    fields.flatMap(({ field, aliases }) => [field.name, ...aliases]),
  );
  return { fields, keys };
});

/** A field as it was sent. */
interface RequestField {
  /** The spelling used. */
  readonly name: string;
  readonly json: Json | undefined;
  /** Other spellings of the same field in the same object. */
  readonly again: readonly string[];
}

const NONE: readonly string[] = [];

/** Finds a field under any of its names. */
export function sentAs({ field, aliases }: SpelledField, object: JsonMap): RequestField {
  const canonical = object.get(field.name);
  if (aliases.length === 0) return { name: field.name, json: canonical, again: NONE };
  const [name = field.name, ...again] = [field.name, ...aliases].filter((key) => object.has(key));
  return { name, json: object.get(name), again };
}

/** Converts a parsed body or query to the input of class-transformer. Keys that are not fields of the shape are dropped. */
export function sourceOf(shape: Shape, object: JsonMap, wire: Wire): Source {
  const source = Object.create(null) as Source;
  for (const spelled of compile(shape).fields) {
    const { json } = sentAs(spelled, object);
    const { name, kind, options } = spelled.field;
    const isNull =
      'shape' in kind && kind.list?.texts?.commaSeparated !== true
        ? json === null || isBlankObject(kind, json)
        : isNone(json, wire);
    if (json === undefined || (isNull && !distinguishesNull(options))) continue;
    if (isNull) source[name] = null;
    else if ('shape' in kind) source[name] = nested(kind, json, wire);
    else source[name] = json instanceof Map || Array.isArray(json) ? UNREADABLE : json;
  }
  return source;
}

/** Returns whether an object comes from a form that nobody filled in. */
function isBlankObject({ shape, blankWithout }: NestedKind, json: Json | undefined): boolean {
  if (blankWithout === undefined || !(json instanceof Map)) return false;
  const { keys } = compile(shape());
  return [...(json as JsonMap)].every(
    ([key, value]) =>
      keys.has(key) &&
      (isNone(value, 'body') ||
        (typeof value === 'string' && blankWithout[key]?.test(value.trim()) === true)),
  );
}

function nested({ shape, list }: NestedKind, json: Json, wire: Wire): unknown {
  const object = (item: Json): Source | typeof UNREADABLE =>
    item instanceof Map ? sourceOf(shape(), item as JsonMap, wire) : UNREADABLE;
  if (list === undefined) return object(json);
  const items = list.texts === undefined ? json : list.texts.split(json);
  if (!Array.isArray(items)) return UNREADABLE;
  // Only the length of a list that is too long matters.
  if (items.length > list.max) return Array<unknown>(list.max + 1).fill(UNREADABLE);
  return (items as Json[]).map((item) =>
    object(list.texts === undefined ? item : new Map([['text', item]])),
  );
}
