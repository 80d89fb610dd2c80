import { expect } from '@jest/globals';
import type { BrokerageClient, FeedEvent } from '#libs/client';
import { expectStatus, type ServiceUnderTest } from '../support/running-service.js';

export const WEBHOOKS = '/restapi/webhooks';

/** A firm of its own, so that only its accounts are in its feed. */
export type Firm = Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;

/** A webhook as it was made. */
export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

/** Makes a webhook. */
export async function webhook(client: BrokerageClient, body: object): Promise<MadeWebhook> {
  const answer = await client.post(WEBHOOKS, body);
  expectStatus(answer, 201);
  const { id, secret } = answer.body as { id: string; secret: string };
  expect(answer.location).toBe(`${WEBHOOKS}/${id}`);
  return { id, secret, path: `${WEBHOOKS}/${id}` };
}

/** Body of a good answer. */
export async function read(
  client: BrokerageClient,
  path: string,
): Promise<Record<string, unknown>> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
}

/** Asks until an answer is as wanted. */
export async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
  }
}

/** The events that messages carry. */
export function events(messages: readonly { readonly body: string }[]): FeedEvent[] {
  return messages.map(({ body }) => JSON.parse(body) as FeedEvent);
}
