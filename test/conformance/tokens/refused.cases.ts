import { describe, expect, it } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { type ClientAnswer } from '#libs/client';
import { rawRequest } from '../../support/raw-request.js';
import { expectStatus, expectUnchanged, memberBody } from '../../support/running-service.js';
import {
  AUDIENCE,
  bearer,
  clock,
  expectUnauthenticated,
  handMade,
  handSigned,
  ISSUER,
  publicKey,
  seconds,
  service,
  token,
} from './set-up.js';

const DAY = 86_400_000;

describe('Bearer tokens › what is refused', () => {
  const send = (value: string): Promise<ClientAnswer> =>
    expectUnchanged(service, () => bearer(value).post('/restapi/members', memberBody()));

  it('a right one is not', async () => {
    expectStatus(await bearer(await token()).post('/restapi/members', memberBody()), 201);
  });

  it('expired, and not valid yet [auth.bearer]', async () => {
    const expired = await token({ claims: { exp: seconds() - 60 } });
    expectUnauthenticated(await send(expired), 'credentials.expired');
    const early = await token({ claims: { nbf: seconds() + 60 } });
    expectUnauthenticated(await send(early), 'credentials.expired');
  });

  it('without an expiry or a subject [auth.bearer]', async () => {
    expectUnauthenticated(await send(await token({ claims: { exp: undefined } })));
    expectUnauthenticated(await send(await token({ claims: { sub: undefined } })));
    expectUnauthenticated(await send(await token({ claims: { sub: '' } })));
  });

  it('of another issuer or for another audience, or for none [auth.bearer]', async () => {
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

  it('tampered: other claims, another signature, none [auth.bearer]', async () => {
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

  it('a token accepted once is not accepted with other claims [auth.bearer]', async () => {
    const right = await token();
    expectStatus(await bearer(right).get('/restapi/accounts'), 200);
    const [header = '', claims = '', signature = ''] = right.split('.');
    const forged = Buffer.from(claims, 'base64url').toString().replace('client', 'operator');
    const other = `${header}.${Buffer.from(forged).toString('base64url')}.${signature}`;
    expectUnauthenticated(await bearer(other).get('/restapi/accounts'));
  });

  it('is challenged for both schemes, and told of its token only if it sent one [auth.challenge]', async () => {
    const realm = 'realm="brokerage-account-service"';
    const none = `FOLIOWS ${realm}, Bearer ${realm}`;
    const invalid = `${none}, error="invalid_token"`;
    for (const [authorization, challenge] of [
      [undefined, none],
      ['', none],
      ['FOLIOWS x', none],
      ['Basic eDp5', none],
      ['Bearerx y', none],
      ['Bearer', invalid],
      ['bearer not.a.token', invalid],
    ] as const) {
      const answer = await fetch(`${service.service.url}/restapi/accounts`, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([authorization, answer.status]).toEqual([authorization, 401]);
      expect(answer.headers.get('www-authenticate')).toBe(challenge);
    }
  });

  it('signed with another key [auth.bearer]', async () => {
    const { privateKey: key } = await generateKeyPair('EdDSA', { extractable: true });
    expectUnauthenticated(await send(await token({ key: key as never })));
  });

  const auditor = () => ({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'x',
    exp: seconds() + 600,
    roles: ['auditor'],
  });

  it.each(['none', 'None', 'NONE', '', 'ed25519', undefined])(
    'alg %j, without a signature and with the right one [auth.bearer]',
    async (alg) => {
      const header = { alg, typ: 'JWT' };
      expectUnauthenticated(await send(handMade(header, auditor())), 'credentials.malformed');
      expectUnauthenticated(await send(handMade(header, auditor(), 'AAAA')));
      expectUnauthenticated(await send(handSigned(header, auditor())));
      expectStatus(
        await bearer(handSigned({ ...header, alg: 'EdDSA' }, auditor())).get('/restapi/accounts'),
        200,
      );
    },
  );

  it.each(['HS256', 'HS384', 'HS512'])(
    '%s with the public key as the secret [auth.bearer]',
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

  it('that contains its own key [auth.bearer]', async () => {
    const own = await generateKeyPair('EdDSA', { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const forged = await token({ header: { jwk }, key: own.privateKey as never });
    expectUnauthenticated(await send(forged));
    const jku = { jku: 'https://attacker.example/keys' } as never;
    expectUnauthenticated(await send(await token({ header: jku, key: own.privateKey as never })));
  });

  it('with an unknown critical extension [auth.bearer]', async () => {
    for (const header of [
      { crit: ['x'], x: 1 },
      { crit: ['x'] },
      { crit: [] },
      { crit: 'x', x: 1 },
      { crit: ['b64'], b64: false },
    ]) {
      expectUnauthenticated(await send(handSigned({ alg: 'EdDSA', ...header }, auditor())));
    }
    expectStatus(
      await bearer(handSigned({ alg: 'EdDSA', x: 1 }, auditor())).get('/restapi/accounts'),
      200,
    );
  });

  it.each(['x', 'a.b', 'a.b.c.d', '...', '%', 'é.é.é', 'a'.repeat(9_000), `${'a.'.repeat(2)}b c`])(
    'no token at all: %# [auth.bearer]',
    async (value) => {
      const sent = encodeURI(value);
      const answer = await send(sent);
      expect(answer.status).toBe(401);
    },
  );

  it('without a token [errors.401]', async () => {
    const answer = await rawRequest(service.service.url, {
      path: '/restapi/accounts',
      headers: { authorization: 'Bearer' },
    });
    expect([answer.status, answer.body]).toEqual([
      401,
      [expect.objectContaining({ errorCode: 'credentials.malformed' })],
    ]);
  });

  it('a token of 30 days stops working after them, although it was believed before [running.first-start]', async () => {
    const { tokens } = service.credentials;
    expectStatus(await bearer(tokens.auditor).get('/restapi/accounts'), 200);
    clock.advance(30 * DAY + 60_000);
    expectUnauthenticated(
      await bearer(tokens.auditor).get('/restapi/accounts'),
      'credentials.expired',
    );
  });
});
