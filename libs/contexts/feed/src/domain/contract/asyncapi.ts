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
  'GET: pages by cursor; with Accept: text/event-stream live, resumed with Last-Event-ID. Each live event is a server-sent ' +
  'event without a name whose id is the cursor. heartbeat comes every few seconds; end says why a stream ends.';
const WEBHOOK =
  'POST to the URL of a webhook of /restapi/webhooks, one event each, signed by Standard Webhooks: two signatures during the ' +
  '24 hours after its secret was replaced. An answer of 2xx within 15 seconds accepts the event; redirects are not followed. ' +
  'Otherwise it is tried again under the same webhook-id, first after 5 seconds, then after pauses that double each time, up to ' +
  'four hours, and not before Retry-After; later events of the account wait. 410, or three days without success, ' +
  'disables the webhook; when it is enabled again, it resumes with the event that failed. An event may come twice.';

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

/** What all messages of events are made of: their schemas stand once, whatever way they are sent. */
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
      end: control('end', 'The last of a stream.', streamEnd),
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
        description: 'Signed as every request: see /openapi.json',
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
        'A type may get new fields; any other change is a new type with the next version at its end.',
    },
    defaultContentType: CLOUD_EVENT,
    channels: channels(published, sent),
    operations: {
      sendAccountEvent: operation('account', 'Show an event to who reads an account', SECURITY),
      sendFirmEvent: operation('firm', 'Show an event to who reads a firm', SECURITY),
      sendWebhookEvent: operation('webhook', 'Send an event to a webhook', []),
    },
    components: components(published, sent),
  };
}
