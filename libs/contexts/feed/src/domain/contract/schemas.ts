import type { PublishedType, ValueSchema } from '#libs/platform/kernel';

/** `$schema` of everything here. */
export const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** JSON Schema (2020-12) of an object, as far as published events use it. Fields it doesn't name are allowed: more may come. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

/** JSON Schema of one published type, envelope included. */
export interface EventSchema extends ObjectSchema {
  readonly $schema: typeof DRAFT;
  readonly title: string;
}

const accountNumber: ValueSchema = { type: 'string', description: 'Number of the account' };

/** The schema of an event of a type. */
export function eventSchema({ name: type, summary, fields }: PublishedType): EventSchema {
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
    $schema: DRAFT,
    title: type,
    description: summary,
    type: 'object',
    required: Object.keys(properties),
    properties,
  };
}

/** Type of the message by which a firm tries whether its webhook is reached. It is no event, and concerns no account. */
export const TEST_TYPE = 'brokerage.webhook.test.v1';

/** The schema of a test message. */
export const testSchema: ObjectSchema = {
  description:
    'Tests whether a webhook can be reached. Sent on request only; not an event of an account.',
  type: 'object',
  required: ['specversion', 'id', 'source', 'type', 'time', 'datacontenttype', 'data'],
  properties: {
    specversion: { const: '1.0' },
    id: { type: 'string', format: 'uuid' },
    source: { type: 'string', format: 'uri-reference', description: 'Path of the webhook' },
    type: { const: TEST_TYPE },
    time: { type: 'string', format: 'date-time', description: 'When it was sent' },
    datacontenttype: { const: 'application/json' },
    data: { type: 'object', description: 'Empty' },
  },
};
