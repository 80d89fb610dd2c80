import { expect } from '@jest/globals';
import { BrokerageClient, type FeedEvent } from '#libs/client';
import { LocalIssuer } from '#libs/platform/identity';
import type { Clock } from '#libs/platform/kernel';
import { eventually } from '../support/condition.js';
import { expectStatus, type ServiceUnderTest } from '../support/running-service.js';

export const WEBHOOKS = '/restapi/webhooks';

/** Milliseconds after which a failing webhook has been disabled. Tokens of {@link withToken} last longer. */
export const LONG_ENOUGH = 4 * 86_400_000;

/** A new firm, so that its feed has only its accounts. */
export type Firm = Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;

/** A new webhook. */
export interface MadeWebhook {
  readonly id: string;
  readonly secret: string;
  readonly path: string;
}

/** Creates a webhook. */
export async function webhook(client: BrokerageClient, body: object): Promise<MadeWebhook> {
  const answer = await client.post(WEBHOOKS, body);
  expectStatus(answer, 201);
  const { id, secret } = answer.body as { id: string; secret: string };
  expect(answer.location).toBe(`${WEBHOOKS}/${id}`);
  return { id, secret, path: `${WEBHOOKS}/${id}` };
}

/** The firm's client with a token, which works whatever the clock. */
export async function withToken(
  { service }: ServiceUnderTest,
  { apiKey, firmId, loginId }: Firm,
  clock: Clock,
): Promise<BrokerageClient> {
  const issuer = await LocalIssuer.over(service.platform.keys, clock);
  const claims = { subject: apiKey, roles: ['client'] as const };
  const token = await issuer.issue({ ...claims, firmId, login: loginId, days: 30 });
  return new BrokerageClient(service.url, { token });
}

/** Body of a successful response. */
export async function read(
  client: BrokerageClient,
  path: string,
): Promise<Record<string, unknown>> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
}

/** Repeats a read until the response passes a test. */
export function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  return eventually(async () => {
    const answer = await ask();
    return wanted(answer) ? answer : undefined;
  });
}

/** The events in messages. */
export function events(messages: readonly { readonly body: string }[]): FeedEvent[] {
  return messages.map(({ body }) => JSON.parse(body) as FeedEvent);
}
