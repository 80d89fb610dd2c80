import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createHttpApplication } from '#libs/platform/http';
import { type Caller, omit, type Problem } from '#libs/platform/kernel';
import { createLogger } from '#libs/platform/runtime';
import { EventSourcingModule } from '#libs/platform/service';
import { FIRM, MembersService } from '../test/members-service.js';
import { MembersModule } from './members.module.js';

const known = { kind: 'token', memberKnown: true, entitlements: [] } as const;

const itself = { ...known, roles: ['client'], firmItself: true } as const;

const callers: Record<string, Caller> = {
  client: {
    ...itself,
    kind: 'api-client',
    id: 'c',
    firmId: FIRM,
    member: 'api-login',
  },
  entitled: { ...itself, id: 'e', firmId: FIRM, entitlements: ['fullTid'] },
  other: { ...itself, id: 'o', firmId: '10000002', entitlements: ['fullTid'] },
  auditor: { ...known, id: 'a', roles: ['auditor'], entitlements: ['fullTid'] },
  backoffice: { ...known, id: 'b', roles: ['backoffice'] },
  operator: { ...known, id: 'p', roles: ['operator'] },
};

const person = {
  firstName: 'Ann',
  lastName: 'Doe',
  dateOfBirth: '1970-05-10T00:00:00.000-0500',
  tid: '123456789',
  email1: 'ann@example.com',
  primaryAddress: { line1: '101 Howard Ln', city: 'Atlanta', state: 'GA', zipcode: '30301' },
};

describe('the endpoints of members', () => {
  let service: MembersService;
  let app: NestFastifyApplication;
  /** Subjects whose full tax ids were shown. */
  const disclosed: string[] = [];
  beforeAll(async () => {
    service = await MembersService.start();
    const { clock } = service.platform;
    const platform = EventSourcingModule.forRoot(() => Promise.resolve(service.platform));
    @Module({ imports: [platform, MembersModule] })
    class TestModule {}
    const logger = createLogger({ level: 'silent' });
    app = await createHttpApplication(TestModule, { logger }, () => ({
      authenticator: {
        authenticate: ({ headers }) =>
          callers[headers.authorization ?? ''] ?? { type: 'UNAUTHENTICATED' },
        stillAdmits: () => true,
      },
      clock,
      disclosures: {
        subjectOf: () => 'somebody',
        record: (_to, shown) => {
          disclosed.push(...shown.flatMap(({ subjects }) => subjects));
          return Promise.resolve();
        },
      },
    }));
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    await service.stop();
  });

  const send = async (
    as: string,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        authorization: as,
        ...(payload && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload && { payload: JSON.stringify(payload) }),
    });
    const json = String(answer.headers['content-type']).includes('json')
      ? (JSON.parse(answer.body) as unknown)
      : answer.body;
    return { status: answer.statusCode, body: json, headers: answer.headers };
  };

  it('create, show, update and verify a member', async () => {
    const created = await send(
      'client',
      'POST',
      '/restapi/members?AsynchronousSsnValidation=true',
      { ...person, loginId: 'ann.doe', directorOrTenPercentShareholderCompany: 'ibm, brk.b' },
    );
    expect(created).toMatchObject({ status: 201, body: '', headers: { etag: '"2"' } });
    expect(created.headers.location).toMatch(/\/restapi\/members\/ann\.doe$/);

    const path = '/restapi/members/ann.doe';
    expect(await send('client', 'GET', path)).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: {
        loginId: 'ann.doe',
        firmOid: FIRM,
        cipStatus: 'PENDING_NEW',
        tid: '*****6789',
        advisorLoginId: 'api-login',
        directorOrTenPercentShareholderCompany: ['BRK.B', 'IBM'],
      },
    });
    expect((await send('client', 'GET', path)).body).not.toHaveProperty('revision');
    expect((await send('entitled', 'GET', path)).body).toMatchObject({ tid: '123456789' });
    expect(disclosed).toContain('member:ann.doe');
    expect((await send('auditor', 'GET', path)).body).toMatchObject({ tid: '*****6789' });
    expect((await send('other', 'GET', path)).status).toBe(404);
    expect((await send('operator', 'GET', path)).status).toBe(403);

    const verification = '/backoffice/members/ann.doe/verification';
    expect((await send('client', 'PUT', verification, { cipStatus: 'PASSED' })).status).toBe(403);
    expect(await send('backoffice', 'PUT', verification, { cipStatus: 'MAYBE' })).toMatchObject({
      status: 400,
      body: [{ type: 'VALIDATION_FIELD', field: 'cipStatus', errorCode: 'invalid.choice' }],
    });
    const failed = await send('backoffice', 'PUT', verification, { cipStatus: 'FAILED' });
    expect(failed).toMatchObject({ status: 200, body: '' });
    const status = async (after: Awaited<ReturnType<typeof send>>) => {
      const token = String(after.headers['x-consistency-token']);
      const headers = { 'x-consistency-token': token };
      return send('client', 'GET', `${path}/verifications`, undefined, headers);
    };
    expect((await status(failed)).body).toBe('FAILED');
    const again = await send('client', 'POST', `${path}/verifications`);
    expect(again.status).toBe(200);
    expect((await status(again)).body).toBe('PENDING_NEW');
    const text = await status(
      await send('backoffice', 'PUT', verification, { cipStatus: 'PASSED' }),
    );
    expect(text.body).toBe('PASSED');
    expect(text.headers['content-type']).toMatch(/^text\/plain/);

    const change = { netWorth: '4', email2: 'a@b.example' };
    const stale = await send('client', 'PUT', path, change, { 'if-match': '"2"' });
    expect(stale.status).toBe(412);
    expect(await send('client', 'PUT', path, change, { 'if-match': '"5"' })).toMatchObject({
      status: 200,
      body: '',
      headers: { etag: '"6"' },
    });
    expect((await send('client', 'GET', path)).body).toMatchObject(change);
  });

  it('look for the member before they look at the body', async () => {
    const wrong = { nonsense: true, firstName: 'Eve' };
    expect((await send('client', 'PUT', '/restapi/members/nobody', wrong)).status).toBe(404);
    expect((await send('other', 'PUT', '/restapi/members/ann.doe', wrong)).status).toBe(404);
    expect(await send('client', 'PUT', '/restapi/members/ann.doe', wrong)).toMatchObject({
      status: 400,
      body: [
        { type: 'SYNTAX', field: 'nonsense' },
        { type: 'VALIDATION_FIELD', field: 'firstName', errorCode: 'not.updatable' },
      ],
    });
    const verification = '/backoffice/members/nobody/verification';
    expect((await send('backoffice', 'PUT', verification, {})).status).toBe(404);
    expect((await send('client', 'GET', '/restapi/members/no%20body')).status).toBe(404);
  });

  it('answer all problems of the fields of a creation, those of the query too, and then those of rules', async () => {
    const taken = { ...person, loginId: 'ANN.DOE' };
    const wrong = { ...taken, lastName: 7, citizenship: 'Z' };
    const path = '/restapi/members?asynchronousSSNValidation=x';
    const { status, body } = await send('client', 'POST', path, wrong);
    expect(status).toBe(400);
    const told = (body as Problem[]).map(({ field, errorCode }) => [field, errorCode]);
    expect(told.sort()).toEqual([
      ['asynchronousSSNValidation', 'invalid.value'],
      ['citizenship', 'invalid.choice'],
      ['lastName', 'invalid.value'],
    ]);
    expect(await send('client', 'POST', '/restapi/members', taken)).toMatchObject({
      status: 400,
      body: [{ field: 'loginId', errorCode: 'member.unique.login.id' }],
    });
  });

  it('create and show firms and trustees', async () => {
    const firm = {
      firmName: 'Doe LLC',
      firmTaxId: '541234567',
      firmRep: 'ann.doe',
      primaryAddress: person.primaryAddress,
    };
    const created = await send('client', 'POST', '/restapi/firms', firm);
    expect(created.status).toBe(201);
    const path = new URL(String(created.headers.location)).pathname;
    expect(await send('client', 'GET', path)).toMatchObject({
      status: 200,
      headers: { etag: '"0"' },
      body: { firmType: 'G', firmRep: 'ann.doe', firmTaxId: '*****4567', parentFirmId: FIRM },
    });
    expect((await send('entitled', 'GET', path)).body).toMatchObject({ firmTaxId: '541234567' });
    expect((await send('other', 'GET', path)).status).toBe(404);
    expect((await send('client', 'GET', `/restapi/firms/${FIRM}`)).body).toMatchObject({
      firmType: 'L',
      firmId: FIRM,
    });

    for (const loginId of ['trust.1', 'trust.2', 'trust.3']) {
      const trustee = omit(person, 'primaryAddress');
      const answer = await send('client', 'POST', '/restapi/trustees', { ...trustee, loginId });
      expect(answer.status).toBe(201);
    }
    const first = await send('client', 'GET', '/restapi/trustees?limit=2');
    expect(first.body).toMatchObject([
      { loginId: 'trust.1', tid: '*****6789' },
      { loginId: 'trust.2' },
    ]);
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    expect(await send('client', 'GET', next)).toMatchObject({ body: [{ loginId: 'trust.3' }] });
    expect((await send('auditor', 'GET', '/restapi/trustees')).body).toHaveLength(3);
    expect((await send('other', 'GET', '/restapi/trustees')).body).toEqual([]);
    expect((await send('client', 'GET', '/restapi/trustees?cursor=x')).status).toBe(400);
    expect((await send('client', 'GET', '/restapi/trustees/trust.2')).body).toMatchObject({
      loginId: 'trust.2',
    });
    expect((await send('other', 'GET', '/restapi/trustees/trust.2')).status).toBe(404);
  });

  it('let an operator alone define firms and clients', async () => {
    const firm = '/backoffice/firms/10000003';
    expect((await send('backoffice', 'PUT', firm, { name: 'New' })).status).toBe(403);
    expect((await send('operator', 'PUT', firm, { name: 'New' })).status).toBe(200);
    expect(await send('operator', 'PUT', '/backoffice/firms/x', {})).toMatchObject({ status: 404 });
    const client = `${firm}/clients/new-api-key`;
    const first = await send('operator', 'PUT', client, { loginId: 'new.api' });
    expect(first).toMatchObject({ status: 200, body: { sharedSecret: expect.any(String) } });
    expect(await send('operator', 'PUT', client, { loginId: 'new.api' })).toMatchObject({
      status: 200,
      body: '',
    });
    const replaced = await send('operator', 'POST', `${client}/secret`, {});
    expect(replaced).toMatchObject({ status: 200, body: { sharedSecret: expect.any(String) } });
    expect(replaced.body).not.toEqual(first.body);
    expect((await send('operator', 'DELETE', client)).status).toBe(200);
    expect(await send('operator', 'PUT', client, { loginId: 'new.api' })).toMatchObject({
      status: 400,
      body: [{ errorCode: 'client.revoked.rule' }],
    });
    const nowhere = '/backoffice/firms/77/clients/new-api-key';
    expect((await send('operator', 'PUT', nowhere, { nonsense: 1 })).status).toBe(404);
    expect((await send('operator', 'DELETE', nowhere)).status).toBe(404);
  });
});
