import type { PublishedDefinition } from './definition.js';
import type { ValueSchema } from './fields.js';
import { PUBLISHED_TYPES, type PublishedType, publishedTypes } from './index.js';

/** JSON Schema (2020-12) of an object, as far as published events use it. Fields it doesn't name are allowed: more may come. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** JSON Schema of one published type, envelope included. */
export interface EventSchema extends ObjectSchema {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
  readonly title: PublishedType;
}

const accountNumber: ValueSchema = { type: 'string', description: 'Number of the account' };

/** The schema of an event of a type, from the contract. */
export function eventSchema(type: PublishedType): EventSchema {
  const { summary, fields } = publishedTypes[type] as PublishedDefinition;
  const data: Record<string, ValueSchema> = {};
  for (const [name, { schema }] of Object.entries(fields)) data[name] = schema;
  const properties = {
    specversion: { const: '1.0' },
    id: { type: 'string', format: 'uuid', description: 'The same however often it is delivered' },
    source: { type: 'string', format: 'uri-reference', description: 'Path of the account' },
    type: { const: type },
    subject: { type: 'string', description: 'Path of what has changed' },
    time: { type: 'string', format: 'date-time', description: 'When it happened' },
    datacontenttype: { const: 'application/json' },
    sequence: {
      type: 'string',
      pattern: '^[1-9][0-9]*$',
      description: '1 for the first event of an account, and so on without a hole',
    },
    sequencetype: { const: 'Integer' },
    data: {
      type: 'object',
      required: ['accountNumber', ...Object.keys(fields)],
      properties: { accountNumber, ...data },
    },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    description: summary,
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}

/** The schemas of all types, by name. */
export function eventSchemas(): Readonly<Record<string, EventSchema>> {
  return Object.fromEntries(PUBLISHED_TYPES.map((type) => [type, eventSchema(type)]));
}
