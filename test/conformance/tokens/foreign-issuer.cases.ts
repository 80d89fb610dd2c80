import { KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { authorizationOf, rawRequest } from '../../support/raw-request.js';
import { expectStatus, ServiceUnderTest } from '../../support/running-service.js';
import { expectUnauthenticated, handMade } from './set-up.js';

describe('Bearer tokens › an issuer with a JWKS URL', () => {
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

  it('a token of it is accepted [auth.bearer]', async () => {
    expectStatus(await get(await issued({ alg: 'RS256', kid: 'rsa' }, rsa.privateKey)), 200);
  });

  it('a symmetric key in the set signs nothing [auth.bearer]', async () => {
    const secret = Buffer.from('c2VjcmV0'.repeat(8), 'base64url');
    expectUnauthenticated(await get(await issued({ alg: 'HS256', kid: 'symmetric' }, secret)));
  });

  it('HS256 with the public key as the secret [auth.bearer]', async () => {
    const pem = Buffer.from(await exportSPKI(rsa.publicKey as never));
    expectUnauthenticated(await get(await issued({ alg: 'HS256', kid: 'rsa' }, pem)));
    expectUnauthenticated(await get(await issued({ alg: 'HS256' }, pem)));
  });

  it('an unknown key, and another key under a known name [auth.bearer]', async () => {
    const other = await generateKeyPair('RS256', { extractable: true });
    expectUnauthenticated(await get(await issued({ alg: 'RS256', kid: 'x' }, other.privateKey)));
    expectUnauthenticated(await get(await issued({ alg: 'RS256', kid: 'rsa' }, other.privateKey)));
  });

  it('alg none in its name [auth.bearer]', async () => {
    const claims = {
      iss: issuer,
      aud: 'accounts',
      sub: 'x',
      exp: 9_999_999_999,
      roles: ['operator'],
    };
    const header = { alg: 'none', kid: 'rsa' };
    expectUnauthenticated(await get(handMade(header, claims)), 'credentials.malformed');
    const unsigned = handMade(header, claims).slice(0, -1);
    const signature = sign('sha256', Buffer.from(unsigned), KeyObject.from(rsa.privateKey));
    expectUnauthenticated(await get(`${unsigned}.${signature.toString('base64url')}`));
  });

  it('The URL is rebuilt from PUBLIC_BASE_URL when set [request.location]', async () => {
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
