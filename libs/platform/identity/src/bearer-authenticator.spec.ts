import { createSecretKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { errors, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { isCaller } from '#libs/platform/http';
import type { Caller, Problem } from '#libs/platform/kernel';
import { WrappedKeyStore, type KeyStore } from '#libs/platform/runtime';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { BearerAuthenticator } from './bearer-authenticator.js';
import type { LoginHolder } from './directories.js';
import { LocalIssuer, type TrustedIssuer } from './tokens.js';
import { CredentialCode } from './problems.js';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const SECONDS = NOW / 1000;
const DAY = 86_400_000;

const codeOf = (result: Caller | Problem) =>
  isCaller(result) ? 'caller' : (result.errorCode ?? result.type);

const keyStore = (table = new MemoryKeyTable(), key = createSecretKey(Buffer.alloc(32, 7))) =>
  WrappedKeyStore.over(table, key);

describe('bearer tokens', () => {
  let now: number;
  const clock = { now: () => now };
  const holders: Readonly<Record<string, LoginHolder>> = {
    jdoe: { firmId: 'F1', kind: 'member' },
    tess: { firmId: 'F1', kind: 'trustee' },
    api: { firmId: 'F1', kind: 'client' },
    'narrow-api': { firmId: 'F1', kind: 'client', entitlements: ['ownerVerification'] },
    other: { firmId: 'F2', kind: 'member' },
    'other-api': { firmId: 'F2', kind: 'client' },
  };
  const logins = { find: (login: string) => Promise.resolve(holders[login]) };
  const firms = { entitlementsOf: (firmId: string) => (firmId === 'F1' ? ['fullTid'] : []) };
  const over = (...issuers: TrustedIssuer[]) =>
    new BearerAuthenticator({ issuers, logins, firms, clock });
  beforeEach(() => {
    now = NOW;
  });

  describe('of the local issuer', () => {
    let keys: KeyStore;
    let issuer: LocalIssuer;
    let authenticator: BearerAuthenticator;
    beforeEach(async () => {
      keys = await keyStore();
      issuer = await LocalIssuer.over(keys, clock);
      authenticator = over(issuer);
    });

    it('make callers of clients', async () => {
      const token = await issuer.issue({
        subject: 'app',
        roles: ['client'],
        firmId: 'F1',
        login: 'jdoe',
      });
      const expected = {
        kind: 'token',
        id: 'app',
        roles: ['client'],
        firmId: 'F1',
        member: 'jdoe',
        login: 'jdoe',
        memberKnown: true,
        firmItself: false,
        entitlements: ['fullTid'],
        expiresAt: expect.any(Number),
      };
      expect(await authenticator.authenticate(token)).toEqual(expected);
      expect(await authenticator.authenticate(token)).toEqual(expected);
    });

    it('make callers of people without a firm', async () => {
      const token = await issuer.issue({ subject: 'ops', roles: ['operator', 'auditor'] });
      expect(await authenticator.authenticate(token)).toEqual({
        kind: 'token',
        id: 'ops',
        roles: ['operator', 'auditor'],
        memberKnown: true,
        firmItself: false,
        entitlements: [],
        expiresAt: clock.now() + 30 * 86_400_000,
      });
    });

    it.each([
      ['api', 'the firm itself'],
      ['jdoe', 'a person'],
      ['tess', 'a person'],
      ['other', 'FORBIDDEN'],
      ['other-api', 'FORBIDDEN'],
      ['nobody', 'FORBIDDEN'],
    ])('tell whose login %s is: %s', async (login, who) => {
      for (const role of ['client', 'advisor'] as const) {
        const token = await issuer.issue({ subject: 'a', roles: [role], firmId: 'F1', login });
        const result = await authenticator.authenticate(token);
        const seen = isCaller(result)
          ? result.firmItself === true
            ? 'the firm itself'
            : 'a person'
          : result.type;
        expect(seen).toBe(who);
      }
    });

    it.each([
      ['api', ['fullTid']],
      ['narrow-api', []],
    ])('have the entitlements of the API client %s: %j', async (login, entitlements) => {
      const client = { subject: 'a', roles: ['client'], firmId: 'F1', login } as const;
      const token = await issuer.issue(client);
      expect(await authenticator.authenticate(token)).toMatchObject({ entitlements });
    });

    it('make the firm itself of no other role, whatever login it names', async () => {
      const operator = { subject: 'a', roles: ['operator', 'auditor'], firmId: 'F1' } as const;
      const token = await issuer.issue({ ...operator, login: 'api' });
      expect(await authenticator.authenticate(token)).toMatchObject({ firmItself: false });
    });

    it('are valid for 30 days, also when they are known already', async () => {
      const token = await issuer.issue({ subject: 'ops', roles: ['operator'] });
      for (const [at, code] of [
        [NOW, 'caller'],
        [NOW + 30 * DAY, 'caller'],
        [NOW + 30 * DAY + 9_999, 'caller'],
        [NOW + 30 * DAY + 10_000, CredentialCode.Expired],
        [NOW + 30 * DAY + 11_000, CredentialCode.Expired],
        [NOW + 40 * DAY, CredentialCode.Expired],
        [NOW + 30 * DAY, 'caller'],
      ] as const) {
        now = at;
        expect(codeOf(await authenticator.authenticate(token))).toBe(code);
        expect(codeOf(await over(issuer).authenticate(token))).toBe(code);
      }
    });

    it('ask no firm about the login of somebody who has none', async () => {
      const token = await issuer.issue({ subject: 'a', roles: ['backoffice'], login: 'jdoe' });
      expect(await authenticator.authenticate(token)).toMatchObject({
        ...{ member: 'jdoe', memberKnown: true, entitlements: [] },
      });
    });

    it('are not looked at when they are longer than any of ours', async () => {
      const login = (length: number) =>
        ({ subject: 'a', roles: ['auditor'], login: 'x'.repeat(length) }) as const;
      expect(codeOf(await authenticator.authenticate(await issuer.issue(login(5_000))))).toBe(
        'caller',
      );
      expect(codeOf(await authenticator.authenticate(await issuer.issue(login(6_000))))).toBe(
        CredentialCode.Malformed,
      );
    });

    it('stay valid over a restart, and are worth nothing elsewhere', async () => {
      const table = new MemoryKeyTable();
      const before = await LocalIssuer.over(await keyStore(table), clock);
      const token = await before.issue({ subject: 'ops', roles: ['operator'], days: 1 });
      const after = over(await LocalIssuer.over(await keyStore(table), clock));
      expect(codeOf(await after.authenticate(token))).toBe('caller');
      expect(codeOf(await authenticator.authenticate(token))).toBe(CredentialCode.Invalid);
    });

    it('are not issued without a role, a firm and a login where they are needed, or time', () => {
      expect(() => issuer.issue({ subject: 'a', roles: [] })).toThrow(RangeError);
      for (const role of ['client', 'advisor'] as const) {
        const token = { subject: 'a', roles: [role] };
        expect(() => issuer.issue({ ...token, login: 'jdoe' })).toThrow(RangeError);
        expect(() => issuer.issue({ ...token, firmId: 'F1' })).toThrow(RangeError);
      }
      expect(() => issuer.issue({ subject: 'a', roles: ['operator'], days: 0 })).toThrow(
        RangeError,
      );
      expect(() => issuer.issue({ subject: 'a', roles: ['operator'], days: NaN })).toThrow(
        RangeError,
      );
    });

    it('are refused with any character changed, also after the good one was seen', async () => {
      const token = await issuer.issue({ subject: 'ops', roles: ['auditor'] });
      expect(codeOf(await authenticator.authenticate(token))).toBe('caller');
      for (let i = 0; i < token.length; i++) {
        const character = token[i] === 'A' ? 'Q' : 'A';
        const tampered = token.slice(0, i) + character + token.slice(i + 1);
        // The last character carries bits that do not count.
        if (i === token.length - 1) continue;
        const result = await authenticator.authenticate(tampered);
        expect(isCaller(result) ? i : result.type).toBe('UNAUTHENTICATED');
      }
    });

    it('are refused when spliced from two', async () => {
      const weak = (await issuer.issue({ subject: 'a', roles: ['auditor'] })).split('.');
      const strong = (await issuer.issue({ subject: 'a', roles: ['operator'] })).split('.');
      const spliced = [weak[0], strong[1], weak[2]].join('.');
      expect(codeOf(await authenticator.authenticate(spliced))).toBe(CredentialCode.Invalid);
    });
  });

  describe('of any issuer', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const issuer: TrustedIssuer = { issuer: 'https://id', audience: 'api', keys: ec.publicKey };
    const good: JWTPayload = {
      iss: 'https://id',
      aud: 'api',
      sub: 'someone',
      exp: SECONDS + 60,
      roles: ['operator'],
    };
    const signWith = (
      payload: JWTPayload,
      alg = 'ES256',
      key: KeyObject | Buffer = ec.privateKey,
    ) => new SignJWT(payload).setProtectedHeader({ alg }).sign(key);
    const check = async (payload: JWTPayload) => over(issuer).authenticate(await signWith(payload));

    it('are accepted with the right claims', async () => {
      expect(codeOf(await check(good))).toBe('caller');
      expect(codeOf(await check({ ...good, aud: ['other', 'api'] }))).toBe('caller');
      expect(await check({ ...good, roles: ['operator', 'king', 7] })).toMatchObject({
        roles: ['operator'],
      });
    });

    it.each<[string, JWTPayload, string]>([
      ['another issuer', { iss: 'https://evil' }, CredentialCode.Invalid],
      ['another audience', { aud: 'other' }, CredentialCode.Invalid],
      ['no expiry', { exp: undefined as never }, CredentialCode.Invalid],
      ['no subject', { sub: undefined as never }, CredentialCode.Invalid],
      ['an empty subject', { sub: '' }, CredentialCode.Invalid],
      ['a time that is over', { exp: SECONDS - 11 }, CredentialCode.Expired],
      ['a time that is over within the leeway', { exp: SECONDS - 9 }, 'caller'],
      ['a time to come', { nbf: SECONDS + 11 }, CredentialCode.Expired],
      ['a time to come within the leeway', { nbf: SECONDS + 9 }, 'caller'],
      ['roles that are no list', { roles: 'operator' }, CredentialCode.Invalid],
      ['no roles', { roles: undefined }, 'FORBIDDEN'],
      ['unknown roles only', { roles: ['Operator'] }, 'FORBIDDEN'],
      ['role client without a firm', { roles: ['client'] }, CredentialCode.Invalid],
      [
        'role client among others without a firm',
        { roles: ['operator', 'client'] },
        CredentialCode.Invalid,
      ],
      ['role client without a login', { roles: ['client'], firm_id: 'F1' }, 'FORBIDDEN'],
      ['role advisor without a login', { roles: ['advisor'], firm_id: 'F1' }, 'FORBIDDEN'],
      [
        'role client among others without a login',
        { roles: ['auditor', 'client'], firm_id: 'F1' },
        'FORBIDDEN',
      ],
      ['an empty login', { roles: ['client'], firm_id: 'F1', login: '' }, CredentialCode.Invalid],
      ['a blank login', { roles: ['client'], firm_id: 'F1', login: ' ' }, 'FORBIDDEN'],
      ['an empty firm', { roles: ['client'], firm_id: '' }, CredentialCode.Invalid],
      ['a firm that is no text', { roles: ['client'], firm_id: ['F1'] }, CredentialCode.Invalid],
      ['a login that is no text', { login: 7 }, CredentialCode.Invalid],
    ])('with %s: %s', async (_, claims, code) => {
      expect(codeOf(await check({ ...good, ...claims }))).toBe(code);
    });

    it('are not valid before their time, also when they are known already', async () => {
      const token = await signWith({ ...good, nbf: SECONDS });
      const bearer = over(issuer);
      expect(codeOf(await bearer.authenticate(token))).toBe('caller');
      for (const [at, code] of [
        [NOW - 10_000, 'caller'],
        [NOW - 10_001, CredentialCode.Expired],
      ] as const) {
        now = at;
        expect(codeOf(await bearer.authenticate(token))).toBe(code);
        expect(codeOf(await over(issuer).authenticate(token))).toBe(code);
      }
    });

    it('are never verified with a secret, wherever it comes from', async () => {
      const secret = randomBytes(32);
      const token = await signWith(good, 'HS256', secret);
      const careless = { ...issuer, keys: () => createSecretKey(secret) };
      expect(codeOf(await over(careless).authenticate(token))).toBe(CredentialCode.Invalid);
    });

    it('are a 503 while the keys take too long to come', async () => {
      const slow: TrustedIssuer = {
        ...issuer,
        keys: () => Promise.reject(new errors.JWKSTimeout()),
      };
      await expect(over(slow).authenticate(await signWith(good))).rejects.toMatchObject({
        name: 'IssuerUnavailableError',
      });
    });

    it('are refused from another key', async () => {
      const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const token = await signWith(good, 'ES256', other.privateKey);
      expect(codeOf(await over(issuer).authenticate(token))).toBe(CredentialCode.Invalid);
    });

    it('are refused unsigned, and signed with the public key as a secret', async () => {
      const unsigned = new UnsecuredJWT(good).encode();
      const pem = ec.publicKey.export({ format: 'pem', type: 'spki' });
      const symmetric = await signWith(good, 'HS256', Buffer.from(pem));
      const [, payload = ''] = unsigned.split('.');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const token of [unsigned, `${unsigned}AAAA`, symmetric, `${none}.${payload}.AAAA`]) {
        const result = await over(issuer).authenticate(token);
        expect(isCaller(result) ? result : result.type).toBe('UNAUTHENTICATED');
      }
    });

    it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', ' a.b.c', 'é.b.c', 'a'.repeat(9000)])(
      'are refused when they are none: %j',
      async (token) => {
        const result = await over(issuer).authenticate(token);
        expect(isCaller(result) ? result : result.type).toBe('UNAUTHENTICATED');
      },
    );

    it('repeat nothing in the refusal', async () => {
      const result = await check({ ...good, iss: 'hunter2', sub: 'hunter2' });
      expect(JSON.stringify(result)).not.toContain('hunter2');
    });
  });

  it('are believed five minutes, then looked at again', async () => {
    const pair = generateKeyPairSync('ed25519');
    let asked = 0;
    const issuer: TrustedIssuer = {
      issuer: 'https://id',
      audience: 'api',
      keys: () => {
        asked++;
        return pair.publicKey;
      },
    };
    const text = await new SignJWT({ roles: ['auditor'] })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer('https://id')
      .setAudience('api')
      .setSubject('s')
      .setExpirationTime(SECONDS + 3600)
      .sign(pair.privateKey);
    const bearer = over(issuer);
    await bearer.authenticate(text);
    now += 299_999;
    await bearer.authenticate(text);
    expect(asked).toBe(1);
    now += 1;
    await bearer.authenticate(text);
    expect(asked).toBe(2);
  });
});
