import { describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { field, rule } from '../../support/problems.js';
import { expectStatus, expectUnchanged, uniqueName } from '../../support/running-service.js';
import { linkBody, LinkUnderTest, ROUTING } from '../bank-links.fixture.js';
import {
  accountNumber,
  create,
  links,
  owner,
  refusedUnchanged,
  service,
  stranger,
} from './set-up.js';

describe('POST …/achbanklinks', () => {
  it('201, empty body, Location, ETag, consistency token; the GET shows it [bank-link.create bank-link.get bank-link.status]', async () => {
    const bankAccountNumber = '00123456789';
    const answer = await create({ bankAccountNumber, accountType: 'S', bankName: ' Our Bank ' });
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${links}/[1-9][0-9]{14}$`),
    );
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe(answer.headers.get('etag'));
    expect(shown.body).toEqual({
      bankLinkOid: answer.location?.split('/').at(-1),
      accountNumber,
      ownerLoginId: owner,
      accountType: 'S',
      bankAccountNumber: '6789',
      routingNumber: ROUTING,
      nameOnAccount: 'Jane Doe',
      bankName: 'Our Bank',
      status: 'A',
      verifyStatus: false,
      mdverify: false,
      creationDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
  });

  it('bankAccountNumber and nameOnAccount are sealed in the log [bank-link.create]', async () => {
    const secret = { bankAccountNumber: '987600012345', nameOnAccount: uniqueName('Name') };
    expectStatus(await create(secret), 201);
    const text = JSON.stringify((await service.log()).map(({ data }) => data));
    for (const value of Object.values(secret)) expect(text).not.toContain(value);
  });

  it('creation sends two different micro-deposits, 0.01 to 0.99 [bank-link.deposits]', async () => {
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    const [first, second] = one.amounts;
    expect(first).not.toBe(second);
    for (const amount of one.amounts) {
      expect(amount).toMatch(/^0\.\d\d$/);
      expect(Number(amount)).toBeGreaterThan(0);
    }
  });

  it('a joint owner may be the owner of a link [bank-link.create]', async () => {
    const joint = await service.member();
    const fields = { accountType: 'J', primaryAccountOwner: owner, jointOwners: [joint] };
    const number = await service.account(fields);
    await LinkUnderTest.create(service, { accountNumber: number, owner: joint });
  });

  it('bank account per owner › a second link is refused, another owner and a cancelled link are not [bank-link.create]', async () => {
    const body = linkBody(owner);
    const first = await service.client.post(links, body);
    expectStatus(first, 201);
    const unique = { ...rule('banklink.unique.bank.account.rule'), field: 'bankAccountNumber' };
    await refusedUnchanged(() => service.client.post(links, body), unique);
    const theirs = await LinkUnderTest.create(service);
    const other = { ...body, ownerLoginId: theirs.owner };
    const path = `/restapi/accounts/${theirs.accountNumber}/achbanklinks`;
    expectStatus(await service.client.post(path, other), 201);
    const bankLinkOid = first.location?.split('/').at(-1);
    const cancel = { bankLinkOid, status: 'D', op: 'delete', ownerLoginId: owner };
    expectStatus(await service.client.put(first.location ?? '', cancel), 200);
    expectStatus(await service.client.post(links, body), 201);
  });

  it('bank account per owner › is linked to each account of the owner [bank-link.create]', async () => {
    const body = linkBody(owner);
    expectStatus(await service.client.post(links, body), 201);
    const ira = await service.account({ accountType: 'R', primaryAccountOwner: owner });
    expectStatus(await service.client.post(`/restapi/accounts/${ira}/achbanklinks`, body), 201);
  });

  it('bank account per owner › of many concurrent requests one is carried out [bank-link.create]', async () => {
    const { token } = { token: service.credentials.tokens.client };
    const client = new BrokerageClient(service.service.url, { token });
    const body = linkBody(owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(links, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const { status } of others) expect([400, 409]).toContain(status);
  });

  it('Idempotency-Key › the same link again [request.idempotency]', async () => {
    const body = linkBody(owner);
    const key = { 'idempotency-key': uniqueName('k') };
    const first = await service.client.post(links, body, key);
    const before = await service.requestHead();
    const again = await service.client.post(links, body, key);
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    expect(await service.requestHead()).toBe(before);
    expectStatus(await service.client.post(links, linkBody(owner), key), 422);
  });

  it('IFA › the owner gets an item of type MD, which the verification agrees to [ifa.ifaType]', async () => {
    const one = await LinkUnderTest.create(service);
    const path = `/restapi/members/${one.owner}/ifas?ifaType=MD`;
    const item = { targetOid: one.oid, targetOidType: 'B', ifaType: 'MD' };
    expect((await service.client.get(path)).body).toEqual([
      expect.objectContaining({ ...item, ifaStatus: 'I' }),
    ]);
    expectStatus(await one.verify(), 200);
    expect((await service.client.get(path)).body).toEqual([
      expect.objectContaining({ ...item, ifaStatus: 'A' }),
    ]);
  });

  it('IFA › the item of type MD is withdrawn with the link, whatever cancels it [ifa.ifaType ifa.handling]', async () => {
    for (const end of ['request', 'attempts'] as const) {
      const one = await LinkUnderTest.create(service);
      const item = async () => {
        const answer = await service.client.get(`/restapi/members/${one.owner}/ifas?ifaType=MD`);
        return (answer.body as Record<string, string>[])[0] ?? {};
      };
      const { id = '', expirationDate: ofDeposits = '' } = await item();
      if (end === 'request') expectStatus(await one.cancel(), 200);
      else for (let attempt = 0; attempt < 3; attempt++) await one.verify(one.wrong);
      const withdrawn = await item();
      expect(withdrawn).toMatchObject({ id, ifaStatus: 'I', targetOid: one.oid });
      expect(Date.parse(withdrawn['expirationDate'] ?? '')).toBeLessThan(Date.parse(ofDeposits));
      const path = `/restapi/members/${one.owner}/ifas/${id}`;
      await refusedUnchanged(
        () => service.client.put(path, { action: 'A' }),
        rule('ifa.expired.rule'),
      );
    }
  });

  const keys = [
    'accountType',
    'bankAccountNumber',
    'routingNumber',
    'ownerLoginId',
    'nameOnAccount',
    'bankName',
  ];

  it.each(keys.flatMap((key) => [undefined, null].map((value) => ({ key, value }))))(
    '$key › $value › cannot.be.null [bank-link.create]',
    ({ key, value }) =>
      refusedUnchanged(() => create({ [key]: value }), field(key, 'cannot.be.null')),
  );

  it.each(
    keys
      .filter((key) => key !== 'accountType')
      .flatMap((key) => [true, {}, []].map((value) => ({ key, value }))),
  )('$key › $value › invalid [bank-link.create]', async ({ key, value }) => {
    const answer = await expectUnchanged(service, () => create({ [key]: value }));
    expectStatus(answer, 400);
    const [problem] = answer.body as { field: string; errorCode: string }[];
    expect(answer.body).toHaveLength(1);
    expect(problem?.field).toBe(key);
    expect(['invalid.value', 'allows.only.digits']).toContain(problem?.errorCode);
  });

  it.each([
    ['accountType', 'X', 'invalid.choice'],
    ['accountType', 'c', 'invalid.choice'],
    ['accountType', true, 'invalid.choice'],
    ['bankAccountNumber', '12a4', 'allows.only.digits'],
    ['bankAccountNumber', '12-34', 'allows.only.digits'],
    ['bankAccountNumber', '123', 'invalid.value'],
    ['bankAccountNumber', '1'.repeat(18), 'invalid.length'],
    ['routingNumber', '12345678a', 'allows.only.digits'],
    ['routingNumber', '021000022', 'invalid.value'],
    ['routingNumber', '000000000', 'invalid.value'],
    ['routingNumber', '02100002', 'invalid.value'],
    ['routingNumber', '0210000211', 'invalid.length'],
    ['nameOnAccount', 'x'.repeat(71), 'invalid.length'],
    ['nameOnAccount', '   ', 'cannot.be.null'],
    ['nameOnAccount', 'Jane\u0007', 'invalid.value'],
    ['bankName', 'x'.repeat(71), 'invalid.length'],
    ['bankName', 'Bank\nTwo', 'invalid.value'],
    ['ownerLoginId', 'x'.repeat(65), 'invalid.length'],
  ])('%s › %j › %s [bank-link.create]', (key, value, code) =>
    refusedUnchanged(() => create({ [key]: value }), field(key, code)),
  );

  it('Errors › every problem at once [errors.list]', () =>
    refusedUnchanged(
      () => create({ accountType: 'X', routingNumber: '1', ownerLoginId: 'no.one', extra: 1 }),
      { type: 'SYNTAX', field: 'extra' },
      field('accountType', 'invalid.choice'),
      field('routingNumber', 'invalid.value'),
    ));

  it('ownerLoginId › unknown, of another firm, not an owner [bank-link.create]', async () => {
    const { client } = await service.otherFirm();
    const foreign = await service.member({}, client);
    const noMember = rule('banklink.no.member.found.for.loginid');
    await refusedUnchanged(() => create({ ownerLoginId: 'no.one' }), noMember);
    await refusedUnchanged(() => create({ ownerLoginId: foreign }), noMember);
    const noOwner = rule('banklink.loginid.provide.not.account.owner');
    await refusedUnchanged(() => create({ ownerLoginId: stranger }), noOwner);
  });

  it.each(['AccountType', 'accounttype', 'bankLinkOid', 'status'])(
    'Errors › SYNTAX › unrecognized field %s [request.spelling]',
    (key) => refusedUnchanged(() => create({ [key]: 'x' }), { type: 'SYNTAX', field: key }),
  );
});
