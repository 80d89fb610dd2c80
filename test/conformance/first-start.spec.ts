import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

describe('First start, embedded [running.first-start]', () => {
  it('credentials.json has every key', () => {
    expect(service.credentials).toEqual({
      baseUrl: expect.any(String),
      firmId: expect.stringMatching(/^\d+$/),
      apiKey: expect.any(String),
      sharedSecret: expect.any(String),
      apiLoginId: expect.any(String),
      billingPlans: { A: expect.any(String), B: expect.any(String), P: expect.any(String) },
      rtgOid: expect.any(String),
      offerOid: expect.any(String),
      tokens: {
        client: expect.any(String),
        backoffice: expect.any(String),
        operator: expect.any(String),
        auditor: expect.any(String),
      },
    });
  });

  it('nobody else may read anything that is kept', async () => {
    const { dataDir } = service.service.platform.config;
    const entries = await readdir(dataDir, { recursive: true });
    const modes = entries.map(async (name) => {
      const { mode } = await stat(join(dataDir, name));
      return { name, others: mode & 0o077 };
    });
    expect((await Promise.all(modes)).filter(({ others }) => others !== 0)).toEqual([]);
    expect(entries).toContain('credentials.json');
  });

  it.each(['A', 'B', 'P'] as const)('a billing plan of type %s', async (type) => {
    const { firmId, billingPlans } = service.credentials;
    const path = `/restapi/firms/${firmId}/billingplans/${billingPlans[type]}`;
    expect((await service.client.get(path)).body).toMatchObject({ billingPlanType: type });
  });

  it('an RTG model, and an offer that takes subscriptions of those who have fetched its document', async () => {
    const { rtgOid, offerOid, firmId } = service.credentials;
    expectStatus(await service.client.get(`/restapi/rtgs/${rtgOid}`), 200);
    const offer = await service.client.get(`/restapi/privateplacementoffers/${offerOid}`);
    expect(offer.body).toMatchObject({ eligibleFirms: [firmId] });
    const documents = await service.client.get(
      `/restapi/privateplacementoffers/${offerOid}/documents`,
    );
    expect(documents.body).toMatchObject([{ id: 'memorandum', required: true }]);
  });

  it.each(['client', 'backoffice', 'operator', 'auditor'] as const)(
    'a token of a local issuer for the role %s, for thirty days',
    async (role) => {
      const token = service.credentials.tokens[role];
      const payload = JSON.parse(
        Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
      ) as Record<string, number>;
      expect((payload['exp'] ?? 0) - (payload['iat'] ?? 0)).toBe(30 * 24 * 3600);
      const bearer = new BrokerageClient(service.service.url, { token });
      const { status } = await bearer.get('/restapi/accounts');
      expect(status).toBe(role === 'client' || role === 'auditor' ? 200 : 403);
    },
  );
});
