import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { memberDocuments } from '#libs/contexts/members';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { corporateFirm, firmBody } from '../accounts.fixture.js';
import { CashUnderTest } from '../cash.fixture.js';
import { type Body, erase, erasurePath, person, service, uniqueWord } from './set-up.js';

/** Error of granting a permission to a person whose data have been erased. */
async function grantRefused(accountNumber: string, loginId: string): Promise<void> {
  const path = `/restapi/accounts/${accountNumber}/permissions`;
  const grant = () => service.client.post(path, { loginId, permission: 'DV' });
  expectProblems(await expectUnchanged(service, grant), [
    { field: 'loginId', errorCode: 'invalid.value' },
  ]);
}

describe('erasure of a person [erasure.afterwards]', () => {
  it('the person can no longer act, nor can others act for the person', async () => {
    const { loginId, accountNumber } = await person();
    await erase(loginId);
    const other = await service.account();
    const before = await service.log();
    const { client, credentials } = service;
    const refused = async (status: number, answer: Promise<{ status: number; body: unknown }>) => {
      const { status: actual, body } = await answer;
      expect([actual, body]).toEqual([status, expect.any(Array)]);
    };
    await refused(403, service.as(loginId).get('/restapi/accounts'));
    await refused(410, client.put(`/restapi/members/${loginId}`, { employerName: 'New Inc' }));
    await refused(
      410,
      client.put(`/restapi/accounts/${accountNumber}`, { accountNumber, accountName: 'New name' }),
    );
    expectProblems(
      await client.post('/restapi/accounts', {
        accountName: 'Another',
        accountType: 'I',
        billingPlanOid: credentials.billingPlans.A,
        primaryAccountOwner: loginId,
      }),
      [{ errorCode: 'account.invalid.primary.owner' }],
    );
    await grantRefused(other, loginId);
    const left = (await service.log()).slice(before.length).map(({ stream }) => stream);
    expect(left.filter((stream) => !stream.startsWith('reservation-'))).toEqual([]);
  });

  it('nobody finds the person by e-mail address or name; by login id, who comes first by name [lists.email] [lists.sort]', async () => {
    const { loginId, word } = await person();
    const found = async (query: string): Promise<unknown[]> => {
      const { body } = await service.client.get(`/restapi/members?${query}`);
      return (body as Body[]).map((member) => member['loginId']);
    };
    const [byEmail, byName] = [`email=${word}@example.com`, `name=${word}&sort=name`];
    for (const query of [byEmail, byName]) expect(await found(query)).toEqual([loginId]);
    await erase(loginId);
    for (const query of [byEmail, byName]) expect(await found(query)).toEqual([]);
    expect(await found(`loginId=${loginId}&sort=name`)).toEqual([loginId]);
    const { body } = await service.client.get('/restapi/members?sort=name');
    const [first] = body as Body[];
    expect(first).toMatchObject({ lastName: null });
    const documents = service.service.platform.readModels.of(memberDocuments);
    expect(await documents.get(loginId)).toMatchObject({ emails: [] });
  });

  it('no money moves over a bank account that is no longer known', async () => {
    const other = await service.member();
    const joint = { accountType: 'J', jointOwners: [other] };
    const cash = await CashUnderTest.create(service, joint);
    await service.sign(cash.accountNumber, other);
    await erase(cash.owner);
    for (const [body, field] of [
      [cash.deposit(), 'sourceId'],
      [cash.withdrawal(), 'targetId'],
    ] as const) {
      const move = () => service.client.post(cash.path, body);
      expectExactly(await expectUnchanged(service, move), [
        { errorCode: 'cash.transaction.bank.link.deleted.rule', field },
      ]);
    }
  });

  it('the person no longer represents a firm', async () => {
    const loginId = await service.member();
    await erase(loginId);
    const create = () => service.client.post('/restapi/firms', firmBody(loginId));
    expectProblems(await expectUnchanged(service, create), [
      { errorCode: 'group.firm.invalid.representative' },
    ]);
  });

  it('data that does not identify the person is still recorded', async () => {
    const { loginId, accountNumber } = await person();
    await erase(loginId);
    const path = `/restapi/accounts/${accountNumber}/restrictions`;
    const restriction = { reasonCode: '021', restrictionType: 'CR' };
    const said = await service.client.post(path, { ...restriction, note: 'Estate of the owner' });
    expect(said.status).toBe(410);
    expectStatus(await service.client.post(path, restriction), 201);
    const restrictions = (await service.client.get(path)).body;
    expect(restrictions).toEqual([expect.objectContaining({ ...restriction, note: null })]);
  });

  it('a joint account loses its texts with the first owner, and takes those of the others until the last', async () => {
    const { client } = service;
    const [first, last] = [await service.member(), await service.member()];
    const word = uniqueWord();
    const joint = { primaryAccountOwner: first, jointOwners: [last], accountType: 'J' };
    const accountNumber = await service.account({ ...joint, accountName: word });
    const account = `/restapi/accounts/${accountNumber}`;
    const folio = { accountNumber, folioName: word, dividendReinvest: true };
    const { location = '' } = await client.post(`${account}/folios`, folio);
    const names = async (): Promise<unknown[]> => [
      ((await client.get(account)).body as Body)['accountName'],
      ((await client.get(location)).body as Body)['folioName'],
    ];
    expect(await names()).toEqual([word, word]);
    await erase(first);
    expect(await names()).toEqual([null, null]);
    const rename = async (status: number): Promise<void> => {
      expectStatus(await client.put(account, { accountNumber, accountName: 'Left' }), status);
      expectStatus(await client.put(location, { folioName: 'Left' }), status);
    };
    await rename(200);
    expect(await names()).toEqual(['Left', 'Left']);
    const before = await client.get(location);
    await erase(last);
    expect(await names()).toEqual([null, null]);
    const etag = { 'if-none-match': before.headers.get('etag') ?? '' };
    expectStatus(await client.get(location, etag), 200);
    await rename(410);
  });

  it('a trustee is erased the same way; nobody else is', async () => {
    const loginId = uniqueName('t');
    const word = uniqueWord();
    const trustee = {
      loginId,
      firstName: word,
      lastName: word,
      dateOfBirth: '1970-01-02T00:00:00.000+00:00',
      email1: `${word}@example.com`,
    };
    expectStatus(await service.client.post('/restapi/trustees', trustee), 201);
    await erase(loginId);
    const { status, body } = await service.client.get(`/restapi/trustees/${loginId}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining(word)]);
    await grantRefused(await service.account(), loginId);
    const corporate = {
      accountName: 'A corporation',
      accountType: 'A',
      billingPlanOid: service.credentials.billingPlans.A,
      primaryAccountOwner: (await corporateFirm(service)).firmId,
      accountRegistrationInfo: 'The corporation',
      taxClassification: 'C',
      trustees: [loginId],
    };
    const open = () => service.client.post('/restapi/accounts', corporate);
    expectProblems(await expectUnchanged(service, open), [
      { errorCode: 'account.invalid.trustee' },
    ]);
    for (const unknown of [uniqueName(), service.credentials.apiLoginId, '%00']) {
      const send = () => service.operator.post(erasurePath(unknown));
      const answer = await expectUnchanged(service, send);
      expect([unknown, answer.status >= 400 && answer.status <= 404]).toEqual([unknown, true]);
    }
  });

  it('everybody who has been erased is listed, in pages', async () => {
    const loginIds = [await service.member(), await service.member(), await service.member()];
    for (const loginId of loginIds) await erase(loginId);
    const all = (await service.auditor.get('/operator/erasures')).body as Body[];
    expect(all.slice(-3).map(({ loginId }) => loginId)).toEqual(loginIds);
    const paged: Body[] = [];
    for (let path: string | undefined = '/operator/erasures?limit=2'; path !== undefined;) {
      const page: ClientAnswer = await service.auditor.get(path);
      expectStatus(page, 200);
      const items = page.body as Body[];
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      expect(items.length).toBeLessThanOrEqual(2);
      expect(path === undefined || items.length === 2).toBe(true);
      paged.push(...items);
    }
    expect(paged).toEqual(all);
    for (const cursor of ['x', 'LTE', Buffer.from('9'.repeat(19)).toString('base64url')]) {
      const wrong = await service.auditor.get(`/operator/erasures?cursor=${cursor}`);
      expectProblems(wrong, [{ field: 'cursor' }]);
    }
  });
});

describe('an erasure in the feed [erasure.published]', () => {
  it('comes once for each account that the person owned or could see, without a login id', async () => {
    const { loginId, accountNumber } = await person();
    const own = (await service.client.get(`/restapi/members/${loginId}`)).body as Body;
    const other = await service.member();
    const shared = await service.account({ primaryAccountOwner: other });
    const grant = { loginId, permission: 'DV' };
    expectStatus(await service.client.post(`/restapi/accounts/${shared}/permissions`, grant), 201);
    await erase(loginId);
    await erase(loginId);
    await service.head();
    for (const account of [accountNumber, shared]) {
      const type = 'brokerage.account.person-erased.v1';
      const path = `/restapi/accounts/${account}/events?eventTypes=${type}`;
      const events = (await service.client.get(path)).body as Body[];
      expect(events).toMatchObject([
        { type, data: { accountNumber: account, memberOid: own['memberOid'] } },
      ]);
      expect(JSON.stringify(events)).not.toContain(loginId);
    }
  });

  it('does not extend the retention of the other owners', async () => {
    const [first, second] = [await service.member(), await service.member()];
    const accountNumber = await service.account({
      accountType: 'J',
      primaryAccountOwner: first,
      jointOwners: [second],
    });
    const heldUntil = async (): Promise<unknown> =>
      ((await service.operator.get(erasurePath(second))).body as Body)['heldUntil'];
    const before = await heldUntil();
    await erase(first);
    await service.head();
    const events = await service.client.get(`/restapi/accounts/${accountNumber}/events`);
    expect((events.body as Body[]).at(-1)).toMatchObject({
      type: 'brokerage.account.person-erased.v1',
    });
    expect(await heldUntil()).toBe(before);
  });
});
