// #region imports
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type FeedEvent, receiveWebhook, WebhookVerificationError } from '#libs/client';
// #endregion

/** A server that takes webhook messages. */
export function webhooks(secret: string, keep: (event: FeedEvent) => Promise<void>) {
  // #region webhooks
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      const event = receiveWebhook([secret], headers, await text(request));
      await keep(event); // before responding: after a 2xx the event is not sent again
      response.writeHead(204).end();
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    }
  }
  const server = createServer((request, response) => void receive(request, response));
  // #endregion
  return server;
}
