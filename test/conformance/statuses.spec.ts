import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { rawBytes, rawRequest } from '../support/raw-request.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

let service: ServiceUnderTest;
let wire: Wire;
/** An individual account that is signed, its owner, and a folio of it. */
let owner: string;
let accountNumber: string;
let account: string;
let folio: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  wire = new Wire(service);
  owner = await service.member();
  accountNumber = await service.openAccount({ primaryAccountOwner: owner });
  account = `/restapi/accounts/${accountNumber}`;
  const created = await service.client.post(`${account}/folios`, folioBody());
  expectStatus(created, 201);
  folio = created.location ?? '';
});
afterAll(() => service.stop());

const folioBody = (fields: object = {}): Record<string, unknown> => ({
  folioName: 'Growth',
  accountNumber,
  dividendReinvest: true,
  ...fields,
});
describe('decisions §1 › Other statuses', () => {
  it('403: a known caller, not allowed [§1.403 authentication.forbidden]', async () => {
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

  it('404: another firm’s resource answers as one that is not there [§1.404 §2.client]', async () => {
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

  it('404: before 400, so that the body tells nothing about what exists [§1.404]', async () => {
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
  ])('405 with Allow: %s %s [§1.405]', async (method, path, allow) => {
    const answer = await expectUnchanged(service, () => wire.json(method, path, {}));
    expectErrorList(answer, 405);
    expect(answer.body).toEqual([expect.objectContaining({ type: 'METHOD_NOT_ALLOWED' })]);
    expect(answer.headers.allow).toBe(allow);
  });

  it.each(['text/html', 'application/xml', 'application/json;q=0', 'image/*'])(
    '406: Accept %s [§1.406]',
    async (accept) => {
      const answer = await wire.get(account, { accept });
      expectErrorList(answer, 406);
      expect(answer.body).toEqual([expect.objectContaining({ type: 'NOT_ACCEPTABLE' })]);
      const path = '/restapi/members';
      const post = () => wire.json('POST', path, memberBody(), { accept });
      expectErrorList(await expectUnchanged(service, post), 406);
    },
  );

  it.each([
    '*/*',
    'application/json',
    'text/html, application/*;q=0.1',
    'application/json;charset=UTF-8',
  ])('Accept %s is served [§1.406]', async (accept) => {
    expect((await wire.get(account, { accept })).status).toBe(200);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/json-patch+json',
    'application/xml',
    'x',
    '',
  ])('415: Content-Type %j [§1.415]', async (type) => {
    const answer = await expectUnchanged(service, () =>
      wire.json('POST', '/restapi/members', memberBody(), { 'content-type': type }),
    );
    expectErrorList(answer, 415);
    expect(answer.body).toEqual([expect.objectContaining({ type: 'UNSUPPORTED_MEDIA_TYPE' })]);
  });

  it('415: a compressed body [§1.415]', async () => {
    const send = () =>
      wire.json('POST', '/restapi/members', memberBody(), { 'content-encoding': 'gzip' });
    expectErrorList(await expectUnchanged(service, send), 415);
  });

  it('Content-Type in capitals and with a character set is served [§1.415]', async () => {
    const type = 'Application/JSON; Charset="UTF-8"';
    const answer = await wire.json('POST', '/restapi/members', memberBody(), {
      'content-type': type,
    });
    expect(answer.status).toBe(201);
  });

  describe('412', () => {
    it.each(['"999"', '"0"', 'W/"1"', '1', '"1","2"', '""', 'x'])(
      'If-Match %s [§1.412]',
      async (tag) => {
        const send = () => wire.json('PUT', account, { accountName: 'Other' }, { 'if-match': tag });
        const answer = await expectUnchanged(service, send);
        expectErrorList(answer, 412);
        expect(answer.body).toEqual([expect.objectContaining({ type: 'PRECONDITION_FAILED' })]);
      },
    );

    it('the tag of the GET, weak [§1.412]', async () => {
      const { headers } = await wire.get(account);
      const weak = { 'if-match': `W/${headers.etag ?? ''}` };
      expectErrorList(await wire.json('PUT', account, {}, weak), 412);
      expect((await wire.json('PUT', account, {}, { 'if-match': headers.etag ?? '' })).status).toBe(
        200,
      );
      expect((await wire.json('PUT', account, {}, { 'if-match': '*' })).status).toBe(200);
    });
  });

  describe('413', () => {
    const MIB = 1024 * 1024;
    const padded = (value: object, bytes: number): string =>
      JSON.stringify(value).padEnd(bytes, ' ');

    it('a body of exactly 1 MiB is read, one byte more is refused [§1.413]', async () => {
      const answer = await wire.send('POST', '/restapi/members', padded(memberBody(), MIB));
      expect(answer.status).toBe(201);
      const send = () => wire.send('POST', '/restapi/members', padded(memberBody(), MIB + 1));
      const refusedOne = await expectUnchanged(service, send);
      expectErrorList(refusedOne, 413);
      expect(refusedOne.body).toEqual([expect.objectContaining({ type: 'PAYLOAD_TOO_LARGE' })]);
    });

    it('also without a Content-Length, and at 10 MB [§1.413]', async () => {
      const chunked = { 'transfer-encoding': 'chunked' };
      const send = () =>
        wire.send('POST', '/restapi/members', padded(memberBody(), MIB + 1), chunked);
      expectErrorList(await expectUnchanged(service, send), 413);
      const large = () => wire.send('PUT', account, padded({}, 10_000_000));
      expectErrorList(await expectUnchanged(service, large), 413);
      expect(
        (await wire.send('POST', '/restapi/members', padded(memberBody(), MIB), chunked)).status,
      ).toBe(201);
    });

    it('12 MiB on the signature endpoint [§1.413]', async () => {
      const path = `${account}/customeragreement`;
      const ok = await wire.send('POST', path, padded(signatureBody(owner), 12 * MIB));
      expect(ok.status).toBe(200);
      const send = () => wire.send('POST', path, padded(signatureBody(owner), 12 * MIB + 1));
      expectErrorList(await expectUnchanged(service, send), 413);
    });
  });

  describe('503 with Retry-After while a store is unreachable', () => {
    it('the log [§1.503]', async () => {
      const { eventStore } = service.service.platform;
      const away = (): never => {
        throw new StoreUnavailableError('the log at esdb://user:password@host is away');
      };
      const spies = [
        jest
          .spyOn(eventStore, 'append')
          .mockImplementation(() => Promise.reject(new StoreUnavailableError('away'))),
        jest.spyOn(eventStore, 'readStream').mockImplementation(away),
      ];
      try {
        for (const send of [
          () => wire.json('POST', '/restapi/members', memberBody()),
          () => wire.json('POST', `${account}/folios`, folioBody()),
          () => wire.json('PUT', account, { accountName: uniqueName() }),
          () =>
            wire.json('POST', '/restapi/members', memberBody(), {
              'idempotency-key': uniqueName(),
            }),
        ]) {
          const answer = await expectUnchanged(service, send);
          expectErrorList(answer, 503);
          expect(answer.body).toEqual([{ type: 'UNAVAILABLE', message: expect.any(String) }]);
          expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          expect(answer.text).not.toContain('password');
        }
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      expect((await wire.json('POST', '/restapi/members', memberBody())).status).toBe(201);
    });

    it('the read models [§1.503]', async () => {
      const { documents } = service.service.platform;
      const away = () => Promise.reject(new StoreUnavailableError('away'));
      const spies = [
        jest.spyOn(documents, 'get').mockImplementation(away),
        jest.spyOn(documents, 'find').mockImplementation(away),
      ];
      try {
        for (const path of [account, '/restapi/accounts', `${account}/folios`, folio]) {
          const answer = await wire.get(path);
          expectErrorList(answer, 503);
          expect(answer.body).toEqual([{ type: 'UNAVAILABLE', message: expect.any(String) }]);
          expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          expect(answer.headers.etag).toBeUndefined();
        }
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      expect((await wire.get(account)).status).toBe(200);
    });
  });

  it('500: INTERNAL with the request id, never a stack [§1.500]', async () => {
    const { eventStore } = service.service.platform;
    const spy = jest
      .spyOn(eventStore, 'append')
      .mockImplementation(() => Promise.reject(new Error('secret detail of the bug')));
    try {
      const answer = await wire.json('POST', '/restapi/members', memberBody(), {
        'x-request-id': 'my-request',
      });
      expectErrorList(answer, 500);
      expect(answer.body).toEqual([
        { type: 'INTERNAL', message: expect.stringContaining('my-request') },
      ]);
      expect(answer.text).not.toMatch(/secret|stack|\bat\b.*\.[tj]s/);
      expect(answer.headers['x-request-id']).toBe('my-request');
    } finally {
      spy.mockRestore();
    }
  });
});

describe('decisions §1 › UNSUPPORTED', () => {
  it('endpoint 6 › billing plans of a corporate firm: 400 with the firm id in the message [§1.unsupported 6.corporate errors.UNSUPPORTED]', async () => {
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

describe('decisions §1 › Location and extras', () => {
  it('an absolute URL from the Host of the request [§1.location]', async () => {
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
    'a Host that is none makes no Location: %j [§1.location]',
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

  it('on create an empty body with 201, on update with 200 [conventions.create conventions.update]', async () => {
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

  it('what is not specified comes in headers only [§1.extras]', async () => {
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

describe('bytes that are no request', () => {
  it.each<[string, string]>([
    ['garbage', 'garbage\r\n\r\n'],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['endless headers', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
    ['no host', 'GET /health/live HTTP/1.1\r\n\r\n'],
  ])('%s: a 4xx, and the connection ends', async (_what, bytes) => {
    const answer = await rawBytes(service.service.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});
