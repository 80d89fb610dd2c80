import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { ServiceUnderTest, uniqueName, validSsn } from '../../support/running-service.js';
import { calls } from './calls.js';
import { feed } from './feed.js';
import { webhooks } from './webhooks.js';

describe('the examples of the TypeScript client', () => {
  let service: ServiceUnderTest;
  let known: { baseUrl: string; apiKey: string; sharedSecret: string };
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    const { apiKey, sharedSecret } = service.credentials;
    known = { baseUrl: service.service.url, apiKey, sharedSecret };
  });
  afterAll(() => service.stop());

  it('make a member and an account, and list accounts', async () => {
    const said: string[] = [];
    const log = (line: unknown): number => said.push(String(line));
    const billingPlanOid = service.credentials.billingPlans.A;
    const member = { loginId: uniqueName('t'), tid: validSsn() };
    await calls({ ...known, billingPlanOid, member }, { log, error: log });
    expect(said.slice(0, 2)).toEqual(['RESTRICTED', expect.stringMatching(/^R[A-Z0-9]{9}$/)]);
  });

  it('follow the feed, and stop', async () => {
    const stopping = new AbortController();
    const account = await service.openAccount();
    const file = join(tmpdir(), randomUUID());
    const type = await new Promise<string>((resolve) => {
      const opened = (accountType: string, subject: string): void => {
        if (subject.includes(account)) resolve(accountType);
      };
      void feed({ ...known, file, opened, stopping: stopping.signal });
    });
    expect(type).toBe('I');
    stopping.abort();
  });

  it('take a webhook message that the service signed, and no other', async () => {
    const kept: unknown[] = [];
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const server = webhooks(secret, (event) => Promise.resolve(void kept.push(event)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const send = async (signed: string): Promise<number> => {
      const [id, at, body] = [randomUUID(), new Date(), JSON.stringify({ id: 'e1' })];
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': new Webhook(signed).sign(id, at, body),
      };
      const { port } = server.address() as AddressInfo;
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
    };
    expect(await send(secret)).toBe(204);
    expect(await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
    expect(kept).toEqual([{ id: 'e1' }]);
    server.close();
  });
});
