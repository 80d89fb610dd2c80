import { fieldsOf, type Field, type FieldSchema, type Shape } from '../fields/field.js';
import type { Direction } from './shape-schemas.js';

/**
 * An object as a request or an answer may have it, made of the examples of its fields. A request has the fields it needs and
 * those that have an example of their own, an answer all.
 */
export function exampleOf(shape: Shape, direction: Direction): Record<string, unknown> {
  const shown = fieldsOf(shape).filter(
    ({ options: { example, required } }) =>
      direction === 'answer' || example !== undefined || required,
  );
  return Object.fromEntries(shown.map((field) => [field.name, exampleOfField(field, direction)]));
}

/** The example of a field, else one of its kind. */
export function exampleOfField({ kind, options }: Field, direction: Direction): unknown {
  return options.example ?? ofSchema(kind.schema, direction);
}

function ofSchema(schema: FieldSchema, direction: Direction): unknown {
  const { shape, items, type, enum: codes, format, minimum } = schema;
  if (shape !== undefined) return exampleOf(shape(), direction);
  if (items !== undefined) return [ofSchema(items, direction)];
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
