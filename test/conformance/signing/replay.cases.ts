import { describe, expect, it } from '@jest/globals';
import { authorizationOf, rawRequest } from '../../support/raw-request.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
} from '../../support/running-service.js';
import { expectUnauthenticated, get, MINUTES, PATH, plain, service, stamp, url } from './set-up.js';

describe('Replay › more than 5 minutes off', () => {
  it.each([
    ['5 minutes early', -5 * MINUTES, 200],
    ['5 minutes late', 5 * MINUTES, 200],
    ['a millisecond more, early', -5 * MINUTES - 1, 401],
    ['a millisecond more, late', 5 * MINUTES + 1, 401],
    ['a day', -24 * 60 * MINUTES, 401],
  ])('%s [auth.replay]', async (_what, off, status) => {
    const answer = await get(plain({ timestamp: stamp(off) }));
    if (status === 200) expect(answer.status).toBe(200);
    else expectUnauthenticated(answer, 'credentials.timestamp.out.of.range');
  });

  it('a wrong signature is not told apart by its time [auth.replay]', async () => {
    const credentials = { ...service.credentials, sharedSecret: 'wrong' };
    const signing = { path: PATH, baseUrl: url(), timestamp: stamp(-60 * MINUTES) };
    expectUnauthenticated(await get(authorizationOf(credentials, signing)), 'credentials.invalid');
  });
});

describe('Replay › a signature seen in the window', () => {
  const send = (method: string, path: string, body: string, authorization: string) =>
    rawRequest(url(), {
      method,
      path,
      headers: { authorization, 'content-type': 'application/json' },
      body,
    });

  it('is refused for POST, and changes nothing [auth.replay]', async () => {
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody());
    const authorization = plain({ method: 'POST', path, body });
    expect((await send('POST', path, body, authorization)).status).toBe(201);
    const again = await expectUnchanged(service, () => send('POST', path, body, authorization));
    expectUnauthenticated(again, 'credentials.replayed');
  });

  it('is refused for PUT, also after a refused first use and in another spelling of the header [auth.replay]', async () => {
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

  it('is refused for DELETE [auth.replay]', async () => {
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

  it('is allowed for GET [auth.replay]', async () => {
    const authorization = plain();
    expect((await get(authorization)).status).toBe(200);
    expect((await get(authorization)).status).toBe(200);
  });

  it('of twenty concurrent requests one succeeds [auth.replay]', async () => {
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

  it('the same signature in a later time window counts as a new one [auth.replay]', async () => {
    const path = '/restapi/members';
    const body = JSON.stringify(memberBody({ loginId: uniqueName('m') }));
    const first = plain({ method: 'POST', path, body, timestamp: stamp(-2) });
    const second = plain({ method: 'POST', path, body, timestamp: stamp(-1) });
    expect((await send('POST', path, body, first)).status).toBe(201);
    expect((await send('POST', path, body, second)).status).toBe(400);
  });
});
