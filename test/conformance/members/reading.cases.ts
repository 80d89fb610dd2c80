import { describe, expect, it } from '@jest/globals';
import { expectExactly, expectStatus, validSsn } from '../../support/running-service.js';
import { everything, MEMBERS, read, service, stranger, TIMESTAMP } from './set-up.js';

describe('Member (read output)', () => {
  it('Member › every field › names and shapes [member.get member.* request.timestamps]', async () => {
    const tid = validSsn();
    const loginId = await service.member({ ...everything, tid });
    const answer = await service.client.get(`${MEMBERS}/${loginId}`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(answer.body).toEqual({
      ...everything,
      loginId,
      memberOid: expect.stringMatching(/^\d+$/),
      firmOid: service.credentials.firmId,
      suffix: 'III',
      title: 'Dr.',
      dateOfBirth: '1975-02-03T00:00:00.000+00:00',
      creationDate: expect.stringMatching(TIMESTAMP),
      occupationType: 'Information Systems',
      accreditedInvestorNetWorth: true,
      directorOrTenPercentShareholderCompany: ['BRK.B', 'MSFT'],
      previousPrivatePlacementExperience: false,
      cipStatus: 'PASSED',
      partnerCode: null,
      advisorLoginId: service.credentials.apiLoginId,
      tid: `*****${tid.slice(-4)}`,
      transState: 'RM',
    });
  });

  it('Member › every field › is there, null without a value [member.*]', async () => {
    const minimal = await service.member({ citizenship: null });
    const full = await service.member(everything);
    const [few, all] = [await read(minimal), await read(full)];
    expect(Object.keys(few).sort()).toEqual(Object.keys(all).sort());
    expect(few).toMatchObject({ middleName: null, mailingAddress: null, citizenship: null });
    expect(few).toMatchObject({ finraAffiliated: false, residenceCountry: 'US' });
  });

  it('Member › advisorLoginId › the acting member [member.advisorLoginId]', async () => {
    const advisor = await service.member();
    const loginId = await service.member({}, service.as(advisor));
    expect(await read(loginId)).toMatchObject({ advisorLoginId: advisor });
  });

  it('Member › partnerCode › assigned per firm [member.partnerCode]', async () => {
    const { firmId, client } = await service.otherFirm();
    const firm = { name: 'Partner', firmType: 'L', partnerCode: 'PC-7' };
    expectStatus(await service.operator.put(`/backoffice/firms/${firmId}`, firm), 200);
    const loginId = await service.member({}, client);
    expect(await read(loginId, client)).toMatchObject({ partnerCode: 'PC-7', firmOid: firmId });
  });

  it('Member › tid › full for a firm entitled to it only [member.tid]', async () => {
    const tid = validSsn();
    const entitled = (await service.otherFirm(['fullTid'])).client;
    const loginId = await service.member({ tid }, entitled);
    expect(await read(loginId, entitled)).toMatchObject({ tid });
    expect(await read(loginId, service.auditor)).toMatchObject({ tid: `*****${tid.slice(-4)}` });
    const own = await service.member({ tid: validSsn() });
    expect(await read(own)).toMatchObject({ tid: expect.stringMatching(/^\*{5}\d{4}$/) });
  });

  it('Consistency › ETag › whole and masked tax ids are two forms of one revision [request.entity-tags member.tid]', async () => {
    const { firmId, client, planOid } = await service.otherFirm();
    const firm = { name: 'Another firm', firmType: 'L' };
    const entitle = async (entitlements: readonly string[]): Promise<void> => {
      const path = `/backoffice/firms/${firmId}`;
      expectStatus(await service.operator.put(path, { ...firm, entitlements }), 200);
    };
    const loginId = await service.member({}, client);
    const beneficiary = {
      firstName: 'Ann',
      lastName: 'Doe',
      relationship: 'S',
      dateOfBirth: '1980-05-17',
      ssn: validSsn(),
      sharePct: '100',
    };
    const ira = { accountType: 'R', billingPlanOid: planOid, primaryBeneficiaries: [beneficiary] };
    const number = await service.account({ ...ira, primaryAccountOwner: loginId }, client);
    const paths = [`${MEMBERS}/${loginId}`, `/restapi/accounts/${number}`];
    const tags = await Promise.all(
      paths.map(async (path) => (await client.get(path)).headers.get('etag') ?? ''),
    );
    await entitle(['fullTid']);
    for (const [index, path] of paths.entries()) {
      const whole = await client.get(path, { 'if-none-match': tags[index] ?? '' });
      expectStatus(whole, 200);
      expect(JSON.stringify(whole.body)).not.toContain('*****');
      const tag = whole.headers.get('etag') ?? '';
      expectStatus(await client.get(path, { 'if-none-match': tag }), 304);
      expectStatus(await client.put(path, {}, { 'if-match': tag }), 200);
      expectStatus(await client.put(path, {}, { 'if-match': tags[index] ?? '' }), 200);
    }
  });

  it('Who may call › scope › another firm’s and unknown members are 404 [errors.404]', async () => {
    const loginId = await service.member();
    for (const [client, path] of [
      [stranger, loginId],
      [service.client, 'nobody.here'],
      [service.client, 'no%20body'],
      [service.client, '..%2f..'],
      [service.client, loginId.toUpperCase()],
    ] as const) {
      const answer = await client.get(`${MEMBERS}/${path}`);
      expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
    }
  });

  it('Who may call › roles › auditor reads, back office and operator do not [auth.bearer]', async () => {
    const loginId = await service.member();
    await read(loginId, service.auditor);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(`${MEMBERS}/${loginId}`), [{ type: 'FORBIDDEN' }], 403);
    }
  });

  it('Consistency › ETag › 304 to who has it [request.entity-tags]', async () => {
    const loginId = await service.member();
    const { headers } = await service.client.get(`${MEMBERS}/${loginId}`);
    const etag = headers.get('etag') ?? '';
    const again = await service.client.get(`${MEMBERS}/${loginId}`, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });
});
