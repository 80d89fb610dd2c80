import { describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { titled } from '../../support/field-rows.js';
import { CHOICE, DATE, FORBIDDEN, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  memberBody,
  uniqueName,
  validSsn,
} from '../../support/running-service.js';
import { address, type Body, other, service } from './set-up.js';

describe('Back office › API clients', () => {
  const pathOf = (apiKey: string, firmId = other.firmId): string =>
    `/backoffice/firms/${firmId}/clients/${apiKey}`;

  const define = (apiKey: string, body: Body, firmId?: string): Promise<ClientAnswer> =>
    service.operator.put(pathOf(apiKey, firmId), body);

  const using = (apiKey: string, sharedSecret: unknown): BrokerageClient =>
    new BrokerageClient(service.service.url, { apiKey, sharedSecret: String(sharedSecret) });

  const secretOf = (answer: ClientAnswer): string => {
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ sharedSecret: expect.stringMatching(/^[\w-]{43}$/) });
    return (answer.body as { sharedSecret: string }).sharedSecret;
  };

  it('PUT › the first answer carries the shared secret, once; it works at once [back-office.clients]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const secret = secretOf(await define(apiKey, { loginId }));
    const again = await expectUnchanged(service, () => define(apiKey, { loginId }));
    expect(again).toMatchObject({ status: 200, body: undefined });
    const changed = await define(apiKey, { loginId, entitlements: [] });
    expect(changed).toMatchObject({ status: 200, body: undefined });
    const firm = await using(apiKey, secret).get(`/restapi/firms/${other.firmId}`);
    expect(firm.body).toMatchObject({ firmId: other.firmId });
    expectStatus(await using(apiKey, 'wrong').get('/restapi/trustees'), 401);
  });

  it('clients › entitlements › narrow those of the firm [auth.client]', async () => {
    const { firmId, client } = await service.otherFirm(['fullTid']);
    const tid = validSsn();
    const loginId = await service.member({ tid }, client);
    const shown = async (entitlements: unknown): Promise<unknown> => {
      const [apiKey, login] = [uniqueName('key'), uniqueName('api')];
      const answer = await define(apiKey, { loginId: login, entitlements }, firmId);
      const read = await using(apiKey, secretOf(answer)).get(`/restapi/members/${loginId}`);
      return (read.body as { tid: unknown }).tid;
    };
    expect(await shown(undefined)).toBe(tid);
    expect(await shown(['fullTid'])).toBe(tid);
    expect(await shown(['removeRestrictions'])).toBe(`*****${tid.slice(-4)}`);
    expect(await shown([])).toBe(`*****${tid.slice(-4)}`);
  });

  it.each(
    titled([
      ['loginId', undefined, NULL],
      ['loginId', null, NULL],
      ['loginId', 'a b', VALUE],
      ['loginId', 5, VALUE],
      ['entitlements', ['x'], CHOICE],
      ['entitlements', 'fullTid', VALUE],
      ['secretSince', '2026-03-02', DATE],
      ['previousSecretUntil', 5, DATE],
    ]),
  )('clients › %s › %s [back-office.clients]', async (field, _, value, errorCode) => {
    const body = { loginId: uniqueName('api'), [field]: value };
    const answer = await expectUnchanged(service, () => define(uniqueName('key'), body));
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('clients › ids in the body › must be those of the path, once every key is known [request.matching-ids errors.list]', async () => {
    const body = { loginId: uniqueName('api'), apiKey: 'other-key-1', firmId: '1', secret: 'x' };
    const answer = await expectUnchanged(service, () => define(uniqueName('key'), body));
    expectExactly(answer, [{ type: 'SYNTAX', field: 'secret' }]);
    const { secret: _, ...known } = body;
    expectExactly(await expectUnchanged(service, () => define(uniqueName('key'), known)), [
      { type: 'VALIDATION_RULE', field: 'apiKey', errorCode: 'uri.matching.rule' },
      { type: 'VALIDATION_RULE', field: 'firmId', errorCode: 'uri.matching.rule' },
    ]);
  });

  it('clients › apiKey › 8 to 64 letters, digits, hyphens, underscores [back-office.clients]', async () => {
    for (const apiKey of ['short', 'has.points.in', '-leading-hyphen']) {
      const body = { loginId: uniqueName('api') };
      const answer = await expectUnchanged(service, () => define(apiKey, body));
      expectExactly(answer, NOT_FOUND, 404);
    }
  });

  it('clients › loginId › unique, and never changes [back-office.clients]', async () => {
    const taken = await service.member();
    const answer = await expectUnchanged(service, () =>
      define(uniqueName('key'), { loginId: taken.toUpperCase() }),
    );
    expectExactly(answer, [{ type: 'VALIDATION_RULE', errorCode: 'member.unique.login.id' }]);
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    const moved = await expectUnchanged(service, () =>
      define(apiKey, { loginId: uniqueName('api') }),
    );
    expectExactly(moved, [{ field: 'loginId', errorCode: 'not.updatable' }]);
  });

  it('clients › firm › must be an institutional one, and never changes [back-office.clients]', async () => {
    const body = { loginId: uniqueName('api') };
    for (const firmId of ['4711', 'abc']) {
      const answer = await expectUnchanged(service, () => define(uniqueName('key'), body, firmId));
      expectExactly(answer, NOT_FOUND, 404);
    }
    const made = await service.client.post('/restapi/firms', {
      firmName: 'C',
      firmTaxId: '123456789',
      firmRep: await service.member(),
      primaryAddress: address(),
    });
    const corporate = made.location?.split('/').at(-1) ?? '';
    const refused = await expectUnchanged(service, () =>
      define(uniqueName('key'), body, corporate),
    );
    expectExactly(refused, NOT_FOUND, 404);
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    const stolen = await expectUnchanged(service, () =>
      define(apiKey, { loginId }, service.credentials.firmId),
    );
    expectExactly(stolen, [{ type: 'VALIDATION_RULE', errorCode: 'client.unique.api.key' }]);
  });

  it('clients › roles › operator only, for everything [back-office.rule]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    secretOf(await define(apiKey, { loginId }));
    for (const who of [service.client, service.backoffice, service.auditor]) {
      const path = pathOf(apiKey);
      for (const request of [
        () => who.put(path, { loginId, entitlements: [] }),
        () => who.post(`${path}/secret`),
        () => who.request('DELETE', path),
      ]) {
        expectExactly(await expectUnchanged(service, request), FORBIDDEN, 403);
      }
    }
  });

  it('clients › DELETE › revokes at once and permanently [auth.client auth.revoking]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const client = using(apiKey, secretOf(await define(apiKey, { loginId })));
    expectStatus(await client.get('/restapi/trustees'), 200);
    const path = pathOf(apiKey);
    expectStatus(await service.operator.request('DELETE', path), 200);
    expectExactly(await client.get('/restapi/trustees'), [{ type: 'UNAUTHENTICATED' }], 401);
    const again = await expectUnchanged(service, () => service.operator.request('DELETE', path));
    expectStatus(again, 200);
    const revoked = [{ type: 'VALIDATION_RULE', errorCode: 'client.revoked.rule' }] as const;
    expectExactly(await expectUnchanged(service, () => define(apiKey, { loginId })), revoked);
    const secret = await expectUnchanged(service, () => service.operator.post(`${path}/secret`));
    expectExactly(secret, revoked);
  });

  it('clients › POST secret › the new one works, the old one no longer does [back-office.clients]', async () => {
    const [apiKey, loginId] = [uniqueName('key'), uniqueName('api')];
    const before = using(apiKey, secretOf(await define(apiKey, { loginId })));
    expectStatus(await before.get('/restapi/trustees'), 200);
    const secret = secretOf(await service.operator.post(`${pathOf(apiKey)}/secret`));
    expectStatus(await using(apiKey, secret).get('/restapi/trustees'), 200);
    expectExactly(await before.get('/restapi/trustees'), [{ type: 'UNAUTHENTICATED' }], 401);
  });

  it('clients › POST secret › a body that is sent is an object [request.json]', async () => {
    const apiKey = uniqueName('key');
    secretOf(await define(apiKey, { loginId: uniqueName('api') }));
    for (const headers of [{}, { 'Dry-Run': 'true' }]) {
      const sent = () => service.operator.post(`${pathOf(apiKey)}/secret`, null, headers);
      expectExactly(await expectUnchanged(service, sent), [{ type: 'SYNTAX' }]);
    }
  });

  it('clients › unknown, and of another firm › 404 [errors.404]', async () => {
    const unknown = pathOf(uniqueName('key'));
    const foreign = pathOf(service.credentials.apiKey);
    for (const path of [unknown, foreign]) {
      for (const request of [
        () => service.operator.post(`${path}/secret`),
        () => service.operator.request('DELETE', path),
      ]) {
        expectExactly(await expectUnchanged(service, request), NOT_FOUND, 404);
      }
    }
  });

  it('clients › a client’s login id cannot become a member [member.loginId]', async () => {
    const answer = await service.client.post(
      '/restapi/members',
      memberBody({ loginId: other.loginId }),
    );
    expectExactly(answer, [{ errorCode: 'member.unique.login.id' }]);
  });

  it('clients › GET /operator/clients › of a firm or all, page by page, never a secret [back-office.clients]', async () => {
    const { firmId } = await service.otherFirm();
    const keys = [uniqueName('key'), uniqueName('key')].sort();
    for (const apiKey of keys) {
      secretOf(await define(apiKey, { loginId: uniqueName('api') }, firmId));
    }
    const [revoked = '', kept = ''] = keys;
    await service.operator.request('DELETE', pathOf(revoked, firmId));
    const later = { loginId: uniqueName('api'), entitlements: ['fullTid'] };
    secretOf(await define(`${kept}-later`, later, firmId));

    const all: unknown[] = [];
    let path: string | undefined = `/operator/clients?firmId=${firmId}&limit=1`;
    while (path !== undefined) {
      const page: ClientAnswer = await service.operator.get(path);
      expectStatus(page, 200);
      expect(page.body).toHaveLength(1);
      all.push(...(page.body as unknown[]));
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ apiKey: revoked, firmId, revoked: true }),
        expect.objectContaining({ apiKey: kept, firmId, revoked: false }),
        {
          ...{ apiKey: `${kept}-later`, firmId, ...later, revoked: false },
          secretSince: expect.any(String),
          previousSecretUntil: null,
        },
      ]),
    );
    expect(JSON.stringify(all)).not.toMatch(/sharedSecret|sealed/i);
    const everywhere = await service.auditor.get('/operator/clients');
    expect(everywhere.body).toEqual(
      expect.arrayContaining([...all, expect.objectContaining({ firmId: other.firmId })]),
    );
  });

  it('clients › PUT › what the list shows of a client can be sent back [back-office.rule]', async () => {
    const { firmId } = await service.otherFirm();
    const apiKey = uniqueName('key');
    secretOf(await define(apiKey, { loginId: uniqueName('api'), entitlements: [] }, firmId));
    const shown = async (): Promise<Body> => {
      const listed = await service.operator.get(`/operator/clients?firmId=${firmId}`);
      return (listed.body as Body[]).find((one) => one['apiKey'] === apiKey) ?? {};
    };
    const expectTaken = async (body: Body): Promise<void> => {
      expectStatus(await expectUnchanged(service, () => define(apiKey, body, firmId)), 200);
    };
    const first = await shown();
    await expectTaken(first);
    const rotation = { overlapHours: 1 };
    secretOf(await service.operator.post(`${pathOf(apiKey, firmId)}/secret`, rotation));
    const now = await shown();
    await expectTaken(now);
    const then = {
      ...now,
      revoked: true,
      secretSince: '2020-01-01T00:00:00.000Z',
      previousSecretUntil: null,
    };
    const answer = await expectUnchanged(service, () => define(apiKey, then, firmId));
    const fields = ['revoked', 'secretSince', 'previousSecretUntil'];
    expectExactly(
      answer,
      fields.map((field) => ({ field, errorCode: 'not.updatable' })),
    );
    const outdated = await expectUnchanged(service, () => define(apiKey, first, firmId));
    expectStatus(outdated, 400);
  });

  it('clients › GET /operator/clients › who may call, and what is refused [back-office.rule]', async () => {
    for (const who of [service.client, service.backoffice]) {
      expectExactly(await who.get('/operator/clients'), FORBIDDEN, 403);
    }
    const odd = await service.operator.get('/operator/clients?limit=0&cursor=x&firm=1');
    expectExactly(odd, [
      { type: 'VALIDATION_FIELD', field: 'limit', errorCode: VALUE },
      { type: 'SYNTAX', field: 'firm' },
    ]);
    const cursor = await service.operator.get('/operator/clients?cursor=x');
    expectExactly(cursor, [{ type: 'VALIDATION_FIELD', field: 'cursor', errorCode: VALUE }]);
  });
});
