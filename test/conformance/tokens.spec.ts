import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { ManualClock } from '../support/manual-clock.js';
import { authorizationOf, rawRequest } from '../support/raw-request.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

const ISSUER = 'urn:brokerage-account-service:local';
const AUDIENCE = 'brokerage-account-service';
const DAY = 86_400_000;

const clock = new ManualClock(Date.now());
let service: ServiceUnderTest;
let privateKey: KeyObject;
let publicKey: KeyObject;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  // The key the local issuer has: with it a test can say what the issuer itself would not.
  const seed = await service.service.platform.keys.secret('token-signing-key');
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  publicKey = createPublicKey(privateKey);
});
afterAll(() => service.stop());

const seconds = (): number => Math.floor(clock.now() / 1000);
const bearer = (token: string): BrokerageClient =>
  new BrokerageClient(service.service.url, { token });

interface Parts {
  readonly header?: Partial<JWTHeaderParameters>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: KeyObject | Uint8Array;
}

/** A token that is right but for the parts given; a claim that is undefined is left out. */
function token({ header = {}, claims = {}, key = privateKey }: Parts = {}): Promise<string> {
  const whole = {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'somebody',
    iat: seconds(),
    exp: seconds() + 600,
    roles: ['client'],
    firm_id: service.credentials.firmId,
    login: service.credentials.apiLoginId,
    ...claims,
  };
  return new SignJWT(whole).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(key);
}

/** A token put together by hand: no library would make it. */
function handMade(header: object, claims: object, signature = ''): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(claims)}.${signature}`;
}

function expectUnauthenticated(answer: ClientAnswer, errorCode = 'credentials.invalid'): void {
  expect([answer.status, answer.body]).toEqual([
    401,
    [{ type: 'UNAUTHENTICATED', errorCode, message: expect.any(String) }],
  ]);
  expect(answer.headers.get('www-authenticate')).toBe('FOLIOWS, Bearer');
}

describe('decisions §2 › Bearer tokens › roles', () => {
  const FIRM = '/backoffice/firms/8812345678';
  const firm = { name: 'Firm', firmType: 'L', billingLevel: 'account', entitlements: [] };
  const rtg = { name: 'Model', targetWeights: [{ ticker: 'VTI', targetWeight: '100' }] };
  const requests: Readonly<Record<string, (client: BrokerageClient) => Promise<ClientAnswer>>> = {
    read: (client) => client.get('/restapi/accounts'),
    write: (client) => client.post('/restapi/members', memberBody()),
    feed: (client) => client.put('/backoffice/rtgs/778899', rtg),
    firm: (client) => client.put(FIRM, firm),
    client: (client) => client.put(`${FIRM}/clients/role-key`, { loginId: 'role.login' }),
  };
  it.each<[string, Record<string, number>]>([
    ['operator', { read: 403, write: 403, feed: 403, firm: 200, client: 200 }],
    ['client', { read: 200, write: 201, feed: 403, firm: 403, client: 403 }],
    ['backoffice', { read: 403, write: 403, feed: 200, firm: 403, client: 403 }],
    ['auditor', { read: 200, write: 403, feed: 403, firm: 403, client: 403 }],
  ])('%s [§2.bearer]', async (role, expected) => {
    const client = bearer(service.credentials.tokens[role as 'client']);
    const found: Record<string, number> = {};
    for (const [name, send] of Object.entries(requests)) {
      const before = await service.head();
      const { status, body } = await send(client);
      found[name] = status;
      if (status !== 403) continue;
      expect(body).toEqual([expect.objectContaining({ type: 'FORBIDDEN' })]);
      expect(await service.head()).toBe(before);
    }
    expect(found).toEqual(expected);
  });

  it('an auditor reads every firm, and nobody may change with it [§2.bearer]', async () => {
    const other = await service.otherFirm();
    const owner = await service.member({}, other.client);
    const accountNumber = await service.account(
      { primaryAccountOwner: owner, billingPlanOid: other.planOid },
      other.client,
    );
    const account = `/restapi/accounts/${accountNumber}`;
    for (const path of [account, `/restapi/members/${owner}`, `${account}/folios`]) {
      expectStatus(await service.auditor.get(path), 200);
    }
    await expectUnchanged(service, async () => {
      expectStatus(await service.auditor.put(account, { accountName: 'x' }), 403);
      expectStatus(await service.auditor.post(`${account}/folios`, {}), 403);
      expectStatus(await service.auditor.put(`/restapi/members/${owner}`, {}), 403);
    });
  });

  it.each<[string, Record<string, unknown>, number]>([
    [
      'several roles: what any of them may',
      { roles: ['auditor', 'backoffice'], firm_id: undefined, login: undefined },
      200,
    ],
    ['no roles claim', { roles: undefined }, 403],
    ['an empty list', { roles: [] }, 403],
    ['unknown roles only', { roles: ['admin', 'Client', '__proto__'] }, 403],
    ['roles that are a text', { roles: 'client' }, 401],
    ['roles that are an object', { roles: { client: true } }, 401],
    ['a client without a firm', { firm_id: undefined }, 401],
    ['a client with an empty firm', { firm_id: '' }, 401],
    ['a firm that is no text', { firm_id: 1000001 }, 401],
    ['a login that is no text', { login: ['demo.api'] }, 401],
  ])('%s [§2.bearer]', async (_what, claims, status) => {
    const answer = await bearer(await token({ claims })).get('/restapi/accounts');
    expectStatus(answer, status);
  });

  it('no role gives a reason to ask for other credentials: 403, the rest are 401 with the challenge [§1.401 §1.403]', async () => {
    const answer = await bearer(await token({ claims: { roles: [] } })).get('/restapi/accounts');
    expect(answer.body).toEqual([expect.objectContaining({ type: 'FORBIDDEN' })]);
    expectUnauthenticated(
      await bearer(await token({ claims: { firm_id: undefined } })).get('/restapi/accounts'),
    );
  });
});

describe('decisions §2 › Acting member › the login claim', () => {
  it('a member of the firm acts as itself [§2.acting]', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${accountNumber}`;
    expectStatus(await bearer(await token({ claims: { login: owner } })).get(path), 200);
    const stranger = await service.member();
    expectStatus(await bearer(await token({ claims: { login: stranger } })).get(path), 403);
  });

  it('an unknown one, and one of another firm: 403 [§2.acting]', async () => {
    const other = await service.otherFirm();
    const foreign = await service.member({}, other.client);
    for (const login of [uniqueName('nobody'), foreign, other.loginId]) {
      const client = bearer(await token({ claims: { login } }));
      const answer = await expectUnchanged(service, () =>
        client.post('/restapi/members', memberBody()),
      );
      expect([answer.status, answer.body]).toEqual([
        403,
        [{ type: 'FORBIDDEN', message: 'The acting member is not known.' }],
      ]);
    }
  });

  it('a firm that does not exist sees nothing [§2.acting]', async () => {
    const accountNumber = await service.account();
    const claims = { firm_id: '9999999999', login: undefined };
    const client = bearer(await token({ claims }));
    expectStatus(await client.get(`/restapi/accounts/${accountNumber}`), 404);
    await expectUnchanged(service, async () => {
      expect((await client.post('/restapi/members', memberBody())).status).toBeGreaterThanOrEqual(
        400,
      );
    });
  });
});

describe('decisions §2 › Bearer tokens › what is refused', () => {
  const send = (value: string): Promise<ClientAnswer> =>
    expectUnchanged(service, () => bearer(value).post('/restapi/members', memberBody()));

  it('a right one is not', async () => {
    expectStatus(await bearer(await token()).post('/restapi/members', memberBody()), 201);
  });

  it('expired, and not valid yet [§2.bearer]', async () => {
    const expired = await token({ claims: { exp: seconds() - 60 } });
    expectUnauthenticated(await send(expired), 'credentials.expired');
    const early = await token({ claims: { nbf: seconds() + 60 } });
    expectUnauthenticated(await send(early), 'credentials.expired');
  });

  it('without an expiry or a subject [§2.bearer]', async () => {
    expectUnauthenticated(await send(await token({ claims: { exp: undefined } })));
    expectUnauthenticated(await send(await token({ claims: { sub: undefined } })));
    expectUnauthenticated(await send(await token({ claims: { sub: '' } })));
  });

  it('of another issuer or for another audience, or for none [§2.bearer]', async () => {
    for (const claims of [
      { iss: 'https://issuer.example' },
      { iss: undefined },
      { iss: `${ISSUER}/` },
      { aud: 'another-service' },
      { aud: undefined },
      { aud: [] },
    ]) {
      expectUnauthenticated(await send(await token({ claims })));
    }
    const several = await token({ claims: { aud: ['another', AUDIENCE] } });
    expectStatus(await bearer(several).get('/restapi/accounts'), 200);
  });

  it('tampered: other claims, another signature, none [§2.bearer]', async () => {
    const right = await token({ claims: { roles: ['auditor'], firm_id: undefined } });
    const [header = '', claims = '', signature = ''] = right.split('.');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const more = Buffer.from(JSON.stringify({ ...said, roles: ['operator'] })).toString(
      'base64url',
    );
    expectUnauthenticated(await send(`${header}.${more}.${signature}`));
    const turned = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    expectUnauthenticated(await send(`${header}.${claims}.${turned}`));
    expectUnauthenticated(await send(`${header}.${claims}.`), 'credentials.malformed');
    expectUnauthenticated(await send(`${header}.${claims}`), 'credentials.malformed');
  });

  it('once believed, a token is not believed with other claims [§2.bearer]', async () => {
    const right = await token();
    expectStatus(await bearer(right).get('/restapi/accounts'), 200);
    const [header = '', claims = '', signature = ''] = right.split('.');
    const forged = Buffer.from(claims, 'base64url').toString().replace('client', 'operator');
    const other = `${header}.${Buffer.from(forged).toString('base64url')}.${signature}`;
    expectUnauthenticated(await bearer(other).get('/restapi/accounts'));
  });

  it('signed with somebody else’s key [§2.bearer]', async () => {
    const { privateKey: key } = await generateKeyPair('EdDSA', { extractable: true });
    expectUnauthenticated(await send(await token({ key: key as never })));
  });

  it.each(['none', 'None', 'NONE', ''])('alg %j [§2.bearer]', async (alg) => {
    const claims = {
      iss: ISSUER,
      aud: AUDIENCE,
      sub: 'x',
      exp: seconds() + 600,
      roles: ['operator'],
    };
    expectUnauthenticated(await send(handMade({ alg }, claims)), 'credentials.malformed');
    expectUnauthenticated(await send(handMade({ alg }, claims, 'AAAA')));
  });

  it.each(['HS256', 'HS384', 'HS512'])(
    '%s with the public key as the secret [§2.bearer]',
    async (alg) => {
      const pem = publicKey.export({ format: 'pem', type: 'spki' });
      const der = publicKey.export({ format: 'der', type: 'spki' });
      const { x = '' } = publicKey.export({ format: 'jwk' });
      for (const secret of [Buffer.from(pem), der, Buffer.from(x, 'base64url')]) {
        const key = Buffer.concat([secret, Buffer.alloc(Math.max(0, 64 - secret.length))]);
        for (const used of [secret, key]) {
          const forged = await token({ header: { alg }, key: new Uint8Array(used) }).catch(
            () => '',
          );
          if (forged !== '') expectUnauthenticated(await send(forged));
        }
      }
    },
  );

  it('that brings its own key along [§2.bearer]', async () => {
    const own = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const forged = await token({ header: { jwk }, key: own.privateKey as never });
    expectUnauthenticated(await send(forged));
    const jku = { jku: 'https://attacker.example/keys' } as never;
    expectUnauthenticated(await send(await token({ header: jku, key: own.privateKey as never })));
  });

  it('with a critical extension nobody knows [§2.bearer]', async () => {
    const forged = handMade({ alg: 'EdDSA', crit: ['x'], x: 1 }, { iss: ISSUER }, 'AAAA');
    expectUnauthenticated(await send(forged));
  });

  it.each(['x', 'a.b', 'a.b.c.d', '...', '%', 'é.é.é', 'a'.repeat(9_000), `${'a.'.repeat(2)}b c`])(
    'no token at all: %# [§2.bearer]',
    async (value) => {
      const sent = encodeURI(value);
      const answer = await send(sent);
      expect(answer.status).toBe(401);
    },
  );

  it('without a token [§1.401]', async () => {
    const answer = await rawRequest(service.service.url, {
      path: '/restapi/accounts',
      headers: { authorization: 'Bearer' },
    });
    expect([answer.status, answer.body]).toEqual([
      401,
      [expect.objectContaining({ errorCode: 'credentials.malformed' })],
    ]);
  });

  it('a token of 30 days stops working after them, although it was believed before [§11.first-start]', async () => {
    const { tokens } = service.credentials;
    expectStatus(await bearer(tokens.auditor).get('/restapi/accounts'), 200);
    clock.advance(30 * DAY + 60_000);
    expectUnauthenticated(
      await bearer(tokens.auditor).get('/restapi/accounts'),
      'credentials.expired',
    );
  });
});

describe('decisions §2 › Bearer tokens › an issuer with a JWKS URL', () => {
  const issuer = 'https://login.example';
  let keys: Server;
  let oidc: ServiceUnderTest;
  let rsa: Awaited<ReturnType<typeof generateKeyPair>>;
  beforeAll(async () => {
    rsa = await generateKeyPair('RS256', { extractable: true });
    const symmetric = { kty: 'oct', kid: 'symmetric', alg: 'HS256', k: 'c2VjcmV0'.repeat(8) };
    const set = {
      keys: [{ ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256' }, symmetric],
    };
    keys = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(set));
    });
    await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
    const { port } = keys.address() as AddressInfo;
    oidc = await ServiceUnderTest.start(
      {},
      {
        OIDC_ISSUER: issuer,
        OIDC_JWKS_URL: `http://127.0.0.1:${port}/keys`,
        OIDC_AUDIENCE: 'accounts',
        PUBLIC_BASE_URL: 'https://accounts.example/',
      },
    );
  });
  afterAll(async () => {
    await oidc.stop();
    await new Promise((resolve) => keys.close(resolve));
  });

  const issued = (header: JWTHeaderParameters, key: unknown, claims: object = {}) =>
    new SignJWT({ roles: ['auditor'], ...claims })
      .setProtectedHeader(header)
      .setIssuer(issuer)
      .setAudience('accounts')
      .setSubject('person')
      .setExpirationTime('10m')
      .sign(key as never);
  const get = (value: string): Promise<ClientAnswer> =>
    new BrokerageClient(oidc.service.url, { token: value }).get('/restapi/accounts');

  it('a token of it is accepted [§2.bearer]', async () => {
    expectStatus(await get(await issued({ alg: 'RS256', kid: 'rsa' }, rsa.privateKey)), 200);
  });

  it('a symmetric key in the set signs nothing [§2.bearer]', async () => {
    const secret = Buffer.from('c2VjcmV0'.repeat(8), 'base64url');
    expectUnauthenticated(await get(await issued({ alg: 'HS256', kid: 'symmetric' }, secret)));
  });

  it('HS256 with the public key as the secret [§2.bearer]', async () => {
    const pem = Buffer.from(await exportSPKI(rsa.publicKey as never));
    expectUnauthenticated(await get(await issued({ alg: 'HS256', kid: 'rsa' }, pem)));
    expectUnauthenticated(await get(await issued({ alg: 'HS256' }, pem)));
  });

  it('an unknown key, and another key under a known name [§2.bearer]', async () => {
    const other = await generateKeyPair('RS256', { extractable: true });
    expectUnauthenticated(await get(await issued({ alg: 'RS256', kid: 'x' }, other.privateKey)));
    expectUnauthenticated(await get(await issued({ alg: 'RS256', kid: 'rsa' }, other.privateKey)));
  });

  it('alg none in its name [§2.bearer]', async () => {
    const claims = {
      iss: issuer,
      aud: 'accounts',
      sub: 'x',
      exp: 9_999_999_999,
      roles: ['operator'],
    };
    expectUnauthenticated(await get(handMade({ alg: 'none', kid: 'rsa' }, claims, 'AAAA')));
  });

  it('decisions §2 › The URL is rebuilt from PUBLIC_BASE_URL when set [§1.location]', async () => {
    const path = '/restapi/accounts';
    const send = (baseUrl: string, more: Record<string, string> = {}) =>
      rawRequest(oidc.service.url, {
        path,
        headers: { authorization: authorizationOf(oidc.credentials, { path, baseUrl }), ...more },
      });
    expect((await send('https://accounts.example')).status).toBe(200);
    expect((await send('https://accounts.example', { host: 'x.example' })).status).toBe(200);
    expect((await send(oidc.service.url)).status).toBe(401);
    expect((await send('http://accounts.example')).status).toBe(401);
  });
});
