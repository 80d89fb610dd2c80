import { omit, type PublishedType } from '#libs/platform/kernel';
import {
  accountHeartbeat,
  eventSchema,
  firmHeartbeat,
  streamEnd,
  TEST_TYPE,
  testSchema,
  webhookHeaders,
} from './schemas.js';

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
