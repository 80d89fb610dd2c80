import fc, { type Arbitrary } from 'fast-check';
import type { ApiDocument, Schema } from '#libs/platform/http';

/** Maximum length of generated texts. Longer ones would only test the size limit of bodies. */
const LONGEST = 5_000;

/** Values that match a schema of the description, including its examples and the shortest and longest texts. */
export function valuesOf(schema: Schema, document: ApiDocument): Arbitrary<unknown> {
  const values = plainValuesOf(schema, document);
  const examples = schema['examples'] as readonly unknown[] | undefined;
  return examples === undefined ? values : fc.oneof(values, fc.constantFrom(...examples));
}

function plainValuesOf(schema: Schema, document: ApiDocument): Arbitrary<unknown> {
  const { $ref, anyOf, allOf, type } = schema as {
    $ref?: string;
    anyOf?: readonly Schema[];
    allOf?: readonly Schema[];
    type?: string | readonly string[];
  };
  const codes = schema['enum'] as readonly unknown[] | undefined;
  if ($ref !== undefined) {
    return valuesOf(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, document);
  }
  if (codes !== undefined) return fc.constantFrom(...codes);
  const choices =
    anyOf ??
    allOf ??
    (typeof type === 'object' ? type.map((one) => ({ ...schema, type: one })) : []);
  if (choices.length > 0) {
    return fc.oneof(...choices.map((one) => plainValuesOf(one, document)));
  }
  switch (type) {
    case 'string':
      return textsOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer': {
      const min = numberOf(schema, 'minimum', -1_000);
      return fc.integer({ min, max: numberOf(schema, 'maximum', Math.max(min + 1_000, 100_000)) });
    }
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'array':
      return fc.array(valuesOf((schema['items'] ?? {}) as Schema, document), {
        minLength: numberOf(schema, 'minItems', 0),
        maxLength: Math.min(numberOf(schema, 'maxItems', 5), 20),
      });
    case 'object': {
      const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
      return fc.record(
        Object.fromEntries(properties.map(([name, one]) => [name, valuesOf(one, document)])),
        { requiredKeys: [...((schema['required'] ?? []) as string[])], noNullPrototype: true },
      );
    }
    default:
      return fc.constant(null);
  }
}

function textsOf(schema: Schema): Arbitrary<string> {
  const { format, pattern } = schema as { format?: string; pattern?: string };
  const minLength = numberOf(schema, 'minLength', 0);
  const maxLength = Math.min(numberOf(schema, 'maxLength', LONGEST), LONGEST);
  const day = fc.date({
    min: new Date('1900-01-01'),
    max: new Date('2100-12-31'),
    noInvalidDate: true,
  });
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10));
  if (format === 'date-time' || pattern?.includes('T\\d{2}') === true) {
    return day.map((date) => date.toISOString().replace('Z', '+00:00'));
  }
  if (format === 'email') return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ minLength, maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x'.repeat(Math.max(minLength, 1)), 'x'.repeat(maxLength)),
    },
  );
}

function numberOf(schema: Schema, name: string, otherwise: number): number {
  return (schema[name] as number | undefined) ?? otherwise;
}
