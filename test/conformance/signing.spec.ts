import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ManualClock } from '../support/manual-clock.js';
import {
  authorizationOf,
  type RawAnswer,
  rawRequest,
  type Signing,
  signatureOf,
} from '../support/raw-request.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

const MINUTES = 60_000;
const PATH = '/restapi/accounts';

const clock = new ManualClock(Date.now());
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
});
afterAll(() => service.stop());

const stamp = (off = 0): string => new Date(clock.now() + off).toISOString();
const url = (): string => service.service.url;

/** The parameters of a right header, to be put together differently. */
function parameters(
  signing: Partial<Signing> = {},
): Record<'KEY' | 'SIGNATURE' | 'TIMESTAMP', string> {
  const timestamp = signing.timestamp ?? stamp();
  const whole = { path: PATH, baseUrl: url(), ...signing, timestamp };
  const signature = signatureOf(service.credentials.sharedSecret, whole);
  return { KEY: service.credentials.apiKey, SIGNATURE: signature, TIMESTAMP: timestamp };
}

function get(authorization: string, path = PATH): Promise<RawAnswer> {
  return rawRequest(url(), { path, headers: { authorization } });
}

/** The plain header, with something about it signed otherwise. */
function plain(signing: Partial<Signing> = {}, member?: string): string {
  const whole = { path: PATH, baseUrl: url(), timestamp: stamp(), ...signing };
  return authorizationOf(service.credentials, whole, member);
}

/** 401 with one problem that has this code, `WWW-Authenticate` and nothing of the credentials. */
function expectUnauthenticated(answer: RawAnswer, errorCode: string): void {
  expect([answer.status, answer.body]).toEqual([
    401,
    [{ type: 'UNAUTHENTICATED', errorCode, message: expect.any(String) }],
  ]);
  expect(answer.headers['www-authenticate']).toBe('FOLIOWS, Bearer');
  for (const shown of [service.credentials.apiKey, service.credentials.sharedSecret]) {
    expect(answer.text).not.toContain(shown);
  }
}

describe('decisions §2 › Request signing › the header is read tolerantly', () => {
  const encode = encodeURIComponent;
  type Form = (of: ReturnType<typeof parameters>) => string;
  it.each<[string, Form]>([
    [
      'plainly',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'blanks after commas and around',
      (of) =>
        `FOLIOWS  FOLIOWS_API_KEY=${of.KEY},  FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)} , FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)} `,
    ],
    [
      'double quotes',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY="${of.KEY}",FOLIOWS_SIGNATURE="${encode(of.SIGNATURE)}",FOLIOWS_TIMESTAMP="${encode(of.TIMESTAMP)}"`,
    ],
    [
      'quotes on some only',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY}, FOLIOWS_SIGNATURE="${encode(of.SIGNATURE)}", FOLIOWS_TIMESTAMP=${of.TIMESTAMP}`,
    ],
    [
      'another order',
      (of) =>
        `FOLIOWS FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_API_KEY=${of.KEY}`,
    ],
    [
      'values not percent-encoded',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${of.SIGNATURE},FOLIOWS_TIMESTAMP=${of.TIMESTAMP}`,
    ],
    [
      'lower-case percent-encoding',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE).replace(/%../g, (code) => code.toLowerCase())},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP).toLowerCase().replace('t', 'T').replace('z', 'Z')}`,
    ],
    [
      'scheme in another case',
      (of) =>
        `foliows FOLIOWS_API_KEY=${of.KEY},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'both member ids',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_MEMBER_ID=${encode(service.credentials.apiLoginId)},FOLIOWS_SELECTED_MEMBER_ID=${encode(service.credentials.apiLoginId)},FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
    [
      'empty member ids are none',
      (of) =>
        `FOLIOWS FOLIOWS_API_KEY=${of.KEY},FOLIOWS_MEMBER_ID=,FOLIOWS_SELECTED_MEMBER_ID="",FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)},FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
    ],
  ])('%s [§2.signing]', async (_form, header) => {
    expect((await get(header(parameters()))).status).toBe(200);
  });

  const whole = (of: ReturnType<typeof parameters>): string[] => [
    `FOLIOWS_API_KEY=${of.KEY}`,
    `FOLIOWS_SIGNATURE=${encode(of.SIGNATURE)}`,
    `FOLIOWS_TIMESTAMP=${encode(of.TIMESTAMP)}`,
  ];
  it.each<[string, (parts: string[]) => string]>([
    ['without the key', ([, signature, time]) => `FOLIOWS ${[signature, time].join()}`],
    ['without the signature', ([key, , time]) => `FOLIOWS ${[key, time].join()}`],
    ['without the timestamp', ([key, signature]) => `FOLIOWS ${[key, signature].join()}`],
    ['with nothing but the scheme', () => 'FOLIOWS'],
    ['with blanks after the scheme', () => 'FOLIOWS   '],
    ['with an empty key', ([, ...rest]) => `FOLIOWS ${['FOLIOWS_API_KEY=', ...rest].join()}`],
    ['with a part twice', (parts) => `FOLIOWS ${[...parts, parts[0]].join()}`],
    [
      'with a part that has no value',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID'].join()}`,
    ],
    ['with half a quote', ([key, ...rest]) => `FOLIOWS ${[`${key}"`, ...rest].join()}`],
    [
      'with broken percent-encoding',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID=%zz'].join()}`,
    ],
    [
      'with a truncated UTF-8 sequence',
      (parts) => `FOLIOWS ${[...parts, 'FOLIOWS_MEMBER_ID=%e2%82'].join()}`,
    ],
    [
      'with a signature cut short',
      ([key, , time]) => `FOLIOWS ${[key, 'FOLIOWS_SIGNATURE=AAAA', time].join()}`,
    ],
    ['with another scheme', (parts) => `Basic ${parts.join()}`],
    ['without a scheme', (parts) => parts.join()],
  ])('%s: 401 [§2.signing]', async (_what, header) => {
    expectUnauthenticated(await get(header(whole(parameters()))), 'credentials.malformed');
  });

  it('without the header, and with an empty one: 401 [§1.401]', async () => {
    expectUnauthenticated(await rawRequest(url(), { path: PATH }), 'credentials.missing');
    expectUnauthenticated(await get(''), 'credentials.missing');
  });
});

describe('decisions §2 › Request signing › what is signed', () => {
  const invalid = 'credentials.invalid';

  it('a wrong shared secret [§1.401 §2.signing]', async () => {
    const credentials = { ...service.credentials, sharedSecret: 'wrong' };
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp() };
    expectUnauthenticated(await get(authorizationOf(credentials, signing)), invalid);
    const none = { ...service.credentials, sharedSecret: '' };
    expectUnauthenticated(await get(authorizationOf(none, signing)), invalid);
  });

  it('an unknown API key answers the same as a wrong secret [§2.signing]', async () => {
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp() };
    const { sharedSecret } = service.credentials;
    for (const apiKey of ['nobody', '__proto__', 'constructor', 'k'.repeat(2_000)]) {
      const answer = await get(authorizationOf({ apiKey, sharedSecret }, signing));
      expectUnauthenticated(answer, invalid);
    }
    const unknown = await get(authorizationOf({ apiKey: 'nobody', sharedSecret }, signing));
    const wrong = await get(
      authorizationOf({ ...service.credentials, sharedSecret: 'x' }, signing),
    );
    expect(unknown.text).toBe(wrong.text);
  });

  it('the query exactly as sent [§2.signing]', async () => {
    const path = `${PATH}?LIMIT=%31%30`;
    expect((await get(plain({ path }), path)).status).toBe(200);
    expectUnauthenticated(await get(plain({ path: `${PATH}?LIMIT=10` }), path), invalid);
    expectUnauthenticated(await get(plain({ path: PATH }), path), invalid);
    expectUnauthenticated(await get(plain({ path }), PATH), invalid);
    expect((await get(plain({ path: `${PATH}?` }), `${PATH}?`)).status).toBe(200);
  });

  it('the path [§2.signing]', async () => {
    expectUnauthenticated(await get(plain(), '/restapi/rtgs'), invalid);
  });

  it('the method, in capitals [§2.signing]', async () => {
    expectUnauthenticated(await get(plain({ method: 'POST' })), invalid);
    expectUnauthenticated(await get(plain({ method: 'get' })), invalid);
  });

  it('the timestamp exactly as sent, before percent-encoding [§2.signing]', async () => {
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

  it('scheme and authority the request was sent to [§2.signing]', async () => {
    expectUnauthenticated(await get(plain({ baseUrl: 'http://elsewhere.example' })), invalid);
    const host = 'api.example.com:8443';
    const authorization = plain({ baseUrl: `http://${host}` });
    const answer = await rawRequest(url(), { path: PATH, headers: { authorization, host } });
    expect(answer.status).toBe(200);
  });

  it('X-Forwarded-* of a proxy that is not trusted do not count [§2.signing]', async () => {
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
    const post = (sent: string, signing: Partial<Signing>): Promise<RawAnswer> =>
      rawRequest(url(), {
        method: 'POST',
        path: '/restapi/members',
        headers: {
          authorization: plain({ method: 'POST', path: '/restapi/members', ...signing }),
          'content-type': 'application/json',
        },
        body: sent,
      });

    it('as bytes, whatever they say [§2.signing]', async () => {
      const body = JSON.stringify(memberBody({ firstName: 'Jane' }), undefined, 2);
      expect((await post(body, { body })).status).toBe(201);
      const spaced = ` {"loginId" : "é"}\r\n`;
      expect((await post(spaced, { body: spaced })).status).toBe(400);
    });

    it.each<[string, (body: string) => Partial<Signing>]>([
      ['another body', (body) => ({ body: body.replace('Jane', 'Joan') })],
      ['the same JSON in other bytes', (body) => ({ body: body.replace('{', '{ ') })],
      ['no body', () => ({ body: '' })],
    ])('signed for %s: 401 and nothing is stored [§2.signing]', async (_what, signing) => {
      const body = JSON.stringify(memberBody());
      const answer = await expectUnchanged(service, () => post(body, signing(body)));
      expectUnauthenticated(answer, invalid);
    });

    it('is believed no sooner than its signature: malformed JSON with a wrong one is 401 [§2.signing]', async () => {
      expectUnauthenticated(await post('{', { body: '' }), invalid);
      expect((await post('{', { body: '{' })).status).toBe(400);
    });
  });
});

describe('decisions §2 › Request signing › Timestamp ISO-8601 with offset', () => {
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
  ])('%s [§2.signing]', async (_form, timestamp) => {
    expect((await get(plain({ timestamp: timestamp() }))).status).toBe(200);
  });

  it.each<[string, () => string]>([
    ['without offset', () => utc()],
    ['a date', () => utc().slice(0, 10)],
    ['seconds since 1970', () => String(Math.floor(clock.now() / 1000))],
    ['RFC 1123', () => new Date(clock.now()).toUTCString().replace(',', '')],
    ['a day that does not exist', () => '2026-02-30T00:00:00Z'],
    ['text', () => 'now'],
  ])('%s: 401 [§2.signing]', async (_form, timestamp) => {
    expectUnauthenticated(await get(plain({ timestamp: timestamp() })), 'credentials.malformed');
  });
});

describe('decisions §2 › Replay › more than 5 minutes off', () => {
  it.each([
    ['5 minutes early', -5 * MINUTES, 200],
    ['5 minutes late', 5 * MINUTES, 200],
    ['a millisecond more, early', -5 * MINUTES - 1, 401],
    ['a millisecond more, late', 5 * MINUTES + 1, 401],
    ['a day', -24 * 60 * MINUTES, 401],
  ])('%s [§2.replay]', async (_what, off, status) => {
    const answer = await get(plain({ timestamp: stamp(off) }));
    if (status === 200) expect(answer.status).toBe(200);
    else expectUnauthenticated(answer, 'credentials.timestamp.out.of.range');
  });

  it('a wrong signature is not told apart by its time [§2.replay]', async () => {
    const credentials = { ...service.credentials, sharedSecret: 'wrong' };
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp(-60 * MINUTES) };
    expectUnauthenticated(await get(authorizationOf(credentials, signing)), 'credentials.invalid');
  });
});

describe('decisions §2 › Replay › a signature seen in the window', () => {
  const send = (method: string, path: string, body: string, authorization: string) =>
    rawRequest(url(), {
      method,
      path,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });

  it('is refused for POST, and changes nothing [§2.replay]', async () => {
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody());
    const authorization = plain({ method: 'POST', path, body });
    expect((await send('POST', path, body, authorization)).status).toBe(201);
    const again = await expectUnchanged(service, () => send('POST', path, body, authorization));
    expectUnauthenticated(again, 'credentials.replayed');
  });

  it('is refused for PUT, also after a refused first use and in another spelling of the header [§2.replay]', async () => {
    const loginId = await service.member();
    const path = `/restapi/members/${loginId}`;
    const body = '{"email2":"second@example.com"}';
    const timestamp = stamp(-1);
    const authorization = plain({ method: 'PUT', path, body, timestamp });
    expect((await send('PUT', path, body, authorization)).status).toBe(200);
    const respelled = authorization.replace('FOLIOWS_API_KEY', ' FOLIOWS_API_KEY');
    for (const header of [authorization, respelled, `${authorization},FOLIOWS_MEMBER_ID=x`]) {
      const again = await expectUnchanged(service, () => send('PUT', path, body, header));
      expectUnauthenticated(again, 'credentials.replayed');
    }
    const bad = '{"nope":1}';
    const refused = plain({ method: 'PUT', path, body: bad, timestamp });
    expect((await send('PUT', path, bad, refused)).status).toBe(400);
    expectUnauthenticated(await send('PUT', path, bad, refused), 'credentials.replayed');
  });

  it('is refused for DELETE [§2.replay]', async () => {
    const accountNumber = await service.account();
    const loginId = await service.member();
    const held = { loginId, permission: 'SV', alertLevel: 'none', listOnReport: false };
    const permissions = `/restapi/accounts/${accountNumber}/permissions`;
    expectStatus(await service.client.post(permissions, held), 201);
    const path = `${permissions}/${loginId}`;
    const authorization = plain({ method: 'DELETE', path });
    const take = () => rawRequest(url(), { method: 'DELETE', path, headers: { authorization } });
    expect((await take()).status).toBe(200);
    expectUnauthenticated(await take(), 'credentials.replayed');
  });

  it('is allowed for GET [§2.replay]', async () => {
    const authorization = plain();
    expect((await get(authorization)).status).toBe(200);
    expect((await get(authorization)).status).toBe(200);
  });

  it('of twenty at the same moment one gets through [§2.replay]', async () => {
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody());
    const authorization = plain({ method: 'POST', path, body });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', path, body, authorization)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array<number>(19).fill(401),
    ]);
  });

  it('the same signature over the same request in another window is another one [§2.replay]', async () => {
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody({ loginId: uniqueName('m') }));
    const first = plain({ method: 'POST', path, body, timestamp: stamp(-2) });
    const second = plain({ method: 'POST', path, body, timestamp: stamp(-1) });
    expect((await send('POST', path, body, first)).status).toBe(201);
    expect((await send('POST', path, body, second)).status).toBe(400);
  });
});

describe('decisions §2 › API client', () => {
  it('a revoked one is refused with the next request; a replaced secret too [§2.client]', async () => {
    const { firmId, client } = await service.otherFirm();
    const apiKey = uniqueName('key');
    const path = `/backoffice/firms/${firmId}/clients/${apiKey}`;
    const made = await service.operator.put(path, { loginId: uniqueName('api') });
    const { sharedSecret } = made.body as { sharedSecret: string };
    const call = (secret: string): Promise<RawAnswer> => {
      const signing = { path: PATH, baseUrl: url(), timestamp: stamp() };
      return get(authorizationOf({ apiKey, sharedSecret: secret }, signing));
    };
    expect((await call(sharedSecret)).status).toBe(200);

    const replaced = await service.operator.post(`${path}/secret`);
    const next = (replaced.body as { sharedSecret: string }).sharedSecret;
    expectUnauthenticated(await call(sharedSecret), 'credentials.invalid');
    expect((await call(next)).status).toBe(200);

    expectStatus(await service.operator.request('DELETE', path), 200);
    expectUnauthenticated(await call(next), 'credentials.invalid');
    expectStatus(await client.get(PATH), 200);
  });

  it('sees its own firm only [§2.client]', async () => {
    const other = await service.otherFirm();
    const accountNumber = await service.account();
    expectStatus(await other.client.get(`${PATH}/${accountNumber}`), 404);
    expect((await other.client.get(PATH)).body).toEqual([]);
  });
});

describe('decisions §2 › Acting member › FOLIOWS_MEMBER_ID', () => {
  it('a member of the firm acts as itself [§2.acting]', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = `${PATH}/${accountNumber}`;
    expect((await get(plain({ path }, owner), path)).status).toBe(200);
    const stranger = await service.member();
    const answer = await get(plain({ path }, stranger), path);
    expect([answer.status, answer.body]).toEqual([
      403,
      [expect.objectContaining({ type: 'FORBIDDEN' })],
    ]);
  });

  it.each<[string, () => string | Promise<string>]>([
    ['an unknown one', () => uniqueName('nobody')],
    ['a hostile one', () => '../__proto__\u0000'],
    ['a login id in another case', async () => (await service.member()).toUpperCase()],
    ['a very long one', () => 'm'.repeat(4_000)],
    ["another firm's member", async () => service.member({}, (await service.otherFirm()).client)],
    ["another firm's API client", async () => (await service.otherFirm()).loginId],
  ])('%s: 403, and nothing is stored [§2.acting §1.403]', async (_who, member) => {
    const loginId = await member();
    const body = JSON.stringify(memberBody());
    const path = '/restapi/members';
    const authorization = plain({ method: 'POST', path, body }, loginId);
    const answer = await expectUnchanged(service, () =>
      rawRequest(url(), {
        method: 'POST',
        path,
        headers: { authorization, 'content-type': 'application/json' },
        body,
      }),
    );
    expect([answer.status, answer.body]).toEqual([
      403,
      [{ type: 'FORBIDDEN', message: 'The acting member is not known.' }],
    ]);
    expect((await get(plain({}, loginId))).status).toBe(403);
  });
});
