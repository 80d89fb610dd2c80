import { omit, type PublishedType, type ValueSchema } from '#libs/platform/kernel';

/**
 * Names of all published event types, sorted. The decorators of DTOs refer to this array before the contexts are known;
 * `FeedContract` fills it before anything is validated or described.
 */
export const EVENT_TYPES: string[] = [];

/** Fields with types of published events. */
export const EventTypes = {
  codes: EVENT_TYPES,
  codesForm: 'an event type that /asyncapi.json lists, such as brokerage.account.opened.v1',
  max: 200,
} as const;

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
const accountHeartbeat = object({
  sequence: string('Sequence of the newest event that has been shown; 0 before the first'),
});

/** Data of the server-sent event `heartbeat` of a firm's feed. */
const firmHeartbeat = object({
  cursor: string('Place up to which everything has been shown'),
});

/** Data of the server-sent event `end`, the last of a stream. */
const streamEnd = object({
  reason: { type: 'string', description: 'Why the stream ends', enum: END_REASONS },
});

/** Headers of every webhook message, as Standard Webhooks defines them. */
const webhookHeaders = object({
  'webhook-id': string('Id of the event, the same each time it is sent'),
  'webhook-timestamp': string('When it is sent, in seconds since 1970'),
  'webhook-signature': string(
    'v1, and Base64 of HMAC-SHA256 over id.timestamp.body; one for each secret in force, a space between them',
  ),
});

const CLOUD_EVENT = 'application/cloudevents+json';

const SECURITY = ['signature', 'bearer'].map((name) => ref('securitySchemes', name));

const READING =
  'GET: pages by cursor; with Accept: text/event-stream live, resumed with Last-Event-ID. Each live event is an unnamed ' +
  'server-sent event whose id is the cursor. heartbeat is sent every few seconds; end gives the reason why the stream ends.';

const WEBHOOK =
  'POST to the URL of a webhook of /restapi/webhooks, one event per request, signed according to Standard Webhooks: with two ' +
  'signatures during the 24 hours after its secret was replaced. A 2xx response within 15 seconds accepts the event; redirects ' +
  'are not followed. Otherwise the event is retried under the same webhook-id, first after 5 seconds, then with pauses that ' +
  'double up to four hours, and not before Retry-After; later events of the account wait. 410, or three days without success, ' +
  'disables the webhook; once enabled again, it resumes with the event that failed. An event may be delivered twice.';

function ref(kind: string, name: string): object {
  return { $ref: `#/components/${kind}/${name}` };
}

function live(published: readonly Described[], heartbeat: string): object {
  const names = [...published.map(({ type }) => type), heartbeat, 'end'];
  return Object.fromEntries(names.map((name) => [name, ref('messages', name)]));
}

function control(name: string, summary: string, payload: object): object {
  return { name, title: name, contentType: 'application/json', summary, payload };
}

function operation(channel: string, summary: string, security: readonly object[]): object {
  return { action: 'send', channel: { $ref: `#/channels/${channel}` }, summary, security };
}

/** A message that refers to its schema, which all channels share. */
function eventMessage(type: string, summary: string | undefined): object {
  return { name: type, contentType: CLOUD_EVENT, summary, payload: ref('schemas', type) };
}

interface Described {
  readonly type: string;
  readonly summary: string | undefined;
  readonly schema: object;
}

function channels(published: readonly Described[], sent: readonly Described[]): object {
  const headers = ref('schemas', 'webhook-headers');
  return {
    account: {
      address: '/restapi/accounts/{accountnumber}/events',
      title: 'Events of an account',
      description: READING,
      messages: live(published, 'account-heartbeat'),
      parameters: { accountnumber: { description: 'Number of the account' } },
    },
    firm: {
      address: '/restapi/events',
      title: 'Events of all accounts of a firm',
      description: READING,
      messages: live(published, 'firm-heartbeat'),
    },
    webhook: {
      address: null,
      title: 'Events sent to a webhook',
      description: WEBHOOK,
      messages: Object.fromEntries(
        sent.map(({ type, summary }) => [type, { ...eventMessage(type, summary), headers }]),
      ),
    },
  };
}

function components(published: readonly Described[], sent: readonly Described[]): object {
  return {
    messages: {
      ...Object.fromEntries(
        published.map(({ type, summary }) => [type, eventMessage(type, summary)]),
      ),
      'account-heartbeat': control('heartbeat', 'The stream is alive.', accountHeartbeat),
      'firm-heartbeat': control('heartbeat', 'The stream is alive.', firmHeartbeat),
      end: control('end', 'The last message of a stream.', streamEnd),
    },
    schemas: {
      ...Object.fromEntries(sent.map(({ type, schema }) => [type, schema])),
      'webhook-headers': webhookHeaders,
    },
    securitySchemes: {
      signature: {
        type: 'httpApiKey',
        name: 'Authorization',
        in: 'header',
        description: 'Signed like every request: see /openapi.json',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'Access token' },
    },
  };
}

/** The AsyncAPI 3 document of the feed and its webhooks. */
export function asyncApi(types: readonly PublishedType[]): Readonly<Record<string, unknown>> {
  const published = types.map((type): Described => {
    const { description, ...schema } = omit(eventSchema(type), '$schema');
    return { type: type.name, summary: description, schema };
  });
  const { description: summary, ...schema } = testSchema;
  const sent = [...published, { type: TEST_TYPE, summary, schema }];
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Brokerage account service: events of accounts',
      version: '1.0.0',
      description:
        'Events of accounts, as CloudEvents 1.0 in JSON. Events are thin: ids and states, no personal data. ' +
        'A type may get new fields; any other change creates a new type with the next version number.',
    },
    defaultContentType: CLOUD_EVENT,
    channels: channels(published, sent),
    operations: {
      sendAccountEvent: operation('account', 'Send an event to the reader of an account', SECURITY),
      sendFirmEvent: operation('firm', 'Send an event to the reader of a firm', SECURITY),
      sendWebhookEvent: operation('webhook', 'Send an event to a webhook', []),
    },
    components: components(published, sent),
  };
}
