import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AuthenticationRequest, isCaller } from '#libs/platform/http';
import { type Caller, type Problem, Secret } from '#libs/platform/kernel';
import type { ApiClient, LoginHolder } from './directories.js';
import { CredentialCode } from './problems.js';
import type { SignatureUse } from './replay-guard.js';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { WINDOW_MS } from './replay-journal.js';
import { SignatureAuthenticator } from './signature-authenticator.js';
import { signedAuthorization } from '#libs/platform/signing';

const NOW = Date.parse('2026-03-02T10:00:00Z');
const BASE = 'https://api.example.com/broker';

const clients: Record<string, ApiClient> = {
  key1: {
    apiKey: 'key1',
    firmId: 'F1',
    loginId: 'api1',
    entitlements: ['fullTid'],
    sharedSecret: Secret.of('sécret-1'),
  },
  key2: {
    apiKey: 'key2',
    firmId: 'F2',
    loginId: 'api2',
    entitlements: [],
    sharedSecret: Secret.of('secret-2'),
  },
  gone: {
    apiKey: 'gone',
    firmId: 'F1',
    loginId: 'api3',
    entitlements: [],
    sharedSecret: Secret.of('secret-3'),
    revoked: true,
  },
  erased: {
    apiKey: 'erased',
    firmId: 'F1',
    loginId: 'api4',
    entitlements: [],
    sharedSecret: Secret.fromSealed('x', () => undefined),
  },
};
clients['changing'] = {
  ...{ apiKey: 'changing', firmId: 'F1', loginId: 'api5', entitlements: [] },
  sharedSecret: Secret.of('new-secret'),
  previous: { secret: Secret.of('old-secret'), until: '2026-03-02T10:04:00.000Z' },
};
const directory = new Map(Object.entries(clients));
const holders: Record<string, LoginHolder> = {
  jdoe: { firmId: 'F1', kind: 'member' },
  other: { firmId: 'F2', kind: 'member' },
};

interface Sent {
  method?: string;
  url?: string;
  body?: string | Buffer;
  timestamp?: string;
  apiKey?: string;
  sharedSecret?: string;
  memberId?: string;
  selectedMemberId?: string;
}

describe('request signing', () => {
  let now: number;
  let authenticator: SignatureAuthenticator;
  beforeEach(() => {
    now = NOW;
    authenticator = new SignatureAuthenticator({
      clients: { find: (apiKey) => directory.get(apiKey) },
      logins: { find: (loginId) => Promise.resolve(holders[loginId]) },
      clock: { now: () => now },
    });
  });

  /** A correctly signed request, and its header's parameters. */
  const signed = (sent: Sent = {}): [AuthenticationRequest, string] => {
    const {
      method = 'POST',
      url = '/restapi/accounts?x=%41&y=b+c',
      body = '{"a":1}',
      timestamp = new Date(NOW).toISOString(),
      apiKey = 'key1',
      sharedSecret = 'sécret-1',
      memberId,
      selectedMemberId,
    } = sent;
    const authorization = signedAuthorization(
      { apiKey, sharedSecret, memberId, selectedMemberId },
      { method, url: BASE + url, timestamp, body },
    );
    const request = {
      method,
      url,
      baseUrl: BASE,
      headers: { authorization },
      rawBody: Buffer.from(body),
    };
    return [request, authorization.slice('FOLIOWS '.length)];
  };
  const check = (sent?: Sent) => authenticator.authenticate(...signed(sent));
  const codeOf = (result: Caller | Problem) => (isCaller(result) ? 'caller' : result.errorCode);

  it('makes a caller of a client', async () => {
    expect(await check()).toEqual({
      kind: 'api-client',
      id: 'key1',
      roles: ['client'],
      firmId: 'F1',
      member: 'api1',
      login: 'api1',
      memberKnown: true,
      firmItself: true,
      entitlements: ['fullTid'],
      signedAt: '2026-03-02T10:00:00.000Z',
      secret: expect.any(Secret),
    });
  });

  it.each([
    ['jdoe', true],
    ['api1', true],
    ['other', false],
    ['api2', false],
    ['nobody', false],
  ])('knows whether %s is of the firm: %s', async (memberId, memberKnown) => {
    const sent = { memberId, selectedMemberId: 'nobody' };
    const firmItself = memberId === 'api1';
    expect(await check(sent)).toMatchObject({ member: memberId, memberKnown, firmItself });
    const atHand = new SignatureAuthenticator({
      clients: { find: (apiKey) => directory.get(apiKey) },
      logins: { find: (loginId) => holders[loginId] },
      clock: { now: () => now },
    });
    expect(atHand.authenticate(...signed(sent))).toMatchObject({ member: memberId, memberKnown });
  });

  it('accepts any URL, body, method and member id that was signed, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.webPath().chain((path) => fc.webQueryParameters().map((query) => `/${path}?${query}`)),
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
        fc.nat(100_000),
        async (url, bytes, method, memberId, offset) => {
          const body = Buffer.from(bytes);
          const timestamp = new Date(NOW - offset).toISOString();
          const [request, parameters] = signed({ method, url, body, memberId, timestamp });
          // GET first: it uses no signature up, so that only the difference can be to blame.
          for (const tampered of [
            { ...request, method: method === 'PUT' ? 'POST' : 'PUT' },
            { ...request, url: `${url}&` },
            { ...request, url: url.slice(1) },
            { ...request, baseUrl: 'https://api.example.com' },
            { ...request, rawBody: Buffer.concat([body, Buffer.from(' ')]) },
          ]) {
            expect(codeOf(await authenticator.authenticate(tampered, parameters))).toBe(
              CredentialCode.Invalid,
            );
          }
          const caller = await authenticator.authenticate(request, parameters);
          if (isCaller(caller)) expect(caller.member).toBe(memberId);
          else expect(caller.errorCode).toBe(CredentialCode.Replayed);
        },
      ),
    );
  });

  it('refuses another secret, an unknown, revoked or erased client alike', async () => {
    const results = await Promise.all([
      check({ sharedSecret: 'wrong' }),
      check({ apiKey: 'key2' }),
      check({ apiKey: 'nobody' }),
      check({ apiKey: 'gone', sharedSecret: 'secret-3' }),
      check({ apiKey: 'erased', sharedSecret: '' }),
      check({ apiKey: '__proto__' }),
    ]);
    for (const result of results) {
      expect(result).toEqual({
        type: 'UNAUTHENTICATED',
        errorCode: 'credentials.invalid',
        message: 'The credentials are not valid.',
      });
    }
  });

  it('takes the replaced secret until its time has come, and neither once the client is revoked', async () => {
    const url = (n: number) => ({ apiKey: 'changing', url: `/x?${n}` });
    const old = { sharedSecret: 'old-secret' };
    const admitted = await check({ ...url(1), ...old });
    const other = await check({ ...url(2), sharedSecret: 'new-secret' });
    expect([codeOf(admitted), codeOf(other)]).toEqual(['caller', 'caller']);
    expect(codeOf(await check({ ...url(3), sharedSecret: 'sécret-1' }))).toBe(
      CredentialCode.Invalid,
    );
    // a signature is used up whichever secret made it
    expect(codeOf(await check({ ...url(1), ...old }))).toBe(CredentialCode.Replayed);
    expect(await authenticator.stillAdmits(admitted as Caller)).toBe(true);
    now = Date.parse('2026-03-02T10:03:59.999Z');
    expect(codeOf(await check({ ...url(4), ...old }))).toBe('caller');
    now += 1;
    expect(codeOf(await check({ ...url(5), ...old }))).toBe(CredentialCode.Invalid);
    expect(await authenticator.stillAdmits(admitted as Caller)).toBe(false);
    expect(await authenticator.stillAdmits(other as Caller)).toBe(true);
    now = NOW;
    directory.set('changing', { ...clients['changing']!, revoked: true });
    for (const sharedSecret of ['old-secret', 'new-secret']) {
      const refused = await check({ ...url(6), sharedSecret });
      expect(codeOf(refused)).toBe(CredentialCode.Invalid);
    }
    expect(await authenticator.stillAdmits(admitted as Caller)).toBe(false);
    directory.set('changing', clients['changing']!);
  });

  it('notices a change of any bit of the signature', async () => {
    const [request, parameters] = signed({ method: 'GET' });
    const sent = decodeURIComponent(/FOLIOWS_SIGNATURE=([^,]+)/.exec(parameters)![1]!);
    for (let bit = 0; bit < 256; bit++) {
      const bytes = Buffer.from(sent, 'base64');
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const tampered = parameters.replace(
        /(FOLIOWS_SIGNATURE=)[^,]+/,
        `$1${encodeURIComponent(bytes.toString('base64'))}`,
      );
      expect(codeOf(await authenticator.authenticate(request, tampered))).toBe(
        CredentialCode.Invalid,
      );
    }
    expect(codeOf(await authenticator.authenticate(request, parameters))).toBe('caller');
  });

  it('signs the timestamp as well', async () => {
    const [request, parameters] = signed();
    const later = parameters.replace(/(TIMESTAMP=)[^,]+/, '$12026-03-02T10:00:01.000Z');
    expect(codeOf(await authenticator.authenticate(request, later))).toBe(CredentialCode.Invalid);
  });

  it.each([
    ['2026-03-02T10:00:00Z', 'caller'],
    ['2026-03-02T10:00:00.000+00:00', 'caller'],
    ['2026-03-02T10:00:00.123Z', 'caller'],
    ['2026-03-02T05:00:00-05:00', 'caller'],
    ['2026-03-02T15:30:00+0530', 'caller'],
    ['2026-03-02T09:55:00.000Z', 'caller'],
    ['2026-03-02T10:05:00.000Z', 'caller'],
    ['2026-03-02T09:54:59.999Z', CredentialCode.Stale],
    ['2026-03-02T10:05:00.001Z', CredentialCode.Stale],
    ['2026-03-02T10:00:00-05:00', CredentialCode.Stale],
    ['2025-03-02T10:00:00Z', CredentialCode.Stale],
    ['2026-03-02T10:00:00', CredentialCode.Malformed],
    ['2026-03-02 10:00:00Z', CredentialCode.Malformed],
    ['2026-02-30T10:00:00Z', CredentialCode.Malformed],
    ['1772445600000', CredentialCode.Malformed],
    ['Mon, 02 Mar 2026 10:00:00 GMT', CredentialCode.Malformed],
  ])('timestamp %s: %s', async (timestamp, code) => {
    expect(codeOf(await check({ timestamp }))).toBe(code);
  });

  it('takes every signature once, but for GET', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
      expect(codeOf(await check({ method }))).toBe('caller');
      expect(codeOf(await check({ method }))).toBe(CredentialCode.Replayed);
    }
    expect(codeOf(await check({ method: 'GET' }))).toBe('caller');
    expect(codeOf(await check({ method: 'GET' }))).toBe('caller');
    expect(codeOf(await check({ memberId: 'jdoe', method: 'GET' }))).toBe('caller');
  });

  it('recognises a replay in any spelling of the header, and from the first to the last moment', async () => {
    const timestamp = new Date(NOW + WINDOW_MS).toISOString();
    const [request, parameters] = signed({ timestamp });
    expect(codeOf(await authenticator.authenticate(request, parameters))).toBe('caller');
    now = NOW + 2 * WINDOW_MS;
    const raw = parameters.split(',').map(decodeURIComponent).reverse();
    const urlSafe = raw
      .join(', ')
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=(,|$)/g, '$1');
    for (const spelling of [parameters, raw.join(','), urlSafe]) {
      expect(codeOf(await authenticator.authenticate(request, spelling))).toBe(
        CredentialCode.Replayed,
      );
    }
    now++;
    expect(codeOf(await authenticator.authenticate(request, parameters))).toBe(
      CredentialCode.Stale,
    );
  });

  it('of two hundred copies at the same time lets one through', async () => {
    const results = await Promise.all(Array.from({ length: 200 }, () => Promise.resolve(check())));
    expect(results.filter(isCaller)).toHaveLength(1);
  });

  it('does not use a signature up that was refused', async () => {
    const [request, parameters] = signed();
    await authenticator.authenticate({ ...request, rawBody: Buffer.from('{}') }, parameters);
    now = NOW - WINDOW_MS - 1;
    await authenticator.authenticate(request, parameters);
    now = NOW;
    expect(codeOf(await authenticator.authenticate(request, parameters))).toBe('caller');
  });

  it('answers 503 rather than let a replay through when it can remember no more', async () => {
    const full = new SignatureAuthenticator({
      clients: { find: (apiKey) => directory.get(apiKey) },
      logins: { find: () => undefined },
      clock: { now: () => now },
      replays: { use: () => 'full', close: () => Promise.resolve() },
    });
    expect(await full.authenticate(...signed())).toMatchObject({ type: 'UNAVAILABLE' });
    expect(isCaller(await full.authenticate(...signed({ method: 'GET' })))).toBe(true);
  });

  it('refuses as too old what the guard has forgotten, and what it cannot keep with its failure', async () => {
    let use: () => SignatureUse = () => 'forgotten';
    const guarded = new SignatureAuthenticator({
      clients: { find: (apiKey) => directory.get(apiKey) },
      logins: { find: () => undefined },
      clock: { now: () => now },
      replays: { use: () => use(), close: () => Promise.resolve() },
    });
    expect(codeOf(await guarded.authenticate(...signed()))).toBe(CredentialCode.Stale);
    use = () => {
      throw new StoreUnavailableError('the disk is full');
    };
    expect(() => guarded.authenticate(...signed())).toThrow(StoreUnavailableError);
    expect(isCaller(await guarded.authenticate(...signed({ method: 'GET' })))).toBe(true);
  });

  it('waits for a guard that is elsewhere, for changes only, and lets its failure through', async () => {
    let use: () => Promise<SignatureUse> = () => Promise.resolve('first');
    const elsewhere = new SignatureAuthenticator({
      clients: { find: (apiKey) => directory.get(apiKey) },
      logins: { find: () => undefined },
      clock: { now: () => now },
      replays: { use: () => use(), close: () => Promise.resolve() },
    });
    expect(isCaller(await elsewhere.authenticate(...signed()))).toBe(true);
    use = () => Promise.resolve('replayed');
    expect(codeOf(await elsewhere.authenticate(...signed()))).toBe(CredentialCode.Replayed);
    use = () => Promise.reject(new Error('away'));
    await expect(elsewhere.authenticate(...signed())).rejects.toThrow('away');
    expect(isCaller(elsewhere.authenticate(...signed({ method: 'GET' })) as Caller)).toBe(true);
  });

  it('repeats nothing of the credentials', async () => {
    const results = await Promise.all([
      check({ apiKey: 'hunter2' }),
      check({ memberId: 'hunter2', sharedSecret: 'hunter2' }),
      check({ timestamp: 'hunter2' }),
      authenticator.authenticate(signed()[0], 'hunter2'),
    ]);
    expect(results.some(isCaller)).toBe(false);
    expect(JSON.stringify(results)).not.toContain('hunter2');
  });

  it('lets a failure of the directory through', async () => {
    const away = new SignatureAuthenticator({
      clients: { find: () => Promise.reject(new Error('away')) },
      logins: { find: () => undefined },
      clock: { now: () => now },
    });
    await expect(away.authenticate(...signed())).rejects.toThrow('away');
  });
});
