import { describe, expect, it } from '@jest/globals';
import {
  authorizationOf,
  type RawResponse,
  rawRequest,
  type Signing,
} from '../../support/raw-request.js';
import { expectUnchanged, memberBody } from '../../support/running-service.js';
import {
  clock,
  expectUnauthenticated,
  get,
  MINUTES,
  parameters,
  PATH,
  plain,
  service,
  stamp,
  url,
} from './set-up.js';

describe('Request signing › what is signed', () => {
  const invalid = 'credentials.invalid';

  it('a wrong shared secret [errors.401 auth.signing]', async () => {
    const credentials = { ...service.credentials, sharedSecret: 'wrong' };
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp() };
    expectUnauthenticated(await get(authorizationOf(credentials, signing)), invalid);
    const none = { ...service.credentials, sharedSecret: '' };
    expectUnauthenticated(await get(authorizationOf(none, signing)), invalid);
  });

  it('an unknown API key answers the same as a wrong secret [auth.signing]', async () => {
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp() };
    const { sharedSecret } = service.credentials;
    for (const apiKey of ['nobody', '__proto__', 'constructor', 'k'.repeat(2_000)]) {
      const answer = await get(authorizationOf({ apiKey, sharedSecret }, signing));
      expectUnauthenticated(answer, invalid);
    }
    const unknown = await get(authorizationOf({ apiKey: 'nobody', sharedSecret }, signing));
    // a sandbox learns more: [auth.compare]
    const { apiKey } = await service.otherFirm();
    const wrong = await get(authorizationOf({ apiKey, sharedSecret: 'x' }, signing));
    expect(unknown.text).toBe(wrong.text);
  });

  it('the query exactly as sent [auth.signing]', async () => {
    const path = `${PATH}?LIMIT=%31%30`;
    expect((await get(plain({ path }), path)).status).toBe(200);
    expectUnauthenticated(await get(plain({ path: `${PATH}?LIMIT=10` }), path), invalid);
    expectUnauthenticated(await get(plain({ path: PATH }), path), invalid);
    expectUnauthenticated(await get(plain({ path }), PATH), invalid);
    expect((await get(plain({ path: `${PATH}?` }), `${PATH}?`)).status).toBe(200);
  });

  it('the path [auth.signing]', async () => {
    expectUnauthenticated(await get(plain(), '/restapi/rtgs'), invalid);
  });

  it('the method, in capitals [auth.signing]', async () => {
    expectUnauthenticated(await get(plain({ method: 'POST' })), invalid);
    expectUnauthenticated(await get(plain({ method: 'get' })), invalid);
  });

  it('the timestamp exactly as sent, before percent-encoding [auth.signing]', async () => {
    const of = parameters();
    const signed = `FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encodeURIComponent(of.SIGNATURE)}`;
    const other = of.TIMESTAMP.replace('Z', '+00:00');
    const answer = await get(`FOLIOWS ${signed},FOLIOWS_TIMESTAMP=${encodeURIComponent(other)}`);
    expectUnauthenticated(answer, invalid);
    const encoded = encodeURIComponent(of.TIMESTAMP);
    const bySent = parameters({ timestamp: encoded });
    const header = `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encodeURIComponent(bySent.SIGNATURE)},FOLIOWS_TIMESTAMP=${encoded}`;
    expectUnauthenticated(await get(header), invalid);
  });

  it('scheme and authority the request was sent to [auth.signing]', async () => {
    expectUnauthenticated(await get(plain({ baseUrl: 'http://elsewhere.example' })), invalid);
    const host = 'api.example.com:8443';
    const authorization = plain({ baseUrl: `http://${host}` });
    const answer = await rawRequest(url(), { path: PATH, headers: { authorization, host } });
    expect(answer.status).toBe(200);
  });

  it('the URL once, where all of it is the request target [auth.signing]', async () => {
    const target = `${url()}${PATH}?limit=1`;
    const authorization = plain({ path: `${PATH}?limit=1` });
    expect((await get(authorization, target)).status).toBe(200);
    // without a path it is that of the root
    expect((await get(plain(), url())).status).toBe(200);
    const elsewhere = await get(plain(), `${url()}/elsewhere`);
    expect([elsewhere.status, elsewhere.headers.allow]).toEqual([404, undefined]);
    const deleted = await rawRequest(url(), { method: 'DELETE', path: target });
    expect([deleted.status, deleted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  it('the host of such a target, whatever the header Host says [auth.signing]', async () => {
    const target = `http://api.example.com:8443${PATH}`;
    const authorization = plain({ baseUrl: 'http://api.example.com:8443' });
    expect((await get(authorization, target)).status).toBe(200);
    expectUnauthenticated(await get(plain(), target), invalid);
  });

  it('X-Forwarded-* of a proxy that is not trusted do not count [auth.signing]', async () => {
    const forwarded = { 'x-forwarded-host': 'api.example.com', 'x-forwarded-proto': 'https' };
    const authorization = plain({ baseUrl: 'https://api.example.com' });
    const answer = await rawRequest(url(), {
      path: PATH,
      headers: { authorization, ...forwarded },
    });
    expectUnauthenticated(answer, invalid);
    const own = { authorization: plain(), ...forwarded };
    expect((await rawRequest(url(), { path: PATH, headers: own })).status).toBe(200);
  });

  describe('the body', () => {
    const post = (sent: string, signing: Partial<Signing>): Promise<RawResponse> =>
      rawRequest(url(), {
        method: 'POST',
        path: '/restapi/members',
        headers: {
          authorization: plain({ method: 'POST', path: '/restapi/members', ...signing }),
          'content-type': 'application/json',
        },
        body: sent,
      });

    it('as bytes, whatever they say [auth.signing]', async () => {
      const body = JSON.stringify(memberBody({ firstName: 'Jane' }), undefined, 2);
      expect((await post(body, { body })).status).toBe(201);
      const spaced = ` {"loginId" : "é"}\r\n`;
      expect((await post(spaced, { body: spaced })).status).toBe(400);
    });

    it.each<[string, (body: string) => Partial<Signing>]>([
      ['another body', (body) => ({ body: body.replace('Jane', 'Joan') })],
      ['the same JSON in other bytes', (body) => ({ body: body.replace('{', '{ ') })],
      ['no body', () => ({ body: '' })],
    ])('signed for %s: 401 and nothing is stored [auth.signing]', async (_what, signing) => {
      const body = JSON.stringify(memberBody());
      const answer = await expectUnchanged(service, () => post(body, signing(body)));
      expectUnauthenticated(answer, invalid);
    });

    it('is read only after its signature was checked: malformed JSON with a wrong one is 401 [auth.signing]', async () => {
      expectUnauthenticated(await post('{', { body: '' }), invalid);
      expect((await post('{', { body: '{' })).status).toBe(400);
    });
  });
});

describe('Request signing › Timestamp ISO-8601 with offset', () => {
  const utc = (): string => stamp().slice(0, -1);
  it.each<[string, () => string]>([
    ['Z', () => `${utc()}Z`],
    ['+00:00', () => `${utc()}+00:00`],
    ['+0000', () => `${utc()}+0000`],
    ['-00:00', () => `${utc()}-00:00`],
    ['without milliseconds', () => `${utc().slice(0, -4)}Z`],
    ['without milliseconds, offset without colon', () => `${utc().slice(0, -4)}+0000`],
    ['west of Greenwich', () => `${stamp(-5 * 60 * MINUTES).slice(0, -1)}-05:00`],
    ['east of Greenwich', () => `${stamp(330 * MINUTES).slice(0, -1)}+0530`],
    ['with microseconds', () => `${utc()}123Z`],
  ])('%s [auth.signing]', async (_form, timestamp) => {
    expect((await get(plain({ timestamp: timestamp() }))).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['without offset', () => utc()],
    ['a date', () => utc().slice(0, 10)],
    ['seconds since 1970', () => String(Math.floor(clock.now() / 1000))],
    ['RFC 1123', () => new Date(clock.now()).toUTCString().replace(',', '')],
    ['a day that does not exist', () => '2026-02-30T00:00:00Z'],
    ['text', () => 'now'],
  ])('%s: 401 [auth.signing]', async (_form, timestamp) => {
    expectUnauthenticated(await get(plain({ timestamp: timestamp() })), 'credentials.malformed');
  });
});
