import { createSecretKey, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { associatedMemberOf, isCaller, type AuthenticationRequest } from '#libs/platform/http';
import { Secret } from '#libs/platform/kernel';
import { WrappedKeyStore, type KeyStore } from '#libs/platform/runtime';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { createAuthenticator } from './authenticator.js';
import type { ApiClient, LoginHolder } from './directories.js';
import { LocalIssuer } from './tokens.js';
import { CredentialCode, unauthenticated } from './problems.js';
import { signedAuthorization } from '#libs/platform/signing';

const oidc = {
  issuer: 'https://id',
  audience: 'api',
  jwksUrl: 'https://127.0.0.1:1/keys',
};

describe('the authenticator of a configuration', () => {
  let keys: KeyStore;
  const clients = {
    find: (apiKey: string) =>
      apiKey === 'k'
        ? { apiKey, firmId: 'F1', loginId: 'api', entitlements: [], sharedSecret: Secret.of('s') }
        : undefined,
  };
  const holders: Readonly<Record<string, LoginHolder>> = {
    client7: { firmId: 'F1', kind: 'member', advisorLoginId: 'adam' },
    adam: { firmId: 'F1', kind: 'member' },
    api: { firmId: 'F1', kind: 'client' },
    elsewhere: { firmId: 'F2', kind: 'member', advisorLoginId: 'adam' },
  };
  const logins = { find: (loginId: string) => holders[loginId] };
  beforeEach(async () => {
    keys = await WrappedKeyStore.over(new MemoryKeyTable(), createSecretKey(randomBytes(32)));
  });
  const check = async (
    authorization: string | undefined,
    config: Parameters<typeof createAuthenticator>[0]['config'] = { embedded: true },
    url = '/a',
  ) => {
    const request: AuthenticationRequest = {
      method: 'GET',
      url,
      baseUrl: 'http://127.0.0.1:3000',
      headers: authorization === undefined ? {} : { authorization },
      rawBody: Buffer.alloc(0),
    };
    const authenticator = await createAuthenticator({ config, keys, clients, logins });
    const result = await authenticator.authenticate(request);
    return isCaller(result) ? result.kind : result.errorCode;
  };
  const signed = (method = 'GET') =>
    signedAuthorization(
      { apiKey: 'k', sharedSecret: 's' },
      { method, url: 'http://127.0.0.1:3000/a', timestamp: new Date().toISOString() },
    );

  it.each(['FOLIOWS', 'foliows', 'FolioWS'])('takes the scheme %s', async (scheme) => {
    expect(await check(signed().replace('FOLIOWS ', `${scheme} `))).toBe('api-client');
    expect(await check(signed().replace('FOLIOWS ', `${scheme}   `))).toBe('api-client');
    expect(await check(signed(), undefined, '/b')).toBe(CredentialCode.Invalid);
  });

  it.each(['Bearer', 'bearer', 'BEARER'])('takes the scheme %s', async (scheme) => {
    const issuer = await LocalIssuer.over(keys);
    const token = await issuer.issue({ subject: 'a', roles: ['auditor'] });
    expect(await check(`${scheme} ${token}`)).toBe('token');
  });

  it.each([
    ['client7', 'known'],
    [' client7 ', 'known'],
    ['elsewhere', 'unknown'],
    ['nobody', 'unknown'],
    ['not a login id', 'unknown'],
    ['', undefined],
    [undefined, undefined],
  ])('says whether the caller may act for %j: %j', async (header, known) => {
    const authenticator = await createAuthenticator({
      config: { embedded: true },
      keys,
      clients,
      logins,
    });
    const result = await authenticator.authenticate({
      method: 'GET',
      url: '/a',
      baseUrl: 'http://127.0.0.1:3000',
      headers: { authorization: signed() },
      associatedMember: associatedMemberOf({ 'x-associated-member-id': header }),
      rawBody: Buffer.alloc(0),
    });
    expect(isCaller(result) && result.associated).toBe(known);
  });

  it('says of a caller without a firm whether anybody has the id', async () => {
    const issuer = await LocalIssuer.over(keys);
    const token = await issuer.issue({ subject: 'a', roles: ['backoffice'] });
    const config = { embedded: true };
    const authenticator = await createAuthenticator({ config, keys, clients, logins });
    for (const [associatedMember, known] of [
      ['elsewhere', 'known'],
      ['nobody', 'unknown'],
    ] as const) {
      const headers = { authorization: `Bearer ${token}` };
      const rest = { method: 'GET', url: '/a', baseUrl: '', rawBody: Buffer.alloc(0) };
      const result = await authenticator.authenticate({ ...rest, headers, associatedMember });
      expect(result).toMatchObject({ associated: known });
    }
  });

  it.each([
    ['adam', 'adam', 'known'],
    ['adam', 'client7', 'known'],
    ['adam', 'api', 'forbidden'],
    ['adam', 'elsewhere', 'forbidden'],
    ['adam', 'nobody', 'forbidden'],
    ['adam', 'not a login id', 'forbidden'],
    ['client7', 'client7', 'known'],
    ['client7', 'adam', 'forbidden'],
    ['api', 'adam', 'known'],
    ['api', 'nobody', 'unknown'],
  ])('lets %s with a token act for %s: %s', async (login, associatedMember, associated) => {
    const issuer = await LocalIssuer.over(keys);
    const token = { subject: 'a', roles: ['client'], firmId: 'F1', login } as const;
    const headers = { authorization: `Bearer ${await issuer.issue(token)}` };
    const config = { embedded: true };
    const authenticator = await createAuthenticator({ config, keys, clients, logins });
    const rest = { method: 'GET', url: '/a', baseUrl: '', rawBody: Buffer.alloc(0) };
    const result = await authenticator.authenticate({ ...rest, headers, associatedMember });
    expect(result).toMatchObject({ associated });
  });

  describe('asks again whether a caller still may', () => {
    const rest = { method: 'GET', url: '/a', baseUrl: 'http://127.0.0.1:3000' };
    const admitted = async (authorization: string, associatedMember?: string) => {
      let client: ApiClient | undefined = clients.find('k');
      const known = new Map(Object.entries(holders));
      const authenticator = await createAuthenticator({
        config: { embedded: true },
        keys,
        clients: { find: () => Promise.resolve(client) },
        logins: { find: (loginId) => Promise.resolve(known.get(loginId)) },
      });
      const request = { ...rest, headers: { authorization }, rawBody: Buffer.alloc(0) };
      const caller = await authenticator.authenticate({ ...request, associatedMember });
      if (!isCaller(caller)) throw new Error('not admitted');
      const still = () => authenticator.stillAdmits(caller, associatedMember);
      expect(await still()).toBe(true);
      return { known, still, change: (now: ApiClient | undefined) => (client = now) };
    };
    const tokenOf = async (login: string): Promise<string> => {
      const issuer = await LocalIssuer.over(keys);
      const token = { subject: 'a', roles: ['client'], firmId: 'F1', login } as const;
      return `Bearer ${await issuer.issue(token)}`;
    };

    it('a client that is revoked, gone, or has another secret; not one that is read anew', async () => {
      const { change, still } = await admitted(signed());
      const one = clients.find('k');
      if (!one) throw new Error('no client');
      for (const [now, holds] of [
        [{ ...one }, true],
        [{ ...one, revoked: true }, false],
        [{ ...one, sharedSecret: Secret.of('t') }, false],
        [undefined, false],
        [one, true],
      ] as const) {
        change(now);
        expect(await still()).toBe(holds);
      }
    });

    it.each(['api', 'adam'])('a token of %s, once nobody has that login', async (login) => {
      const { known, still } = await admitted(await tokenOf(login));
      known.delete(login);
      expect(await still()).toBe(false);
    });

    it('for whom a request is made', async () => {
      const { known, still } = await admitted(await tokenOf('adam'), 'client7');
      known.set('client7', { firmId: 'F1', kind: 'member', advisorLoginId: 'eve' });
      expect(await still()).toBe(false);
    });
  });

  it('looks up nobody whom a refused request says to act for', async () => {
    const config = { embedded: true };
    const authenticator = await createAuthenticator({ config, keys, clients, logins });
    const result = await authenticator.authenticate({
      ...{ method: 'GET', url: '/b', baseUrl: 'http://127.0.0.1:3000', rawBody: Buffer.alloc(0) },
      headers: { authorization: signed() },
      associatedMember: 'client7',
    });
    expect(result).toEqual(unauthenticated(CredentialCode.Invalid));
  });

  it('asks those it was given about used signatures, and about firms', async () => {
    const authenticator = await createAuthenticator({
      ...{ config: { embedded: true }, keys, clients, logins },
      replays: { use: () => 'replayed', close: () => Promise.resolve() },
      firms: { entitlementsOf: (firmId) => [`all of ${firmId}`] },
    });
    const ask = (authorization: string, method: string) =>
      authenticator.authenticate({
        ...{ method, url: '/a', baseUrl: 'http://127.0.0.1:3000', rawBody: Buffer.alloc(0) },
        headers: { authorization },
      });
    expect(await ask(signed('POST'), 'POST')).toEqual(unauthenticated(CredentialCode.Replayed));
    const issuer = await LocalIssuer.over(keys);
    const client = { subject: 'a', roles: ['client'], firmId: 'F1', login: 'api' } as const;
    const token = await issuer.issue(client);
    expect(await ask(`Bearer ${token}`, 'GET')).toMatchObject({ entitlements: ['all of F1'] });
  });

  it('refuses everything else', async () => {
    expect(await check(undefined)).toBe(CredentialCode.Missing);
    expect(await check('')).toBe(CredentialCode.Missing);
    for (const header of [
      'Basic dTpw',
      'FOLIOWS',
      'Bearer',
      'Bearer ',
      'x',
      ' ',
      signed().slice(8),
    ]) {
      expect(await check(header)).toBe(CredentialCode.Malformed);
    }
  });

  it('accepts its own tokens in the embedded default, and else while no issuer is configured', async () => {
    const issuer = await LocalIssuer.over(keys);
    const own = `Bearer ${await issuer.issue({ subject: 'a', roles: ['operator'] })}`;
    expect(await check(own, { embedded: true })).toBe('token');
    expect(await check(own, { embedded: true, oidc })).toBe('token');
    expect(await check(own, { embedded: false })).toBe('token');
    expect(await check(own, { embedded: false, oidc })).toBe(CredentialCode.Invalid);
  });
});
