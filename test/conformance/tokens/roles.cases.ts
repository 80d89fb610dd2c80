import { describe, expect, it } from '@jest/globals';
import { type BrokerageClient, type ClientAnswer } from '#libs/client';
import type { Operation } from '#libs/platform/http';
import {
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
} from '../../support/running-service.js';
import { Wire } from '../../support/wire.js';
import { bearer, expectUnauthenticated, service, token } from './set-up.js';

describe('Bearer tokens › roles', () => {
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
  ])('%s [auth.bearer]', async (role, expected) => {
    const client = bearer(service.credentials.tokens[role as 'client']);
    const found: Record<string, number> = {};
    for (const [name, send] of Object.entries(requests)) {
      const before = await service.requestHead();
      const { status, body } = await send(client);
      found[name] = status;
      if (status !== 403) continue;
      expect(body).toEqual([expect.objectContaining({ type: 'FORBIDDEN' })]);
      expect(await service.requestHead()).toBe(before);
    }
    expect(found).toEqual(expected);
  });

  it('an auditor reads every firm, and nobody may change with it [auth.bearer]', async () => {
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
  ])('%s [auth.bearer]', async (_what, claims, status) => {
    const answer = await bearer(await token({ claims })).get('/restapi/accounts');
    expectStatus(answer, status);
  });

  it('a missing role is 403, without a challenge; all other refusals are 401 with one [errors.401 errors.403]', async () => {
    const answer = await bearer(await token({ claims: { roles: [] } })).get('/restapi/accounts');
    expect(answer.body).toEqual([expect.objectContaining({ type: 'FORBIDDEN' })]);
    expectUnauthenticated(
      await bearer(await token({ claims: { firm_id: undefined } })).get('/restapi/accounts'),
    );
  });
});

describe('Acting member › the login claim', () => {
  it('without one, or with one of nobody in the firm, a client may do nothing at all [auth.firm-itself errors.403]', async () => {
    const member = await service.member();
    const other = await service.otherFirm();
    const accountNumber = await service.account({ primaryAccountOwner: member });
    const account = `/restapi/accounts/${accountNumber}`;
    const { body } = await service.client.get('/openapi.json');
    const { paths } = body as { paths: Record<string, Record<string, Operation>> };
    for (const claims of [
      { login: undefined },
      { login: ' ' },
      { login: uniqueName('nobody') },
      { login: other.loginId },
      { login: undefined, roles: ['advisor'] },
      { login: undefined, roles: ['client', 'auditor'] },
    ]) {
      const nobody = new Wire(service, await token({ claims }));
      const before = await service.requestHead();
      for (const [template, methods] of Object.entries(paths)) {
        const path = template
          .replace('{accountnumber}', accountNumber)
          .replace('{loginid}', member)
          .replaceAll(/\{[^}]+\}/g, '1');
        for (const [method, { security }] of Object.entries(methods)) {
          const isOpen =
            security.length === 0 || security.some((way) => Object.keys(way).length === 0);
          if (isOpen) continue;
          const answer = await nobody.send(method.toUpperCase(), path, undefined, {});
          expect([claims, method, template, answer.status]).toEqual([
            claims,
            method,
            template,
            403,
          ]);
        }
      }
      expect(await service.requestHead()).toBe(before);
    }
    expectStatus(await bearer(service.credentials.tokens.client).get(account), 200);
  });

  it('a member of the firm acts as itself [auth.acting-member]', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${accountNumber}`;
    expectStatus(await bearer(await token({ claims: { login: owner } })).get(path), 200);
    const stranger = await service.member();
    expectStatus(await bearer(await token({ claims: { login: stranger } })).get(path), 403);
  });

  it('an unknown one, and one of another firm: 403 [auth.acting-member]', async () => {
    const other = await service.otherFirm();
    const foreign = await service.member({}, other.client);
    for (const login of [uniqueName('nobody'), foreign, other.loginId]) {
      const client = bearer(await token({ claims: { login } }));
      const answer = await expectUnchanged(service, () =>
        client.post('/restapi/members', memberBody()),
      );
      expect([answer.status, answer.body]).toEqual([
        403,
        [
          {
            type: 'FORBIDDEN',
            errorCode: 'not.allowed',
            message: 'The acting member is not known.',
          },
        ],
      ]);
    }
  });

  it('nobody is of a firm that does not exist [auth.acting-member]', async () => {
    const accountNumber = await service.account();
    const client = bearer(await token({ claims: { firm_id: '9999999999' } }));
    expectStatus(await client.get(`/restapi/accounts/${accountNumber}`), 403);
    await expectUnchanged(service, async () => {
      expectStatus(await client.post('/restapi/members', memberBody()), 403);
    });
  });
});

describe('Idempotency-Key of a bearer token', () => {
  it('belongs to one login of one firm, whoever else is named like its subject [auth.bearer request.idempotency]', async () => {
    const { firmId, apiKey: sub, apiLoginId } = service.credentials;
    const other = await service.otherFirm();
    const of = async (firm: string, login: string): Promise<BrokerageClient> =>
      bearer(await token({ claims: { sub, firm_id: firm, login } }));
    const ours = await of(firmId, apiLoginId);
    const theirs = await of(other.firmId, other.loginId);
    const [headers, body] = [{ 'idempotency-key': uniqueName('key') }, memberBody()];
    expectStatus(await ours.post('/restapi/members', body, headers), 201);
    const answer = await theirs.post('/restapi/members', body, headers);
    expect([answer.status, answer.body]).toEqual([
      400,
      [expect.objectContaining({ errorCode: 'member.unique.login.id' })],
    ]);
    // signed requests of the API client and its tokens share their keys
    for (const client of [ours, service.client]) {
      const again = await client.post('/restapi/members', body, headers);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    }
  });
});
