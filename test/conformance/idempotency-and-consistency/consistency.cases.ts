import { describe, expect, it } from '@jest/globals';
import { memberBody, ServiceUnderTest, signatureBody } from '../../support/running-service.js';
import { expectErrorList, Wire } from '../../support/wire.js';
import { account, client, folioBody, name, owner, service } from './set-up.js';

describe('Consistency', () => {
  const TOKEN = /^[\w-]+$/;

  it('every answer to a write carries X-Consistency-Token, reads carry none of their own [request.consistency]', async () => {
    const written = [
      await client.post('/restapi/members', memberBody()),
      await client.post('/restapi/accounts', service.accountBody(owner)),
      await client.post(`${account}/folios`, folioBody()),
      await client.put(account, { accountName: name() }),
      await client.put(`/restapi/members/${owner}`, { employerName: name() }),
      await client.put(account, {}),
    ];
    for (const { status, headers } of written) {
      expect(status).toBeLessThan(300);
      expect(headers.get('x-consistency-token')).toMatch(TOKEN);
    }
  });

  it('tokens of later writes have later positions and are accepted [request.consistency]', async () => {
    const one = await client.post('/restapi/members', memberBody());
    const token = one.headers.get('x-consistency-token') ?? '';
    const read = await service.backoffice.put('/backoffice/rtgs/991', {
      name: 'Model',
      targetWeights: [{ ticker: 'VTI', targetWeight: '100' }],
    });
    expect(read.headers.get('x-consistency-token')).not.toBe(token);
    const wire = new Wire(service);
    expect((await wire.get(account, { 'x-consistency-token': token })).status).toBe(200);
    const written = wire.json('PUT', account, {}, { 'x-consistency-token': token });
    expect((await written).status).toBe(200);
  });

  it.each(['', 'x', '!', 'cA==', '12345678901234567890123', 'x'.repeat(500), '%00'])(
    'the token %j is none of ours: 400 [request.consistency]',
    async (token) => {
      const answer = await new Wire(service).get(account, { 'x-consistency-token': token });
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([
        expect.objectContaining({ field: 'X-Consistency-Token', errorCode: 'invalid.value' }),
      ]);
    },
  );

  it('a token beyond the end of the log waits in vain: 503 with Retry-After, never an old answer [errors.503]', async () => {
    const beyond = Buffer.from(`p${(10n ** 15n).toString(36)}`, 'latin1').toString('base64url');
    const impatient = await ServiceUnderTest.start({}, { READ_PATIENCE_SECONDS: '1' });
    try {
      const path = `/restapi/accounts/${await impatient.account()}`;
      const answer = await new Wire(impatient).get(path, { 'x-consistency-token': beyond });
      expectErrorList(answer, 503);
      expect(answer.body).toMatchObject([
        { type: 'UNAVAILABLE', message: expect.stringContaining('X-Consistency-Token') },
      ]);
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    } finally {
      await impatient.stop();
    }
  });

  it('a GET right after a write shows it: 200 times, every resource, without a token [request.consistency]', async () => {
    const wire = new Wire(service);
    const auditor = new Wire(service, service.credentials.tokens.auditor);
    for (let n = 0; n < 200; n++) {
      const reader = n % 2 === 0 ? wire : auditor;
      const sent = String(n);
      switch (n % 5) {
        case 0: {
          const body = memberBody({ employerName: sent });
          expect((await wire.json('POST', '/restapi/members', body)).status).toBe(201);
          const read = await reader.get(`/restapi/members/${String(body['loginId'])}`);
          expect([n, read.body]).toEqual([n, expect.objectContaining({ employerName: sent })]);
          break;
        }
        case 1: {
          const body = service.accountBody(owner);
          const made = await wire.json('POST', '/restapi/accounts', body);
          const path = new URL(made.headers.location ?? '').pathname;
          const read = await reader.get(path);
          expect([n, read.body]).toEqual([
            n,
            expect.objectContaining({
              accountName: body['accountName'],
              accountStatus: 'RESTRICTED',
            }),
          ]);
          expect((await reader.get(`${path}/folios`)).body).toHaveLength(2);
          const items = await reader.get(`/restapi/members/${owner}/ifas`);
          const targets = (items.body as { targetOid: string }[]).map(({ targetOid }) => targetOid);
          expect(targets).toContain(path.split('/').at(-1));
          expect(
            (await wire.json('POST', `${path}/customeragreement`, signatureBody(owner))).status,
          ).toBe(200);
          expect((await reader.get(path)).body).toMatchObject({
            accountStatus: 'OPEN',
            restrictions: [],
          });
          expect((await reader.get(`${path}/restrictions`)).body).toEqual([]);
          break;
        }
        case 2: {
          const folios = (await reader.get(`${account}/folios`)).body as unknown[];
          if (folios.length > 90) break;
          const made = await wire.json('POST', `${account}/folios`, folioBody());
          const read = await reader.get(new URL(made.headers.location ?? '').pathname);
          expect([n, read.status]).toEqual([n, 200]);
          expect((await reader.get(`${account}/folios`)).body).toHaveLength(folios.length + 1);
          break;
        }
        case 3: {
          const accountName = name();
          expect((await wire.json('PUT', account, { accountName })).status).toBe(200);
          expect((await reader.get(account)).body).toMatchObject({ accountName });
          const list = (await reader.get('/restapi/accounts')).body as { accountName: string }[];
          expect(list.filter((one) => one.accountName === accountName)).toHaveLength(1);
          break;
        }
        default: {
          const body = { employerName: sent };
          expect((await wire.json('PUT', `/restapi/members/${owner}`, body)).status).toBe(200);
          expect((await reader.get(`/restapi/members/${owner}`)).body).toMatchObject(body);
        }
      }
    }
  });

  it('fifty writers at the same time each read their own [request.consistency]', async () => {
    const wire = new Wire(service);
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const body = memberBody();
        expect((await wire.json('POST', '/restapi/members', body)).status).toBe(201);
        expect((await wire.get(`/restapi/members/${String(body['loginId'])}`)).status).toBe(200);
      }),
    );
  });
});
