import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
} from '../../support/running-service.js';
import { expectErrorList, Wire } from '../../support/wire.js';
import { unusedOid } from '../cash.fixture.js';
import { reportBody } from '../orders.fixture.js';
import { account, accountNumber, client, folioBody, name, owner, service } from './set-up.js';

describe('ETag, If-Match, If-None-Match', () => {
  const change: Readonly<Record<string, () => unknown>> = {
    account: () => ({ accountName: name() }),
    member: () => ({ employerName: name() }),
    folio: () => ({ folioName: name() }),
    targetweights: () => [
      { ticker: uniqueName('T').toUpperCase().slice(-4).replace(/\d/g, 'X'), targetWeight: '100' },
    ],
  };
  const paths: Record<string, string> = {};
  beforeAll(async () => {
    const folio = await client.post(`${account}/folios`, folioBody());
    paths['account'] = account;
    paths['member'] = `/restapi/members/${owner}`;
    paths['folio'] = folio.location ?? '';
    paths['targetweights'] = `${folio.location}/targetweights`;
  });

  it.each(['account', 'member', 'folio'])('%s [errors.412]', async (kind) => {
    const wire = new Wire(service);
    const path = paths[kind] ?? '';
    const body = (): unknown => change[kind]?.();
    const read = await wire.get(path);
    const tag = read.headers.etag ?? '';
    expect(tag).toMatch(/^"\d+"$/);

    const known = await wire.get(path, { 'if-none-match': tag });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', tag]);
    for (const list of [`W/${tag}`, `"x", ${tag}`, '*']) {
      expect((await wire.get(path, { 'if-none-match': list })).status).toBe(304);
    }
    expect((await wire.get(path, { 'if-none-match': '"424242"' })).status).toBe(200);

    const first = await wire.json('PUT', path, body(), { 'if-match': tag });
    expect([first.status, first.text]).toEqual([200, '']);
    const next = first.headers.etag ?? '';
    expect(next).toMatch(/^"\d+"$/);
    expect(next).not.toBe(tag);
    expect((await wire.get(path)).headers.etag).toBe(next);

    const stale = await expectUnchanged(service, () =>
      wire.json('PUT', path, body(), { 'if-match': tag }),
    );
    expectErrorList(stale, 412);
    expect((await wire.get(path, { 'if-none-match': tag })).status).toBe(200);
    const none = wire.json('PUT', path, body(), { 'if-match': `${tag}, "x", W/${next}` });
    expectErrorList(await none, 412);
    const one = wire.json('PUT', path, body(), { 'if-match': `${tag}, "x",${next}` });
    expect((await one).status).toBe(200);
  });

  it.each(['account', 'member', 'folio'])(
    '%s: of ten with the same tag one wins [errors.412]',
    async (kind) => {
      const wire = new Wire(service);
      const path = paths[kind] ?? '';
      const tag = (await wire.get(path)).headers.etag ?? '';
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          wire.json('PUT', path, change[kind]?.(), { 'if-match': tag }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array<number>(9).fill(412),
      ]);
    },
  );

  it('a folio’s tag is its own: changes of other folios do not stale it [errors.412]', async () => {
    const wire = new Wire(service);
    const path = paths['folio'] ?? '';
    const tag = (await wire.get(path)).headers.etag ?? '';
    expect((await wire.json('POST', `${account}/folios`, folioBody())).status).toBe(201);
    expect((await wire.get(path, { 'if-none-match': tag })).status).toBe(304);
    const put = await wire.json('PUT', path, change['folio']?.(), { 'if-match': tag });
    expect(put.status).toBe(200);
    const weights = paths['targetweights'] ?? '';
    const body = change['targetweights']?.();
    expectErrorList(await wire.json('PUT', weights, body, { 'if-match': tag }), 412);
    const set = await wire.json('PUT', weights, body, { 'if-match': put.headers.etag ?? '' });
    expect(set.status).toBe(200);
    expect((await wire.get(path)).headers.etag).toBe(set.headers.etag);
  });

  const reported: Readonly<Record<string, () => [string, unknown]>> = {
    rtgs: () => [
      `/rtgs/${uniqueName('r')}`,
      { name: 'Model', targetWeights: [{ ticker: 'VTI', targetWeight: '100' }] },
    ],
    billingplans: () => [
      `/firms/${service.credentials.firmId}/billingplans/${unusedOid()}`,
      { billingPlanType: 'A', name: 'Plan' },
    ],
    ifas: () => [`/members/${owner}/ifas/${unusedOid()}`, { ifaType: 'NO' }],
    orders: () => [
      `/accounts/${accountNumber}/folios/${accountNumber}02/orders/${uniqueName('o')}`,
      reportBody(),
    ],
    cashtransactions: () => [
      `/accounts/${accountNumber}/cashtransactions/${uniqueName('c')}`,
      { transactionType: 'AHD', amount: '1.00', processDate: '2026-01-02' },
    ],
    transactions: () => [
      `/accounts/${accountNumber}/folios/${accountNumber}02/transactions/${uniqueName('t')}`,
      { categoryName: 'Fees', date: '2026-01-02T15:00:00Z' },
    ],
    corporateactions: () => [
      `/accounts/${accountNumber}/corporateactions/${uniqueName('n')}`,
      { issuer: 'Acme', type: 'M' },
    ],
    documents: () => [
      `/privateplacementoffers/${service.credentials.offerOid}/documents/${uniqueName('d')}`,
      { name: 'Memorandum', required: false, signable: false, data: 'JVBERi0xLjQK' },
    ],
  };

  it.each(Object.entries(reported))(
    'If-Match: * › of %s changes what is there and makes nothing [errors.412 request.entity-tags]',
    async (_row, make) => {
      const [path, body] = make();
      const put = (headers: Record<string, string>): Promise<ClientAnswer> =>
        service.backoffice.put(`/backoffice${path}`, body, headers);
      const any = { 'if-match': '*' };
      expectStatus(await expectUnchanged(service, () => put(any)), 412);
      expectStatus(await put({}), 200);
      expectStatus(await put(any), 200);
    },
  );

  it.each(Object.entries(reported))(
    'If-None-Match: * › of %s makes one and changes nothing that is there [errors.412 request.entity-tags]',
    async (_row, make) => {
      const [path, body] = make();
      const none = { 'if-none-match': '*' };
      const put = (headers = {}): Promise<ClientAnswer> =>
        service.backoffice.put(`/backoffice${path}`, body, { ...none, ...headers });
      const both = await expectUnchanged(service, () => put({ 'if-match': '*' }));
      expectStatus(both, 412);
      const many = await Promise.all(Array.from({ length: 3 }, () => put()));
      expect(many.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      expectStatus(await expectUnchanged(service, () => put()), 412);
    },
  );

  it.each([
    ['If-Match', 'W/"0"'],
    ['If-Match', '"another-service"'],
    ['If-None-Match', '"0"'],
  ])('%s: %s › is 412, but 400 beside a wrong body [errors.412]', async (header, value) => {
    const put = (body: object) => () => client.put(account, body, { [header]: value });
    expectStatus(await expectUnchanged(service, put({ accountName: name() })), 412);
    expectStatus(await expectUnchanged(service, put({ accountName: '' })), 400);
    expectStatus(await expectUnchanged(service, put({ nope: 1 })), 400);
  });

  it('If-None-Match › 412 for what is there, and for a tag [errors.412]', async () => {
    const body = { accountName: name() };
    for (const value of ['*', '"0"', 'W/"0"']) {
      const put = () => client.put(account, body, { 'if-none-match': value });
      expectStatus(await expectUnchanged(service, put), 412);
    }
  });

  it('the tag of a creation is that of the first GET [request.entity-tags]', async () => {
    for (const [path, body] of [
      ['/restapi/members', memberBody()],
      ['/restapi/accounts', service.accountBody(owner)],
      [`${account}/folios`, folioBody()],
    ] as const) {
      const made = await client.post(path, body);
      expectStatus(made, 201);
      const read = await client.get(made.location ?? '');
      expectStatus(read, 200);
      expect([path, read.headers.get('etag')]).toEqual([path, made.headers.get('etag')]);
    }
  });

  it('an unchanged PUT is no new version and no event [back-office.rule]', async () => {
    for (const kind of ['account', 'member', 'folio']) {
      const wire = new Wire(service);
      const path = paths[kind] ?? '';
      const body = change[kind]?.();
      const first = await wire.json('PUT', path, body);
      const again = await expectUnchanged(service, () => wire.json('PUT', path, body));
      expect([again.status, again.headers.etag]).toEqual([200, first.headers.etag]);
    }
  });
});
