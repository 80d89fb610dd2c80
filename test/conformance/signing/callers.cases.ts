import { describe, expect, it } from '@jest/globals';
import { authorizationOf, type RawResponse, rawRequest } from '../../support/raw-request.js';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
} from '../../support/running-service.js';
import { expectUnauthenticated, get, PATH, plain, service, stamp, url } from './set-up.js';

describe('API client', () => {
  it('a revoked one is refused with the next request; a replaced secret too [auth.client auth.revoking]', async () => {
    const { firmId, client } = await service.otherFirm();
    const apiKey = uniqueName('key');
    const path = `/backoffice/firms/${firmId}/clients/${apiKey}`;
    const made = await service.operator.put(path, { loginId: uniqueName('api') });
    const { sharedSecret } = made.body as { sharedSecret: string };
    const call = (secret: string): Promise<RawResponse> => {
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

  it('sees only its own firm [auth.client]', async () => {
    const other = await service.otherFirm();
    const accountNumber = await service.account();
    expectStatus(await other.client.get(`${PATH}/${accountNumber}`), 404);
    expect((await other.client.get(PATH)).body).toEqual([]);
  });
});

describe('Acting member › FOLIOWS_MEMBER_ID', () => {
  it('a member of the firm acts as itself [auth.acting-member]', async () => {
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
  ])('%s: 403, and nothing is stored [auth.acting-member errors.403]', async (_who, member) => {
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
      [{ type: 'FORBIDDEN', errorCode: 'not.allowed', message: 'The acting member is not known.' }],
    ]);
    expect((await get(plain({}, loginId))).status).toBe(403);
  });
});
