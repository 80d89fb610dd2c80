import { describe, expect, it } from '@jest/globals';
import { rawRequest } from '../../support/raw-request.js';
import { memberBody, signatureBody, uniqueName } from '../../support/running-service.js';
import { account, folio, folioBody, owner, service, wire } from './set-up.js';

describe('Location and extras', () => {
  it('an absolute URL from the Host of the request [request.location]', async () => {
    const created = await wire.json('POST', `${account}/folios`, folioBody(), {
      host: 'api.example.com:8080',
    });
    expect(created.headers.location).toMatch(
      /^http:\/\/api\.example\.com:8080\/restapi\/accounts\/R\w{9}\/folios\/\w{12}$/,
    );
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const own = await wire.json('POST', `${account}/folios`, folioBody(), forwarded);
    expect(own.headers.location?.startsWith(service.service.url)).toBe(true);
  });

  it.each(['evil.example/path', 'a b', 'user@evil.example', '"><script>', 'x'.repeat(300)])(
    'a Host that is none makes no Location: %j [request.location]',
    async (host) => {
      const answer = await rawRequest(service.service.url, {
        method: 'POST',
        path: `${account}/folios`,
        headers: {
          host,
          authorization: `Bearer ${service.credentials.tokens.client}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(folioBody()),
      });
      expect(answer.status).toBeLessThan(500);
      if (answer.headers.location !== undefined && host.length < 100) {
        expect(new URL(answer.headers.location).host).toMatch(/^localhost:\d+$/);
      }
    },
  );

  it('on create an empty body with 201, on update with 200 [request.created request.updated]', async () => {
    const body = memberBody();
    const created = await wire.json('POST', '/restapi/members', body);
    expect([created.status, created.text]).toEqual([201, '']);
    expect(created.headers.location).toBe(
      `${service.service.url}/restapi/members/${String(body['loginId'])}`,
    );
    expect(created.headers['content-type']).toBeUndefined();
    const updated = await wire.json('PUT', account, { accountName: uniqueName('u').slice(-16) });
    expect([updated.status, updated.text]).toEqual([200, '']);
    expect(updated.headers.location).toBe(service.service.url + account);
    const signed = await wire.json('POST', `${account}/customeragreement`, signatureBody(owner));
    expect([signed.status, signed.text]).toEqual([200, '']);
    expect(signed.headers.location).toBe(`${service.service.url}${account}/customeragreement`);
  });

  it('extras are sent in headers only [request.extras]', async () => {
    const answer = await wire.get(folio, { 'x-request-id': 'abc-1' });
    expect(Object.keys(answer.body as object).sort()).toEqual(
      [
        'accountNumber',
        'benchmark',
        'dividendPayToAccount',
        'dividendReinvest',
        'folioName',
        'folioNumber',
        'folioStatus',
        'modelOid',
        'prepackagedFolioId',
        'rtgOid',
      ].sort(),
    );
    expect(answer.headers).toMatchObject({
      etag: expect.stringMatching(/^"\d+"$/),
      'x-request-id': 'abc-1',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    for (const sent of ['a b', 'x'.repeat(200), 'a"b', '<x>']) {
      const { headers } = await wire.get(folio, { 'x-request-id': sent });
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    }
  });
});
