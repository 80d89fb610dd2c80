import type { PublishedType, ValueSchema } from '#libs/platform/kernel';

/**
 * Names of all published event types, sorted. The decorators of DTOs refer to this array before the contexts are known;
 * `FeedContract` fills it before anything is validated or described.
 */
export const EVENT_TYPES: string[] = [];

/** `$schema` of all schemas. */
export const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** JSON Schema (2020-12) of an object, as far as published events use it. Further fields are allowed. */
interface ObjectSchema {
  readonly type: 'object';
  readonly description?: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

const accountNumber: ValueSchema = { type: 'string', description: 'Number of the account' };

/** The schema of a published event type, including the envelope. */
export function eventSchema({ name: type, summary, fields }: PublishedType) {
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
    position: {
      type: 'string',
      description: 'Consistency token of what happened: asOf with it shows the state right after',
    },
    data: {
      type: 'object',
      required: ['accountNumber', ...Object.keys(fields)],
      properties: { accountNumber, ...data },
    },
  };
  const envelope = { type: 'object', required: Object.keys(properties), properties } as const;
  return { $schema: DRAFT, title: type, description: summary, ...envelope };
}

/** Type of the test message for a webhook. It is not an event and belongs to no account. */
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

/** Why a caller may no longer read. */
const RIGHTS_LOST = ['credentials-expired', 'credentials-revoked', 'rights-lost'] as const;
export type RightsLost = (typeof RIGHTS_LOST)[number];

const END_REASONS = [...RIGHTS_LOST, 'stopping', 'slow-consumer', 'unavailable'] as const;
export type EndReason = (typeof END_REASONS)[number];

const string = (description: string): object => ({ type: 'string', description });

function object(properties: Readonly<Record<string, object>>): ObjectSchema {
  return { type: 'object', required: Object.keys(properties), properties };
}

/** Data of the server-sent event `heartbeat` of an account's feed. */
export const accountHeartbeat = object({
  sequence: string('Sequence of the newest event that has been shown; 0 before the first'),
});

/** Data of the server-sent event `heartbeat` of a firm's feed. */
export const firmHeartbeat = object({
  cursor: string('Place up to which everything has been shown'),
});

/** Data of the server-sent event `end`, the last of a stream. */
export const streamEnd = object({
  reason: { type: 'string', description: 'Why the stream ends', enum: END_REASONS },
});

/** Headers of every webhook message, as Standard Webhooks defines them. */
export const webhookHeaders = object({
  'webhook-id': string('Id of the event, the same each time it is sent'),
  'webhook-timestamp': string('When it is sent, in seconds since 1970'),
  'webhook-signature': string(
    'v1, and Base64 of HMAC-SHA256 over id.timestamp.body; one for each secret in force, a space between them',
  ),
});
