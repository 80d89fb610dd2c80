import { FIELD_ALIASES } from '#libs/platform/kernel';
import type { Json, JsonMap } from '../json/strict-json.js';
import { fieldsOf, type Field, type NestedKind, type Shape } from './field.js';
import { UNREADABLE } from './rules.js';

/** What a body is handed to class-transformer as: canonical names, no prototype. */
export type Source = Record<string, unknown>;

/** A field with the other spellings of its name. */
export interface SpelledField {
  readonly field: Field;
  readonly aliases: readonly string[];
}

interface Compiled {
  readonly fields: readonly SpelledField[];
  /** Every key the object may have. */
  readonly keys: ReadonlySet<string>;
}

const compiledShapes = new WeakMap<Shape, Compiled>();

/** A shape made ready once per class. */
export function compile(shape: Shape): Compiled {
  const known = compiledShapes.get(shape);
  if (known !== undefined) return known;
  const fields = fieldsOf(shape).map((field) => ({
    field,
    aliases: Object.keys(FIELD_ALIASES).filter((alias) => FIELD_ALIASES[alias] === field.name),
  }));
  const keys = new Set(fields.flatMap(({ field, aliases }) => [field.name, ...aliases]));
  const compiled = { fields, keys };
  compiledShapes.set(shape, compiled);
  return compiled;
}

/** How a field was sent. */
export interface Sent {
  /** The spelling that was used. */
  readonly name: string;
  readonly json: Json | undefined;
  /** Further spellings of the same field in the same object. */
  readonly again: readonly string[];
}

const NONE: readonly string[] = [];

/** Finds a field under each of its names. */
export function sentAs({ field, aliases }: SpelledField, object: JsonMap): Sent {
  const canonical = object.get(field.name);
  if (aliases.length === 0) return { name: field.name, json: canonical, again: NONE };
  const [name = field.name, ...again] = [field.name, ...aliases].filter((key) => object.has(key));
  return { name, json: object.get(name), again };
}

/**
 * Before a key that the shape doesn't have. No such key is a list index or a name of `Object.prototype` any more: those
 * class-transformer skips, or class-validator takes for known.
 */
const UNKNOWN = '?';

/** The key as sent of a property made of an unknown key; undefined for a field. */
export function unknownKey(property: string): string | undefined {
  return property.startsWith(UNKNOWN) ? property.slice(UNKNOWN.length) : undefined;
}

/** Puts a parsed body into the form class-transformer takes. */
export class SourceMaker {
  /** @param unknowns how many unknown keys to hand on: the libraries' time grows with their square */
  constructor(private unknowns: number) {}

  of(shape: Shape, object: JsonMap): Source {
    const { fields, keys } = compile(shape);
    const source = Object.create(null) as Source;
    for (const key of object.keys()) if (!keys.has(key)) this.#unknown(source, key);
    for (const spelled of fields) {
      const { json, again } = sentAs(spelled, object);
      for (const key of again) this.#unknown(source, key);
      const { name, kind, options } = spelled.field;
      if (json === undefined || (json === null && options.nullable !== true)) continue;
      if (json === null) source[name] = null;
      else if ('shape' in kind) source[name] = this.#nested(kind, json);
      else source[name] = json instanceof Map || Array.isArray(json) ? UNREADABLE : json;
    }
    return source;
  }

  #unknown(source: Source, key: string): void {
    if (this.unknowns-- > 0) source[UNKNOWN + key] = true;
  }

  #nested({ shape, list }: NestedKind, json: Json): unknown {
    if (list === undefined) return this.#object(shape(), json);
    const items = list.texts === undefined ? json : list.texts.split(json);
    if (!Array.isArray(items)) return UNREADABLE;
    // Just too long is enough to be refused.
    if (items.length > list.max) return Array<unknown>(list.max + 1).fill(UNREADABLE);
    return (items as Json[]).map((item) =>
      this.#object(shape(), list.texts === undefined ? item : new Map([['text', item]])),
    );
  }

  #object(shape: Shape, json: Json): Source | typeof UNREADABLE {
    return json instanceof Map ? this.of(shape, json as JsonMap) : UNREADABLE;
  }
}
