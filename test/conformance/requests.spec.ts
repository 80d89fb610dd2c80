import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { stringToSign } from '#libs/platform/signing';
import { eventually } from '../support/condition.js';
import {
  expectProblems,
  expectStatus,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

interface Shown {
  readonly requestId: string;
  readonly time: string;
  readonly path: string | null;
  readonly [field: string]: unknown;
}

let service: ServiceUnderTest;
let firm: Awaited<ReturnType<ServiceUnderTest['otherFirm']>>;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  firm = await service.otherFirm();
});
afterAll(() => service.stop());

const PATH = '/restapi/requests';
const clientWith = (credentials: { apiKey: string; sharedSecret: string }): BrokerageClient =>
  new BrokerageClient(service.service.url, credentials);

/** The requests of the firm that a query selects, once there are so many. */
async function shown(query: string, least = 1, client = firm.client): Promise<readonly Shown[]> {
  return eventually(async () => {
    const answer = await client.get(`${PATH}?${query}`);
    expectStatus(answer, 200);
    const found = answer.body as readonly Shown[];
    return found.length >= least ? found : undefined;
  });
}

const send = async (
  client: BrokerageClient,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) => {
  const id = uniqueName('request');
  const sent = { 'X-Request-Id': id, ...headers };
  const answer = await client.request(method, path, body, sent);
  return { id, answer };
};

describe('what a firm sent [request.log]', () => {
  it('is shown with what came back', async () => {
    const accountNumber = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    const key = uniqueName('key');
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const headers = { 'Idempotency-Key': key };
    const body = { folioName: 'Growth', accountNumber, dividendReinvest: true };
    const { id } = await send(firm.client, 'POST', path, { body, headers });
    await send(firm.client, 'POST', path, { body, headers });
    const dry = { ...headers, 'Dry-Run': 'true' };
    await send(firm.client, 'POST', path, { body, headers: dry });
    await send(firm.client, 'POST', path, { body: { folioName: '' }, headers });
    const [refused, tried, repeated, first] = await shown(`idempotencyKey=${key}`, 4);
    expect(first).toEqual({
      requestId: id,
      time: expect.stringMatching(/^\d{4}-.*\+00:00$/),
      durationMs: expect.any(Number),
      method: 'POST',
      path,
      parameters: [],
      idempotencyKey: key,
      dryRun: false,
      replayed: false,
      status: 201,
      errorCodes: [],
      authenticated: true,
    });
    expect(repeated).toMatchObject({ status: 201, replayed: true, dryRun: false });
    expect(tried).toMatchObject({ status: 200, replayed: false, dryRun: true });
    expect(refused).toMatchObject({ status: 422, errorCodes: ['idempotency.key.reused'] });
  });

  it('is filtered by period, method, path, status, code and id, page by page', async () => {
    const began = new Date(service.service.platform.clock.now()).toISOString();
    const sent: string[] = [];
    for (const path of ['/restapi/accounts', '/restapi/accounts/RA00000000', '/restapi/rtgs']) {
      sent.push((await send(firm.client, 'GET', path)).id);
    }
    const [accounts, unknown, models] = sent;
    const ids = async (query: string): Promise<readonly string[]> =>
      (await shown(query)).map(({ requestId }) => requestId).filter((id) => sent.includes(id));
    await shown(`requestId=${models}`);
    expect(await ids(`from=${encodeURIComponent(began)}`)).toEqual([models, unknown, accounts]);
    expect(await ids('path=/restapi/accounts')).toEqual([unknown, accounts]);
    expect(await ids('status=404')).toEqual([unknown]);
    expect(await ids('status=4xx&errorCode=not.found')).toEqual([unknown]);
    expect(await ids('method=GET&limit=1000')).toEqual([models, unknown, accounts]);
    expect(await ids(`requestId=${accounts}`)).toEqual([accounts]);
    const none = await firm.client.get(
      `${PATH}?to=${encodeURIComponent(began)}&requestId=${models}`,
    );
    expect(none.body).toEqual([]);
    const pages: string[] = [];
    let next: string | undefined = `${PATH}?limit=1&from=${encodeURIComponent(began)}`;
    while (next !== undefined) {
      const page = await firm.client.get(next);
      expectStatus(page, 200);
      pages.push(...(page.body as readonly Shown[]).map(({ requestId }) => requestId));
      // the requests for pages are in the list too, before the first page
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages.filter((id) => sent.includes(id))).toEqual([models, unknown, accounts]);
  });

  it('is found by a key or id whose plus is not percent-encoded [request.query]', async () => {
    const headers = { 'Idempotency-Key': uniqueName('a+b++'), 'X-Request-Id': uniqueName('c+') };
    const path = '/restapi/subscriptions/plus';
    expectStatus(await firm.client.put(path, {}, headers), 200);
    for (const query of [
      `idempotencyKey=${headers['Idempotency-Key']}`,
      `requestId=${headers['X-Request-Id']}`,
    ]) {
      expect(await shown(query)).toMatchObject([{ requestId: headers['X-Request-Id'] }]);
    }
  });

  it('belongs to the firm itself, and to operators and auditors', async () => {
    const { id } = await send(firm.client, 'GET', '/restapi/rtgs');
    await shown(`requestId=${id}`);
    expect((await service.client.get(`${PATH}?requestId=${id}`)).body).toEqual([]);
    const member = await service.member({}, firm.client);
    for (const person of [firm.as(member), await service.personOf(firm.firmId, member)]) {
      expectProblems(await person.get(PATH), [{ type: 'FORBIDDEN' }], 403);
    }
    for (const client of [service.operator, service.auditor]) {
      const path = `/operator/firms/${firm.firmId}/requests?requestId=${id}`;
      expect((await client.get(path)).body).toMatchObject([{ requestId: id }]);
    }
    expectStatus(await firm.client.get(`/operator/firms/${firm.firmId}/requests`), 403);
    for (const unknown of ['9', '%01', '__proto__']) {
      expectStatus(await service.operator.get(`/operator/firms/${unknown}/requests?limit=0`), 404);
    }
  });

  it('has those that were refused for their credentials, as such', async () => {
    const { id } = await send(
      clientWith({ apiKey: firm.apiKey, sharedSecret: 'another' }),
      'POST',
      '/restapi/members',
      { body: {} },
    );
    expect(await shown(`requestId=${id}`)).toMatchObject([
      { status: 401, errorCodes: ['credentials.invalid'], authenticated: false },
    ]);
    const { id: other } = await send(firm.client, 'GET', '/restapi/accunts/Jane%20Doe');
    expect(await shown(`requestId=${other}`)).toMatchObject([
      { status: 404, path: null, authenticated: false },
    ]);
  });
});

describe('nothing that a caller wrote freely is kept [request.log.harmless]', () => {
  it.each([
    ['/restapi/members/jane.doe-of-the-log', '/restapi/members/{loginid}'],
    ['/restapi/members/2125550100', '/restapi/members/{loginid}'],
    ['/restapi/members/123-45-6789', '/restapi/members/{loginid}'],
    ['/restapi/accounts/123456789', '/restapi/accounts/{accountnumber}'],
    ['/restapi/accounts/123%2045%206789', '/restapi/accounts/{accountnumber}'],
    ['/restapi/accounts/12-3456789/folios', '/restapi/accounts/{accountnumber}/folios'],
    ['/restapi/accounts/%EF%BC%91', '/restapi/accounts/{accountnumber}'],
    ['/restapi/firms/987654321', '/restapi/firms/{firmId}'],
    ['/restapi/accounts/RA00000000/folios/01', '/restapi/accounts/RA00000000/folios/01'],
  ])('%s', async (path, kept) => {
    const { id } = await send(firm.client, 'GET', path);
    expect((await shown(`requestId=${id}`)).map((one) => one.path)).toEqual([kept]);
  });

  it('neither values of a query, nor bodies, nor keys that may be tax ids or addresses', async () => {
    const email = 'jane.of.the.log@example.com';
    const { id } = await send(firm.client, 'GET', `/restapi/members?Email=${email}&limit=1`);
    expect(await shown(`requestId=${id}`)).toMatchObject([{ parameters: ['email', 'limit'] }]);
    for (const key of [
      '',
      '123-45-6789',
      '123456789',
      email,
      'of 123.45.6789'.replaceAll(' ', '/'),
    ]) {
      const headers = { 'Idempotency-Key': key };
      const sent = await send(firm.client, 'POST', '/restapi/members', {
        body: { ssn: key },
        headers,
      });
      expect(await shown(`requestId=${sent.id}`)).toMatchObject([{ idempotencyKey: null }]);
    }
    const headers = { 'X-Request-Id': '987-65-4321' };
    await send(firm.client, 'GET', '/restapi/rtgs', { headers });
    expect(await shown('path=/restapi/rtgs&limit=1')).toMatchObject([{ requestId: null }]);
    const { requests } = service.service.platform;
    let texts = '';
    for (const name of await requests.listCollections()) {
      for await (const entry of requests.scan(name)) texts += JSON.stringify(entry.document);
    }
    expect(texts).toContain(id);
    expect(texts).not.toMatch(/123.?45.?6789|987-65-4321|of\.the\.log|jane\.doe-of/);
  });
});

describe('a refused signature of a sandbox [auth.compare]', () => {
  it('comes with the string to sign as the service saw it', async () => {
    const { url } = service.service;
    const wrong = clientWith({ ...service.credentials, sharedSecret: 'another' });
    const answer = await wrong.get('/restapi/accounts?limit=1');
    expectProblems(answer, [{ errorCode: 'credentials.invalid' }], 401);
    const [{ message = '' } = {}] = answer.body as { message?: string }[];
    const seen = JSON.parse(/"(?:[^"\\]|\\.)*"/.exec(message)?.[0] ?? '""') as string;
    const [method, target, timestamp = ''] = seen.split('\n');
    expect([method, target]).toEqual(['GET', `${url}/restapi/accounts?limit=1`]);
    expect(seen).toBe(stringToSign({ method: 'GET', url: String(target), timestamp }));
    for (const hidden of ['sharedSecret', 'apiKey'] as const) {
      expect(message).not.toContain(service.credentials[hidden]);
    }
  });

  it('says no more to others than that it is not valid', async () => {
    for (const apiKey of [firm.apiKey, 'nobodys-key']) {
      const wrong = clientWith({ apiKey, sharedSecret: 'another' });
      const message = 'The credentials are not valid.';
      expectProblems(await wrong.get(PATH), [{ errorCode: 'credentials.invalid', message }], 401);
    }
  });
});
