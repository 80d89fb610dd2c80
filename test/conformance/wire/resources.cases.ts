import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  signatureBody,
} from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import { account, folio, folioBody, owner, service, wire } from './set-up.js';

describe('Other statuses', () => {
  it('403: a known caller, not allowed [errors.403]', async () => {
    const stranger = service.as(await service.member());
    for (const send of [
      () => stranger.get(account),
      () => stranger.put(account, { accountName: 'Mine' }),
      () => stranger.post(`${account}/folios`, { nope: 1 }),
      () => stranger.put(`${folio}/targetweights`, []),
    ]) {
      const answer = await expectUnchanged(service, send);
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  });

  it('404: an id of a back-office path that none can have, before the body is judged [errors.404 back-office.rule]', async () => {
    const accountNumber = account.split('/').at(-1) ?? '';
    const inFolio = `accounts/${accountNumber}/folios/${folio.split('/').at(-1)}`;
    const { firmId } = service.credentials;
    for (const id of ['a%20b', '-', 'x'.repeat(65)]) {
      for (const path of [
        `firms/${id}`,
        `firms/${id}/billingplans/1`,
        `firms/${firmId}/billingplans/${id}`,
        `firms/${id}/clients/any-key-1`,
        `firms/${firmId}/clients/${id}`,
        `rtgs/${id}`,
        `privateplacementoffers/${id}`,
        `privateplacementoffers/${id}/documents/1`,
        `privateplacementoffers/1/documents/${id}`,
        `members/${id}/ifas/1`,
        `members/${owner}/ifas/${id}`,
        `members/${id}/verification`,
        `accounts/${id}/taxdata`,
        `accounts/${accountNumber}/folios/${id}/positions`,
        `${inFolio}/transactions/${id}`,
        `${inFolio}/orders/${id}`,
        `accounts/${accountNumber}/folios/${id}/performance/unitvalues`,
        `accounts/${accountNumber}/cashtransactions/${id}`,
        `accounts/${accountNumber}/corporateactions/${id}`,
        `accounts/${accountNumber}/reportedtaxlots/${id}/1`,
        `accounts/${accountNumber}/reportedtaxlots/1/${id}`,
        `accounts/${accountNumber}/privateplacementorders/${id}`,
      ]) {
        const isOperators = /^firms\/[^/]+(?:\/clients\/[^/]+)?$/.test(path);
        const caller = isOperators ? service.operator : service.backoffice;
        const send = (): Promise<ClientAnswer> => caller.put(`/backoffice/${path}`, { nope: 1 });
        const { status, body } = await expectUnchanged(service, send);
        expect([path, status, body]).toMatchObject([path, 404, [{ type: 'NOT_FOUND' }]]);
      }
    }
  });

  it('404: another firm’s resource answers as one that is not there [errors.404 auth.client]', async () => {
    const { client } = await service.otherFirm();
    const item = ((await wire.get(`/restapi/members/${owner}/ifas`)).body as { id: string }[])[0];
    const weights = [{ ticker: 'IBM', targetWeight: '100' }];
    const foreign: [string, string, string, unknown?][] = [
      ['GET', account, '/restapi/accounts/RZ99999999'],
      ['PUT', account, '/restapi/accounts/RZ99999999', { accountName: 'x' }],
      ['GET', `${account}/permissions`, '/restapi/accounts/RZ99999999/permissions'],
      ['GET', `${account}/restrictions`, '/restapi/accounts/RZ99999999/restrictions'],
      ['GET', `${account}/folios`, '/restapi/accounts/RZ99999999/folios'],
      ['POST', `${account}/folios`, '/restapi/accounts/RZ99999999/folios', folioBody()],
      ['GET', folio, '/restapi/accounts/RZ99999999/folios/RZ9999999903'],
      ['PUT', folio, '/restapi/accounts/RZ99999999/folios/RZ9999999903', { folioName: 'x' }],
      [
        'PUT',
        `${folio}/targetweights`,
        '/restapi/accounts/RZ99999999/folios/RZ9999999903/targetweights',
        weights,
      ],
      [
        'POST',
        `${account}/customeragreement`,
        '/restapi/accounts/RZ99999999/customeragreement',
        signatureBody(owner),
      ],
      ['GET', `/restapi/members/${owner}`, '/restapi/members/nobody.at.all'],
      ['PUT', `/restapi/members/${owner}`, '/restapi/members/nobody.at.all', { email2: 'a@b.co' }],
      [
        'GET',
        `/restapi/members/${owner}/verifications`,
        '/restapi/members/nobody.at.all/verifications',
      ],
      ['GET', `/restapi/members/${owner}/ifas`, '/restapi/members/nobody.at.all/ifas'],
      [
        'GET',
        `/restapi/members/${owner}/ifas/${item?.id}`,
        `/restapi/members/nobody.at.all/ifas/${item?.id}`,
      ],
      [
        'PUT',
        `/restapi/members/${owner}/ifas/${item?.id}`,
        `/restapi/members/nobody.at.all/ifas/1`,
        { action: 'V' },
      ],
      ['GET', `/restapi/firms/${service.credentials.firmId}`, '/restapi/firms/9999999999'],
      [
        'GET',
        `/restapi/firms/${service.credentials.firmId}/billingplans`,
        '/restapi/firms/9999999999/billingplans',
      ],
    ];
    for (const [method, theirs, nobodys, body] of foreign) {
      const [found, unknown] = await expectUnchanged(
        service,
        async () =>
          [
            await client.request(method, theirs, body),
            await client.request(method, nobodys, body),
          ] as const,
      );
      expect([method, theirs, found.status]).toEqual([method, theirs, 404]);
      expectExactly(found, [{ type: 'NOT_FOUND' }], 404);
      expect([method, nobodys, unknown.status, unknown.body]).toEqual([
        method,
        nobodys,
        404,
        found.body,
      ]);
      expect(found.headers.get('etag')).toBeNull();
    }
  });

  it('404: before 400, so that the body tells nothing about what exists [errors.404]', async () => {
    const { client } = await service.otherFirm();
    const bad = { nope: 1 };
    for (const path of [account, '/restapi/accounts/RZ99999999', '/restapi/accounts/x']) {
      expectExactly(await client.put(path, bad), [{ type: 'NOT_FOUND' }], 404);
      const stale = await client.put(path, bad, { 'if-match': '"999"' });
      expectExactly(stale, [{ type: 'NOT_FOUND' }], 404);
    }
  });

  it.each([
    ['DELETE', '/restapi/accounts', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/restapi/accounts', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/restapi/members/x', 'GET, HEAD, OPTIONS, PUT'],
    ['GET', '/backoffice/rtgs/1', 'OPTIONS, PUT'],
    ['POST', '/restapi/rtgs', 'GET, HEAD, OPTIONS'],
  ])('405 with Allow: %s %s [errors.405]', async (method, path, allow) => {
    const answer = await expectUnchanged(service, () => wire.json(method, path, {}));
    expectErrorList(answer, 405);
    expect(answer.body).toEqual([expect.objectContaining({ type: 'METHOD_NOT_ALLOWED' })]);
    expect(answer.headers.allow).toBe(allow);
  });

  describe('412', () => {
    it.each(['"999"', '"0"', 'W/"1"', '"1","2"', '""', '"x"'])(
      'If-Match %s [errors.412]',
      async (tag) => {
        const send = () => wire.json('PUT', account, { accountName: 'Other' }, { 'if-match': tag });
        const answer = await expectUnchanged(service, send);
        expectErrorList(answer, 412);
        expect(answer.body).toEqual([expect.objectContaining({ type: 'PRECONDITION_FAILED' })]);
      },
    );

    it.each(['99', 'x', '"1', '"1",2'])(
      'If-Match %s is no entity tag: 400 that names the header [request.entity-tags]',
      async (tag) => {
        const send = () => wire.json('PUT', account, { accountName: 'Other' }, { 'if-match': tag });
        const answer = await expectUnchanged(service, send);
        expectErrorList(answer, 400);
        expect(answer.body).toMatchObject([{ field: 'If-Match', errorCode: 'invalid.value' }]);
      },
    );

    it('the tag of the GET, weak [errors.412]', async () => {
      const { headers } = await wire.get(account);
      const weak = { 'if-match': `W/${headers.etag ?? ''}` };
      expectErrorList(await wire.json('PUT', account, {}, weak), 412);
      expect((await wire.json('PUT', account, {}, { 'if-match': headers.etag ?? '' })).status).toBe(
        200,
      );
      expect((await wire.json('PUT', account, {}, { 'if-match': '*' })).status).toBe(200);
    });
  });
});

describe('UNSUPPORTED', () => {
  it('billing plans of a corporate firm: 400 with the firm id in the message [billing-plan.corporate]', async () => {
    const firmRep = await service.member();
    const created = await service.client.post('/restapi/firms', {
      firmName: 'Acme LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep,
      primaryAddress: memberBody()['primaryAddress'],
    });
    expectStatus(created, 201);
    const firmId = created.location?.split('/').at(-1) ?? '';
    for (const path of [
      `/restapi/firms/${firmId}/billingplans/1`,
      `/restapi/firms/${firmId}/billingplans`,
    ]) {
      const answer = await wire.get(path);
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([
        {
          type: 'UNSUPPORTED',
          field: 'firmId',
          errorCode: 'unsupported.action.on.G.type.of.firm',
          message: expect.stringContaining(firmId),
        },
      ]);
    }
  });
});
