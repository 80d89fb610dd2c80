import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { AchNetwork } from '#libs/contexts/bank-links';
import { field, rule } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { amountsOf, holder, linkBody, LinkUnderTest, ROUTING } from './bank-links.fixture.js';

let service: ServiceUnderTest;
let owner: string;
let accountNumber: string;
let links: string;
/** Refused requests are tried on this one. */
let link: LinkUnderTest;
let stranger: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  owner = await service.member();
  accountNumber = await service.account({ primaryAccountOwner: owner });
  links = `/restapi/accounts/${accountNumber}/achbanklinks`;
  link = await LinkUnderTest.create(service, { accountNumber, owner });
  stranger = await service.member();
});
afterAll(() => service.stop());

const create = (fields: Readonly<Record<string, unknown>> = {}): Promise<ClientAnswer> =>
  service.client.post(links, linkBody(owner, fields));

async function refusedUnchanged(
  send: () => Promise<ClientAnswer>,
  ...problems: Parameters<typeof expectExactly>[1]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

describe('decisions §7 › POST …/achbanklinks', () => {
  it('201, empty body, Location, ETag, consistency token; the GET shows it [§7.create §7.read §3.bank-link]', async () => {
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

  it('bankAccountNumber and nameOnAccount are sealed in the log [§7.create]', async () => {
    const secret = { bankAccountNumber: '987600012345', nameOnAccount: uniqueName('Name') };
    expectStatus(await create(secret), 201);
    const text = JSON.stringify((await service.log()).map(({ data }) => data));
    for (const value of Object.values(secret)) expect(text).not.toContain(value);
  });

  it('creation sends two different micro-deposits, 0.01 to 0.99 [§7.deposits]', async () => {
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    const [first, second] = one.amounts;
    expect(first).not.toBe(second);
    for (const amount of one.amounts) {
      expect(amount).toMatch(/^0\.\d\d$/);
      expect(Number(amount)).toBeGreaterThan(0);
    }
  });

  it('a joint owner may be the owner of a link [§7.create]', async () => {
    const joint = await service.member();
    const fields = { accountType: 'J', primaryAccountOwner: owner, jointOwners: [joint] };
    const number = await service.account(fields);
    await LinkUnderTest.create(service, { accountNumber: number, owner: joint });
  });

  it('bank account per owner › a second link is refused, another owner and a cancelled link are not [§7.create]', async () => {
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

  it('bank account per owner › of many at the same time one is made [§7.create]', async () => {
    const { token } = { token: service.credentials.tokens.client };
    const client = new BrokerageClient(service.service.url, { token });
    const body = linkBody(owner);
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.post(links, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    for (const { status } of others) expect([400, 409]).toContain(status);
  });

  it('Idempotency-Key › the same link again [§11.consistency]', async () => {
    const body = linkBody(owner);
    const key = { 'idempotency-key': uniqueName('k') };
    const first = await service.client.post(links, body, key);
    const before = await service.head();
    const again = await service.client.post(links, body, key);
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    expect(await service.head()).toBe(before);
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

  const keys = [
    'accountType',
    'bankAccountNumber',
    'routingNumber',
    'ownerLoginId',
    'nameOnAccount',
    'bankName',
  ];

  it.each(keys.flatMap((key) => [undefined, null].map((value) => ({ key, value }))))(
    '$key › $value › cannot.be.null [§7.create]',
    ({ key, value }) =>
      refusedUnchanged(() => create({ [key]: value }), field(key, 'cannot.be.null')),
  );

  it.each(
    keys
      .filter((key) => key !== 'accountType')
      .flatMap((key) => [true, {}, [], ''].map((value) => ({ key, value }))),
  )('$key › $value › invalid [§7.create]', async ({ key, value }) => {
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
    ['nameOnAccount', '   ', 'invalid.value'],
    ['nameOnAccount', 'Jane\u0007', 'invalid.value'],
    ['bankName', 'x'.repeat(71), 'invalid.length'],
    ['bankName', 'Bank\nTwo', 'invalid.value'],
    ['ownerLoginId', 'x'.repeat(65), 'invalid.length'],
  ])('%s › %j › %s [§7.create]', (key, value, code) =>
    refusedUnchanged(() => create({ [key]: value }), field(key, code)),
  );

  it('Errors › every problem at once [§1.errors]', () =>
    refusedUnchanged(
      () => create({ accountType: 'X', routingNumber: '1', ownerLoginId: 'no.one', extra: 1 }),
      { type: 'SYNTAX', field: 'extra' },
      field('accountType', 'invalid.choice'),
      field('routingNumber', 'invalid.value'),
      rule('banklink.no.member.found.for.loginid'),
    ));

  it('ownerLoginId › unknown, of another firm, no owner [§7.create]', async () => {
    const { client } = await service.otherFirm();
    const foreign = await service.member({}, client);
    const noMember = rule('banklink.no.member.found.for.loginid');
    await refusedUnchanged(() => create({ ownerLoginId: 'no.one' }), noMember);
    await refusedUnchanged(() => create({ ownerLoginId: foreign }), noMember);
    const noOwner = rule('banklink.loginid.provide.not.account.owner');
    await refusedUnchanged(() => create({ ownerLoginId: stranger }), noOwner);
  });

  it.each(['AccountType', 'accounttype', 'bankLinkOid', 'status'])(
    'Errors › SYNTAX › unrecognized field %s [§1.spelling]',
    (key) => refusedUnchanged(() => create({ [key]: 'x' }), { type: 'SYNTAX', field: key }),
  );
});

describe('decisions §7 › GET …/achbanklinks and …/achbanklinks/{oid}', () => {
  it('lists every link of the account, cancelled ones too, the oldest first [§7.read]', async () => {
    const number = await service.account({ primaryAccountOwner: owner });
    const made = [];
    for (let i = 0; i < 3; i++) {
      made.push(await LinkUnderTest.create(service, { accountNumber: number, owner }));
    }
    expectStatus(await made[1]!.cancel(), 200);
    const answer = await service.client.get(`/restapi/accounts/${number}/achbanklinks`);
    expectStatus(answer, 200);
    expect(answer.body).toEqual(await Promise.all(made.map((one) => one.read())));
    expect((answer.body as { status: string }[]).map(({ status }) => status)).toEqual([
      'A',
      'D',
      'A',
    ]);
  });

  it('an account without links has an empty list [§7.read]', async () => {
    const number = await service.account();
    const answer = await service.client.get(`/restapi/accounts/${number}/achbanklinks`);
    expect(answer.body).toEqual([]);
  });

  it('404 for unknown links, other accounts and other firms [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const other = await service.account();
    for (const path of [
      `${links}/999999999999999`,
      `${links}/abc`,
      `${links}/0`,
      link.path.replace(accountNumber, other),
      link.path.replace(accountNumber, 'RZ00000000'),
    ]) {
      expectStatus(await service.client.get(path), 404);
    }
    expectStatus(await client.get(link.path), 404);
    expectStatus(await client.get(links), 404);
  });

  it('rights › all but SV read, a stranger does not, the auditor does [§2.permissions]', async () => {
    for (const permission of ['DV', 'TR', 'MM']) {
      const client = await holder(service, accountNumber, permission);
      expectStatus(await client.get(link.path), 200);
    }
    const summary = await holder(service, accountNumber, 'SV');
    for (const client of [summary, service.as(stranger), service.backoffice]) {
      expectStatus(await client.get(link.path), 403);
      expectStatus(await client.get(links), 403);
    }
    const audited = await service.auditor.get(link.path);
    expect(audited.body).toMatchObject({ bankAccountNumber: expect.stringMatching(/^\d{4}$/) });
    expectStatus(await service.auditor.get(links), 200);
  });

  it('ETag › 304 for a known one [§11.consistency]', async () => {
    const { headers } = await service.client.get(link.path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expectStatus(await service.client.get(link.path, known), 304);
  });
});

describe('Cancel a bank link', () => {
  const cancel = (fields: Readonly<Record<string, unknown>> = {}) => link.cancel(fields);

  it('States › Bank link › cancel › D, 200, empty body; twice is a 200 that changes nothing [states.link-cancelled 5.response bank-link.cancellation §7.cancel]', async () => {
    const one = await LinkUnderTest.create(service);
    const answer = await one.cancel();
    expectStatus(answer, 200);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: false });
    expectStatus(await expectUnchanged(service, () => one.cancel()), 200);
  });

  it('a verified link can be cancelled and stays verified [states.link-cancelled §3.bank-link]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.verify(), 200);
    expectStatus(await one.cancel(), 200);
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: true, mdverify: true });
  });

  it.each(['bankLinkOid', 'status', 'op', 'ownerLoginId'])(
    '%s › missing and null › cannot.be.null [5.body bank-link.cancellation]',
    async (key) => {
      for (const value of [undefined, null]) {
        await refusedUnchanged(() => cancel({ [key]: value }), field(key, 'cannot.be.null'));
      }
    },
  );

  it.each([
    ['bankLinkOid', true, 'invalid.value'],
    ['bankLinkOid', '1'.repeat(65), 'invalid.length'],
    ['status', 'A', 'invalid.choice'],
    ['status', 'd', 'invalid.choice'],
    ['status', {}, 'invalid.choice'],
    ['op', 5, 'invalid.value'],
    ['op', [], 'invalid.value'],
    ['ownerLoginId', {}, 'invalid.value'],
    ['ownerLoginId', 'x'.repeat(65), 'invalid.length'],
  ])('%s › %j › %s [5.body]', (key, value, code) =>
    refusedUnchanged(() => cancel({ [key]: value }), field(key, code)),
  );

  it.each(['verify_md', 'verify_own', 'DELETE', ''])(
    'op › %s is another operation [5.body]',
    (op) =>
      refusedUnchanged(
        () => cancel({ op }),
        rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      ),
  );

  it('every problem at once, among them the ids and the owner [§1.errors §1.matching-ids]', () =>
    refusedUnchanged(
      () => cancel({ bankLinkOid: '5', op: 'x', ownerLoginId: stranger, Status: 'D' }),
      { type: 'SYNTAX', field: 'Status' },
      rule('uri.matching.rule'),
      rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      rule('banklink.loginid.provide.not.account.owner'),
    ));

  it('404 before 400: unknown links and accounts; 403 without permission [§1.404 states.link-cancelled]', async () => {
    const other = await service.account();
    const unknown = [
      `${links}/999999999999999`,
      `${links}/abc`,
      link.path.replace(accountNumber, other),
      link.path.replace(accountNumber, 'RZ00000000'),
    ];
    for (const path of unknown) {
      expectStatus(await expectUnchanged(service, () => service.client.put(path, {})), 404);
    }
    const traders = await holder(service, accountNumber, 'TR');
    for (const client of [traders, service.as(stranger), service.auditor, service.backoffice]) {
      expectStatus(await expectUnchanged(service, () => client.put(link.path, {})), 403);
    }
    expectStatus(await traders.post(links, {}), 403);
  });

  it('If-Match › stale is 412; of another account 404 all the same [§1.412]', async () => {
    const stale = { 'if-match': '"99"' };
    expectStatus(await service.client.put(link.path, link.cancelBody(), stale), 412);
    const other = link.path.replace(accountNumber, await service.account());
    expectStatus(await service.client.put(other, link.cancelBody(), stale), 404);
  });

  it('decisions §1 › malformed JSON is SYNTAX without field here [§1.malformed]', async () => {
    const answer = await fetch(service.service.url + link.path, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${service.credentials.tokens.client}`,
        'content-type': 'application/json',
      },
      body: '{',
    });
    expect(answer.status).toBe(400);
    const [problem] = (await answer.json()) as Record<string, unknown>[];
    expect(problem).toMatchObject({ type: 'SYNTAX' });
    expect(problem).not.toHaveProperty('errorCode');
  });

  it('decisions §7 › while micro-deposits are being sent, cancelling and verifying are refused [states.link-cancelled §7.cancel]', async () => {
    const ach = service.service.app.get(AchNetwork, { strict: false });
    const away = jest.spyOn(ach, 'sendMicroDeposits').mockRejectedValue(new Error('away'));
    const answer = await create();
    expectStatus(answer, 201);
    const oid = answer.location?.split('/').at(-1) ?? '';
    const inProcess = rule('banklink.verification.in.process.rule');
    const base = { bankLinkOid: oid, ownerLoginId: owner };
    const cancelIt = () =>
      service.client.put(`${links}/${oid}`, { ...base, op: 'delete', status: 'D' });
    const verifyIt = () =>
      service.client.put(`/restapi/accounts/${accountNumber}/verify/microdeposits/${oid}`, {
        ...base,
        op: 'verify_md',
        md1: '0.01',
        md2: '0.02',
      });
    await refusedUnchanged(cancelIt, inProcess);
    await refusedUnchanged(verifyIt, inProcess);
    expectStatus(await amountsOf(service, accountNumber, oid), 404);

    away.mockRestore();
    const deadline = Date.now() + 20_000;
    while ((await amountsOf(service, accountNumber, oid)).status === 404) {
      if (Date.now() > deadline) throw new Error('the deposits were never sent');
    }
    expectStatus(await cancelIt(), 200);
  });
});

describe('decisions §7 › verify_own › POST …/verify/{oid}/ownerverification', () => {
  const verify = (fields: Readonly<Record<string, unknown>> = {}) =>
    service.client.post(link.ownerPath, link.ownerBody(fields));

  it('verifies without micro-deposits; again changes nothing [§7.verify_own]', async () => {
    const one = await LinkUnderTest.create(service);
    const send = () => service.client.post(one.ownerPath, one.ownerBody());
    const answer = await send();
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    expect(await one.read()).toMatchObject({ verifyStatus: true, mdverify: 'na', status: 'A' });
    expectStatus(await expectUnchanged(service, send), 200);
    expectStatus(await expectUnchanged(service, () => one.verify(one.wrong)), 200);
  });

  it('a link at D is not verified [§7.verify_own]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.cancel();
    await refusedUnchanged(() => service.client.post(one.ownerPath, one.ownerBody()), {
      ...rule('banklink.final.verification.failure.no.more.attempts'),
      message: 'Banklink status=D',
    });
  });

  it.each(['bankLinkOid', 'op', 'ownerLoginId'])(
    '%s › missing, null, wrong type [§7.verify_own]',
    async (key) => {
      for (const [value, code] of [
        [undefined, 'cannot.be.null'],
        [null, 'cannot.be.null'],
        [{}, 'invalid.value'],
      ] as const) {
        await refusedUnchanged(() => verify({ [key]: value }), field(key, code));
      }
    },
  );

  it('every problem at once [§1.errors]', () =>
    refusedUnchanged(
      () => verify({ bankLinkOid: '5', op: 'verify_md', ownerLoginId: 'no.one', md1: '0.1' }),
      { type: 'SYNTAX', field: 'md1' },
      rule('uri.matching.rule'),
      rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      rule('banklink.no.member.found.for.loginid'),
    ));

  it('404 for unknown links, 403 without permission [§1.404]', async () => {
    const path = link.ownerPath.replace(link.oid, '999999999999999');
    expectStatus(await service.client.post(path, link.ownerBody()), 404);
    expectStatus(await service.as(stranger).post(link.ownerPath, link.ownerBody()), 403);
    expectStatus(await service.auditor.post(link.ownerPath, link.ownerBody()), 403);
  });
});

describe('decisions §10 › GET /backoffice/accounts/{a}/achbanklinks/{oid}/microdeposits', () => {
  it('answers {amounts} [§10.microdeposits §7.deposits]', async () => {
    const answer = await amountsOf(service, accountNumber, link.oid);
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ amounts: [...link.amounts] });
  });

  it('is for the back office alone [§10.microdeposits]', async () => {
    const path = `/backoffice/accounts/${accountNumber}/achbanklinks/${link.oid}/microdeposits`;
    for (const client of [service.client, service.auditor, service.operator]) {
      expectStatus(await client.get(path), 403);
    }
  });

  it('404 for unknown links and other accounts [§1.404]', async () => {
    expectStatus(await amountsOf(service, accountNumber, '999999999999999'), 404);
    expectStatus(await amountsOf(service, accountNumber, 'abc'), 404);
    expectStatus(await amountsOf(service, 'RZ00000000', link.oid), 404);
  });
});
