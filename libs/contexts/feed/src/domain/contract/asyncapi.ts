import { PUBLISHED_TYPES } from './index.js';
import { eventSchema } from './schemas.js';

const MESSAGES = Object.fromEntries(
  PUBLISHED_TYPES.map((type) => [type, { $ref: `#/components/messages/${type}` }]),
);

/** A channel with every message, and the operation that sends on it. */
function channel(address: string | null, title: string, description: string): object {
  return { address, title, description, messages: MESSAGES };
}

/** The AsyncAPI 3 document of the feed and its webhooks, from the contract. */
export function asyncApi(): Readonly<Record<string, unknown>> {
  const operation = (name: string, summary: string): object => ({
    action: 'send',
    channel: { $ref: `#/channels/${name}` },
    summary,
  });
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Brokerage account service: events of accounts',
      version: '1.0.0',
      description:
        'What happens to accounts, as CloudEvents 1.0 in JSON. Events are thin: ids and states, nothing about persons. ' +
        'A type only ever gets more fields; what else changes is a new type with the next version at its end.',
    },
    defaultContentType: 'application/cloudevents+json',
    channels: {
      account: {
        ...channel(
          '/restapi/accounts/{accountnumber}/events',
          'Events of an account',
          'GET: pages by cursor; with Accept: text/event-stream live, resumed with Last-Event-ID.',
        ),
        parameters: { accountnumber: { description: 'Number of the account' } },
      },
      firm: channel(
        '/restapi/events',
        'Events of all accounts of a firm',
        'GET: pages by cursor; with Accept: text/event-stream live, resumed with Last-Event-ID.',
      ),
      webhook: channel(
        null,
        'Events sent to a webhook',
        'POST to the URL of a webhook of /restapi/webhooks, one event each, signed by Standard Webhooks.',
      ),
    },
    operations: {
      sendAccountEvent: operation('account', 'Show an event to who reads an account'),
      sendFirmEvent: operation('firm', 'Show an event to who reads a firm'),
      sendWebhookEvent: operation('webhook', 'Send an event to a webhook'),
    },
    components: {
      messages: Object.fromEntries(
        PUBLISHED_TYPES.map((type) => {
          const { description, ...payload } = eventSchema(type);
          const contentType = 'application/cloudevents+json';
          return [type, { name: type, contentType, summary: description, payload }];
        }),
      ),
    },
  };
}
