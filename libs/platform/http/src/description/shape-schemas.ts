import { omit } from '#libs/platform/kernel';
import {
  aliasesOf,
  answeredOf,
  fieldsOf,
  type Field,
  type FieldSchema,
  type Shape,
} from '../fields/field.js';
import type { Reference, Schema } from './openapi.js';

/** Requests accept more spellings of a value than responses use ([request.spelling], [request.numbers]). */
export type Direction = 'request' | 'answer';

/** Returns shapes with those nested in them. */
function closure(shapes: Iterable<Shape>, seen = new Set<Shape>()): Set<Shape> {
  for (const shape of shapes) {
    if (seen.has(shape)) continue;
    seen.add(shape);
    const inside = fieldsOf(shape).map(
      ({ kind: { schema } }) => schema.shape ?? schema.items?.shape,
    );
    closure(
      inside.flatMap((inner) => inner?.() ?? []),
      seen,
    );
  }
  return seen;
}

/** Returns the schema name: the class name without its role. */
function nameOf(shape: Shape): string {
  return shape.name.replace(/(?:Dto|Body|Response)$/, '');
}

/**
 * Closed JSON Schemas of the shapes in requests and responses. If a shape occurs in both, the name of its request schema ends with
 * `Input`.
 */
export class ShapeSchemas {
  readonly #inRequests: ReadonlySet<Shape>;
  readonly #inResponses: ReadonlySet<Shape>;
  readonly #answerNames: ReadonlySet<string>;

  constructor(inRequests: Iterable<Shape>, inResponses: Iterable<Shape>) {
    this.#inRequests = closure(inRequests);
    this.#inResponses = closure(inResponses);
    this.#answerNames = new Set([...this.#inResponses].map(nameOf));
  }

  reference(shape: Shape, direction: Direction): Reference {
    return { $ref: `#/components/schemas/${this.#name(shape, direction)}` };
  }

  /** @throws Error if two shapes have the same name */
  components(): Record<string, Schema> {
    const schemas = new Map<string, Schema>();
    const add = (shapes: Iterable<Shape>, direction: Direction): void => {
      for (const shape of shapes) {
        const name = this.#name(shape, direction);
        if (schemas.has(name)) throw new Error(`two shapes are called ${name}`);
        schemas.set(name, this.#objectSchema(shape, direction));
      }
    };
    add(this.#inResponses, 'answer');
    add(this.#inRequests, 'request');
    return Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  fieldSchema({ kind, options }: Field, direction: Direction): Schema {
    const { description, example } = options;
    const unresolved = direction === 'request' ? (kind.accepts ?? kind.schema) : kind.schema;
    const schema = this.#resolved(unresolved, direction);
    const text = [description, meaningsOf(unresolved)].filter(Boolean).join('. ');
    return {
      ...(allowsNull(options, direction) ? orNull(schema) : schema),
      ...(direction === 'request' && noneIfBlank(kind)),
      ...(text !== '' && { description: text }),
      ...(example !== undefined && { examples: [example] }),
    };
  }

  #name(shape: Shape, direction: Direction): string {
    const name = nameOf(shape);
    return direction === 'request' && this.#answerNames.has(name) ? `${name}Input` : name;
  }

  #objectSchema(shape: Shape, direction: Direction): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    const spellings: Schema[] = [];
    const exclusive: Record<string, Schema> = {};
    for (const declared of fieldsOf(shape)) {
      const { name, kind, options } = declared;
      const field = { name, kind, options: { ...options, answered: answeredOf(declared, shape) } };
      properties[name] = this.fieldSchema(field, direction);
      const aliases = direction === 'request' ? aliasesOf(declared) : [];
      for (const alias of aliases) {
        const schema = omit(properties[name] ?? {}, 'examples');
        const description = `Another spelling of ${name}`;
        properties[alias] = { ...schema, description, deprecated: true };
      }
      if (aliases.length === 0) {
        if (isRequired(field, direction)) required.push(name);
        continue;
      }
      // one spelling of a field, or at most one
      if (isRequired(field, direction))
        spellings.push({ oneOf: [name, ...aliases].map((key) => ({ required: [key] })) });
      else for (const alias of aliases) exclusive[alias] = { properties: { [name]: false } };
    }
    return {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      ...(spellings.length > 0 && { allOf: spellings }),
      ...(Object.keys(exclusive).length > 0 && { dependentSchemas: exclusive }),
      additionalProperties: false,
    };
  }

  #resolved(unresolved: FieldSchema, direction: Direction): Schema {
    const { shape, items } = unresolved;
    const schema = omit(unresolved, 'shape', 'items', 'meanings');
    if (shape !== undefined) return { ...this.reference(shape(), direction) };
    if (items !== undefined) return { ...schema, items: this.#resolved(items, direction) };
    const { anyOf } = schema;
    if (!Array.isArray(anyOf)) return schema;
    const choices = (anyOf as FieldSchema[]).map((choice) => this.#resolved(choice, direction));
    return { ...schema, anyOf: choices };
  }
}

/** An object that counts as null if all its fields are null, apart from these in their form. */
function noneIfBlank(kind: Field['kind']): Schema | undefined {
  if (!('shape' in kind) || kind.blankWithout === undefined) return undefined;
  const forms = Object.entries(kind.blankWithout).map(([name, { source }]) => [name, source]);
  return { 'x-none-if-blank': Object.fromEntries(forms) as Record<string, string> };
}

function isRequired({ options }: Field, direction: Direction): boolean {
  return direction === 'request'
    ? options.required === true
    : options.answered?.startsWith('maybe') === false;
}

/** In a request null counts as a missing field, unless the field is nullable. */
function allowsNull(options: Field['options'], direction: Direction): boolean {
  return direction === 'request'
    ? (options.nullable ?? (options.required !== true && options.required !== 'whenSent'))
    : options.answered?.endsWith('rNull') === true;
}

function orNull(schema: Schema): Schema {
  const { type, enum: codes, anyOf } = schema;
  if (Object.keys(schema).length === 0) return schema;
  // null beside codes as a schema of its own: generators of clients take a list of codes for texts
  if (type === undefined || codes !== undefined) {
    return {
      anyOf: [...(Array.isArray(anyOf) ? (anyOf as Schema[]) : [schema]), { type: 'null' }],
    };
  }
  return { ...schema, type: [type, 'null'].flat() };
}

/** Codes with their meanings: `A advisory, P platform`. */
function meaningsOf({ meanings, items }: FieldSchema): string | undefined {
  const known = meanings ?? items?.meanings;
  if (known === undefined) return undefined;
  const texts = Object.entries(known).filter(([code, text]) => code !== text);
  return texts.length === 0
    ? undefined
    : texts.map(([code, text]) => `\`${code}\` ${text}`).join(', ');
}

/**
 * Builds an example of a shape from the examples of its fields. A response has all fields, a request those that are required or have
 * an example.
 */
export function exampleOf(shape: Shape, direction: Direction): Record<string, unknown> {
  const shown = fieldsOf(shape).filter(
    ({ options: { example, required } }) =>
      direction === 'answer' || example !== undefined || required,
  );
  return Object.fromEntries(shown.map((field) => [field.name, exampleOfField(field, direction)]));
}

export function exampleOfField({ kind, options }: Field, direction: Direction): unknown {
  return options.example ?? exampleOfSchema(kind.schema, direction);
}

function exampleOfSchema(schema: FieldSchema, direction: Direction): unknown {
  const { shape, items, type, enum: codes, format, minimum } = schema;
  if (shape !== undefined) return exampleOf(shape(), direction);
  if (items !== undefined) return [exampleOfSchema(items, direction)];
  if (Array.isArray(codes)) return (codes as unknown[])[0];
  if (type === 'boolean') return true;
  if (type === 'integer') return minimum ?? 1;
  if (format === 'date') return '2026-03-02';
  if (format === 'date-time') return '2026-03-02T15:00:00.000+00:00';
  if (format === 'decimal') return '100.00';
  if (type === 'object') return {};
  if (format === 'email') return 'jane@example.com';
  return 'text';
}
