import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { isCaller } from '#libs/platform/http';
import type { Caller, Problem } from '#libs/platform/kernel';
import { BearerAuthenticator, remoteIssuer } from './bearer-authenticator.js';
import { CredentialCode } from './problems.js';
import type { TrustedIssuer } from './tokens.js';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const SECONDS = NOW / 1000;

const codeOf = (result: Caller | Problem) =>
  isCaller(result) ? 'caller' : (result.errorCode ?? result.type);

describe('bearer tokens of a remote issuer', () => {
  const logins = { find: () => Promise.resolve(undefined) };
  const firms = { entitlementsOf: () => [] };
  const clock = { now: () => now };
  const over = (...issuers: TrustedIssuer[]) =>
    new BearerAuthenticator({ issuers, logins, firms, clock });
  let now: number;
  beforeEach(() => {
    now = NOW;
  });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const secret = randomBytes(32);
  let server: Server;
  let url: string;
  let fetched: number;
  let answer: () => { status: number; body: string };
  beforeEach(async () => {
    fetched = 0;
    const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig' };
    const oct = { kty: 'oct', k: secret.toString('base64url'), kid: 'two', alg: 'HS256' };
    answer = () => ({ status: 200, body: JSON.stringify({ keys: [jwk, oct] }) });
    server = createServer((_, response) => {
      fetched++;
      const { status, body } = answer();
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const token = (
    alg = 'RS256',
    kid: string | null = 'one',
    key: KeyObject | Buffer = rsa.privateKey,
  ) =>
    new SignJWT({ roles: ['backoffice'] })
      .setProtectedHeader({ alg, ...(kid !== null && { kid }) })
      .setIssuer('https://id')
      .setAudience('api')
      .setSubject(`someone-${kid}`)
      .setExpirationTime(SECONDS + 600)
      .sign(key);
  const authenticator = () =>
    over(remoteIssuer({ issuer: 'https://id', audience: 'api', jwksUrl: url }));

  it('are verified with the keys of the JWKS, which are fetched once', async () => {
    const bearer = authenticator();
    const text = await token();
    expect(await bearer.authenticate(text)).toMatchObject({ roles: ['backoffice'] });
    expect(await bearer.authenticate(await token('PS256'))).toMatchObject({ id: 'someone-one' });
    await bearer.authenticate(text);
    expect(fetched).toBe(1);
  });

  it('are never verified with a symmetric key of the JWKS', async () => {
    const text = await token('HS256', 'two', secret);
    expect(codeOf(await authenticator().authenticate(text))).toBe(CredentialCode.Invalid);
  });

  it('are refused with an unknown key', async () => {
    const text = await token('RS256', 'three');
    expect(codeOf(await authenticator().authenticate(text))).toBe(CredentialCode.Invalid);
  });

  it.each([
    ['fails', () => ({ status: 500, body: '' })],
    ['redirects', () => ({ status: 302, body: '' })],
    ['answers nonsense', () => ({ status: 200, body: '<html>' })],
    ['answers something else', () => ({ status: 200, body: '{}' })],
  ])('are a 503 while the JWKS %s, and accepted after', async (_, broken) => {
    const working = answer;
    answer = broken;
    const bearer = authenticator();
    await expect(bearer.authenticate(await token())).rejects.toMatchObject({
      name: 'IssuerUnavailableError',
      cause: expect.objectContaining({ code: expect.stringMatching(/^ERR_J/) }) as unknown,
    });
    answer = working;
    expect(codeOf(await bearer.authenticate(await token()))).toBe('caller');
  });

  it.each<[string, object]>([
    ['is too short', shortRsa.publicKey.export({ format: 'jwk' })],
    ['has no modulus', { kty: 'RSA', e: 'AQAB' }],
    ['has an empty modulus', { kty: 'RSA', n: '', e: 'AQAB' }],
    ['is of another kind', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }],
    ['is of a kind nobody knows', { kty: 'none' }],
  ])('are refused where their key %s', async (_, jwk) => {
    answer = () => ({ status: 200, body: JSON.stringify({ keys: [{ ...jwk, kid: 'one' }] }) });
    const text = await token('RS256', 'one', rsa.privateKey);
    const [head = '', claims = ''] = text.split('.');
    const short = sign('sha256', Buffer.from(`${head}.${claims}`), shortRsa.privateKey);
    for (const signed of [text, `${head}.${claims}.${short.toString('base64url')}`]) {
      expect(codeOf(await authenticator().authenticate(signed))).toBe(CredentialCode.Invalid);
    }
  });

  it('are verified with the right one of several keys, whatever the others are', async () => {
    const keys = [shortRsa, rsa].map((pair) => pair.publicKey.export({ format: 'jwk' }));
    answer = () => ({ status: 200, body: JSON.stringify({ keys: [...keys, { kty: 'RSA' }] }) });
    expect(codeOf(await authenticator().authenticate(await token('RS256', null)))).toBe('caller');
  });

  it('are a 503 while nobody listens, for a reason that the log can tell', async () => {
    const bearer = over(
      remoteIssuer({ issuer: 'https://id', audience: 'api', jwksUrl: 'http://127.0.0.1:1/keys' }),
    );
    await expect(bearer.authenticate(await token())).rejects.toMatchObject({
      name: 'IssuerUnavailableError',
      cause: { message: 'fetch failed' },
    });
  });

  it('are verified with either key of an issuer that replaces its key and names none', async () => {
    const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = [rsa, next].map((pair) => pair.publicKey.export({ format: 'jwk' }));
    answer = () => ({ status: 200, body: JSON.stringify({ keys }) });
    const bearer = authenticator();
    const by = (key: KeyObject) => token('RS256', null, key);
    expect(codeOf(await bearer.authenticate(await by(rsa.privateKey)))).toBe('caller');
    expect(codeOf(await bearer.authenticate(await by(next.privateKey)))).toBe('caller');
    now += 700_000;
    expect(codeOf(await authenticator().authenticate(await by(next.privateKey)))).toBe(
      CredentialCode.Expired,
    );
    now = NOW;
    const another = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    expect(codeOf(await bearer.authenticate(await by(another)))).toBe(CredentialCode.Invalid);
  });
});
