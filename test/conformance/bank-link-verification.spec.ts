import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { field, rule } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { holder, LinkUnderTest } from './bank-links.fixture.js';

const Code = {
  Null: 'banklink.null.restbanklink.internal.error',
  NotOwned: 'banklink.not.owned.by.account',
  Uri: 'uri.matching.rule',
  Op: 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
  User: 'banklink.api.user.not.found.internal.error',
  Permission: 'banklink.api.user.needs.money.mover.or.better.permissions.for.account',
  NoMember: 'banklink.no.member.found.for.loginid',
  NotOwner: 'banklink.loginid.provide.not.account.owner',
  Wrong: 'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
  Final: 'banklink.final.verification.failure.no.more.attempts',
} as const;

const remaining = (n: number) => ({
  type: 'VALIDATION_RULE' as const,
  errorCode: Code.Wrong,
  message: `Remaining Attempts=${n}`,
});
const FINAL = {
  type: 'VALIDATION_RULE' as const,
  errorCode: Code.Final,
  message: 'Banklink status=D',
};

let service: ServiceUnderTest;
/** Used where no attempt is made and nothing changes. */
let link: LinkUnderTest;
let stranger: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  link = await LinkUnderTest.create(service);
  stranger = await service.member();
});
afterAll(() => service.stop());

/** Sends a request that is refused and leaves no event. */
async function refusedUnchanged(
  send: () => Promise<ClientAnswer>,
  ...problems: Parameters<typeof expectExactly>[1]
): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

describe('Verify a micro-deposit bank link › success', () => {
  it('States › Bank link › correct amounts, attempts remain › verified, 200 {bankLinkOid, verifyStatus} [states.link-verified 4.response bank-link.verified bank-link.verification]', async () => {
    const one = await LinkUnderTest.create(service);
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: false, mdverify: false });
    const answer = await one.verify();
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: true, mdverify: true });
  });

  it('decisions §7 › the order of md1 and md2 does not matter, amounts compare as decimals [§7.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts;
    expectStatus(await one.verify({ md1: `${md2}00`, md2: `0${md1}` }), 200);
  });

  it('decisions §1 › Numbers › a JSON number is taken as written [§1.numbers]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts.map(Number);
    expectStatus(await one.verify({ md1, md2, bankLinkOid: one.oid }), 200);
  });

  it('decisions §7 › an already verified link › 200 whatever the amounts, no attempt, no change [§7.order]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.verify(), 200);
    const before = await service.head();
    for (let i = 0; i < 4; i++) {
      const answer = await one.verify(one.wrong);
      expectStatus(answer, 200);
      expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    }
    expect(await service.head()).toBe(before);
  });

  it('decisions §7 › any owner, joint ones too, counts as account owner [§7.order 4.owner]', async () => {
    const [owner, joint] = [await service.member(), await service.member()];
    const accountNumber = await service.account({
      accountType: 'J',
      primaryAccountOwner: owner,
      jointOwners: [joint],
    });
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    expectStatus(await one.verify({ ownerLoginId: joint }, service.as(joint)), 200);
  });

  it.each(['AM', 'MM', 'TM'])(
    'Authentication › money mover or better › %s may verify [4.permission authentication.money-mover §2.permissions]',
    async (permission) => {
      const one = await LinkUnderTest.create(service);
      const client = await holder(service, one.accountNumber, permission);
      expectStatus(await one.verify({}, client), 200);
    },
  );

  it('decisions §5 › a restricted account allows verifying [§5.allows]', async () => {
    const account = await service.client.get(`/restapi/accounts/${link.accountNumber}`);
    expect(account.body).toMatchObject({ accountStatus: 'RESTRICTED' });
    const { accountNumber, owner } = link;
    const one = await LinkUnderTest.create(service, { accountNumber, owner });
    expectStatus(await one.verify(), 200);
  });
});

describe('Verify a micro-deposit bank link › wrong amounts', () => {
  it('States › Bank link › wrong amounts › remaining attempts counted after the attempt, then D [states.link-wrong-amounts states.link-last-attempt 4.cancelled verification-errors.banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts verification-errors.banklink.final.verification.failure.no.more.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    expectExactly(await one.verify(one.wrong), [remaining(2)]);
    expectExactly(await one.verify(one.wrong), [remaining(1)]);
    expect(await one.read()).toMatchObject({ status: 'A', verifyStatus: false });
    expectExactly(await one.verify(one.wrong), [FINAL]);
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: false });
    await refusedUnchanged(() => one.verify(), FINAL);
  });

  it('States › Bank link › right amounts on the last attempt verify [states.link-last-attempt]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.verify(one.wrong);
    await one.verify(one.wrong);
    expectStatus(await one.verify(), 200);
  });

  it('decisions §7 › both right amounts are needed [§7.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    const [md1, md2] = one.amounts;
    expectExactly(await one.verify({ md2: md1 }), [remaining(2)]);
    expectExactly(await one.verify({ md1: md2 }), [remaining(1)]);
  });

  it('decisions §7 › each wrong pair is an event; the amounts are not in the log [§7.attempts §7.deposits]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.verify(one.wrong);
    const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${one.oid}`);
    expect(events.map(({ type }) => type)).toEqual([
      'bankLink.BankLinkCreated.v1',
      'bankLink.MicroDepositsSent.v1',
      'bankLink.MicroDepositsMismatched.v1',
    ]);
    const text = JSON.stringify(events.map(({ data }) => data));
    for (const amount of one.amounts) expect(text).not.toContain(amount);
  });

  it('decisions §7 › Attempts › requests at the same time never use more than there are [§7.attempts]', async () => {
    const one = await LinkUnderTest.create(service);
    // a token: signatures of the same body and millisecond would be replays
    const client = new BrokerageClient(service.service.url, {
      token: service.credentials.tokens.client,
    });
    const attempts = Array.from({ length: 12 }, () => one.verify(one.wrong, client));
    const answers = await Promise.all(attempts);
    const problems = answers.map(({ body }) => (body as { message: string }[])[0]?.message);
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    expect(problems.filter((message) => message === 'Remaining Attempts=2')).toHaveLength(1);
    expect(problems.filter((message) => message === 'Remaining Attempts=1')).toHaveLength(1);
    expect(problems.filter((message) => message === 'Banklink status=D')).toHaveLength(10);
    const events = (await service.log()).filter(({ stream }) => stream === `bankLink-${one.oid}`);
    const mismatches = events.filter(({ type }) => type.includes('Mismatched'));
    expect(mismatches).toHaveLength(3);
  });

  it('decisions §11 › Idempotency-Key › a repeated failure is the first one, and uses no attempt [§11.consistency]', async () => {
    const one = await LinkUnderTest.create(service);
    const first = { 'idempotency-key': uniqueName('k') };
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
    expectExactly(await one.verify(one.wrong), [remaining(1)]);
    const before = await service.head();
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
    expect(await service.head()).toBe(before);
    const last = { 'idempotency-key': uniqueName('k') };
    expectExactly(await one.verify(one.wrong, service.client, last), [FINAL]);
    expectExactly(await one.verify(one.wrong, service.client, last), [FINAL]);
    expectExactly(await one.verify(one.wrong, service.client, first), [remaining(2)]);
  });

  it('decisions §11 › consistency › a read after the last failure sees D [§11.consistency]', async () => {
    const one = await LinkUnderTest.create(service);
    for (let i = 0; i < 3; i++) {
      const answer = await one.verify(one.wrong);
      expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    }
    expect(await one.read()).toMatchObject({ status: 'D' });
  });

  it('decisions §11 › If-Match › a stale one is 412 and uses no attempt [§1.412]', async () => {
    const one = await LinkUnderTest.create(service);
    const before = await service.head();
    const stale = await one.verify(one.wrong, service.client, { 'if-match': '"0"' });
    expectStatus(stale, 412);
    expect(await service.head()).toBe(before);
    const { headers } = await service.client.get(one.path);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    expectExactly(await one.verify(one.wrong, service.client, ifMatch), [remaining(2)]);
  });
});

describe('Errors › Micro-deposit verification error codes', () => {
  it.each([
    ['malformed JSON', '{"bankLinkOid": '],
    ['a key sent twice', '{"op":"verify_md","op":"verify_md"}'],
    ['a list', '[]'],
    ['a text', '"verify_md"'],
    ['null', 'null'],
    ['nothing', ''],
  ])(
    `${Code.Null} › %s [verification-errors.banklink.null.restbanklink.internal.error §1.malformed]`,
    async (_, body) => {
      const before = await service.head();
      const answer = await raw(link.verifyPath, body);
      expect(answer.status).toBe(400);
      const problems = (await answer.json()) as { errorCode: string; field?: string }[];
      expect(problems).toHaveLength(1);
      expect(problems[0]?.errorCode).toBe(Code.Null);
      expect(problems[0]?.field).toBeUndefined();
      expect(await service.head()).toBe(before);
    },
  );

  it.each(['RZ00000000', 'nonsense', 'ra'])(
    `${Code.NotOwned} › account number %s in the path [verification-errors.banklink.not.owned.by.account §7.codes-win]`,
    async (accountNumber) => {
      const path = link.verifyPath.replace(link.accountNumber, accountNumber);
      const send = () => service.client.put(path, link.verifyBody());
      await refusedUnchanged(send, rule(Code.NotOwned));
    },
  );

  it(`${Code.NotOwned} › another account's bank link [verification-errors.banklink.not.owned.by.account]`, async () => {
    const other = await LinkUnderTest.create(service);
    const path = link.verifyPath.replace(link.oid, other.oid);
    const body = link.verifyBody({ bankLinkOid: other.oid });
    await refusedUnchanged(() => service.client.put(path, body), rule(Code.NotOwned));
  });

  it.each(['999999999999999', '0', 'abc', '1'.repeat(60)])(
    `${Code.NotOwned} › unknown bank link %s [verification-errors.banklink.not.owned.by.account]`,
    async (oid) => {
      const path = link.verifyPath.replace(link.oid, oid);
      const body = link.verifyBody({ bankLinkOid: oid });
      await refusedUnchanged(() => service.client.put(path, body), rule(Code.NotOwned));
    },
  );

  it(`${Code.NotOwned} › another firm's account [verification-errors.banklink.not.owned.by.account §7.codes-win]`, async () => {
    const { client, planOid } = await service.otherFirm();
    const owner = await service.member({}, client);
    const fields = { primaryAccountOwner: owner, billingPlanOid: planOid };
    const accountNumber = await service.account(fields, client);
    const other = await LinkUnderTest.create(service, { accountNumber, owner }, client);
    await refusedUnchanged(() => other.verify(), rule(Code.NotOwned));
    expectStatus(await other.verify({}, client), 200);
  });

  it(`${Code.Uri} › another id in the body [verification-errors.uri.matching.rule 4.body §1.matching-ids]`, () =>
    refusedUnchanged(() => link.verify({ bankLinkOid: '123' }), rule(Code.Uri)));

  it.each(['delete', 'verify_own', 'VERIFY_MD', '', 'x'.repeat(500)])(
    `${Code.Op} › op %s [verification-errors.banklink.invalid.operation.should.be.delete.verify_md.or.verify_own 4.body]`,
    (op) => refusedUnchanged(() => link.verify({ op }), rule(Code.Op)),
  );

  it(`${Code.User} › valid signature, unknown member id [verification-errors.banklink.api.user.not.found.internal.error §2.acting]`, () =>
    refusedUnchanged(() => link.verify({}, service.as(uniqueName('nobody'))), rule(Code.User)));

  it(`${Code.Permission} › no permission on the account [verification-errors.banklink.api.user.needs.money.mover.or.better.permissions.for.account §7.codes-win]`, () =>
    refusedUnchanged(() => link.verify({}, service.as(stranger)), rule(Code.Permission)));

  it.each(['TR', 'DV', 'SV'])(
    `${Code.Permission} › permission %s [verification-errors.banklink.api.user.needs.money.mover.or.better.permissions.for.account 4.permission]`,
    async (permission) => {
      const client = await holder(service, link.accountNumber, permission);
      await refusedUnchanged(() => link.verify({}, client), rule(Code.Permission));
    },
  );

  it.each(['auditor', 'backoffice', 'operator'] as const)(
    `${Code.Permission} › token of role %s [verification-errors.banklink.api.user.needs.money.mover.or.better.permissions.for.account]`,
    (role) => refusedUnchanged(() => link.verify({}, service[role]), rule(Code.Permission)),
  );

  it.each(['nobody.at.all', '!', 'x'.repeat(64)])(
    `${Code.NoMember} › %s [verification-errors.banklink.no.member.found.for.loginid]`,
    (ownerLoginId) => refusedUnchanged(() => link.verify({ ownerLoginId }), rule(Code.NoMember)),
  );

  it(`${Code.NoMember} › another firm's member [verification-errors.banklink.no.member.found.for.loginid]`, async () => {
    const { client } = await service.otherFirm();
    const ownerLoginId = await service.member({}, client);
    await refusedUnchanged(() => link.verify({ ownerLoginId }), rule(Code.NoMember));
  });

  it(`${Code.NotOwner} › a member who does not own the account [verification-errors.banklink.loginid.provide.not.account.owner 4.owner]`, () =>
    refusedUnchanged(() => link.verify({ ownerLoginId: stranger }), rule(Code.NotOwner)));

  it('decisions §7 › missing or wrong credentials are 401 [§7.codes-win §1.401]', async () => {
    const wrong = new BrokerageClient(service.service.url, {
      ...service.credentials,
      sharedSecret: 'wrong',
    });
    expectStatus(await link.verify({}, wrong), 401);
    expectStatus(
      await link.verify({}, new BrokerageClient(service.service.url, { token: 'x' })),
      401,
    );
  });
});

describe('decisions §7 › Order of checks on verification › only the first failure is reported', () => {
  // each step adds what the step before it is checked for: the earlier one wins
  const faults: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['SYNTAX', { unknownKey: 1 }],
    [Code.Uri, { bankLinkOid: '5' }],
    [Code.Op, { op: 'delete' }],
  ];

  it('body before path and body ids before op [§7.first-failure §7.order]', async () => {
    for (const [index, [code]] of faults.entries()) {
      const body = Object.assign({}, ...faults.slice(index).map(([, fields]) => fields)) as object;
      const answer = await link.verify(
        { ...body, ownerLoginId: 'nobody.at.all' },
        service.as('no.one'),
      );
      const [problem] = answer.body as { type: string; errorCode?: string }[];
      expect(answer.body).toHaveLength(1);
      expect(problem?.errorCode ?? problem?.type).toBe(code);
    }
  });

  it('op before caller before permission before ownerLoginId before owner before link [§7.first-failure §7.order]', async () => {
    const oid = '999999999999999';
    const path = link.verifyPath.replace(link.oid, oid);
    const send = (client: BrokerageClient, fields: object) =>
      client.put(path, link.verifyBody({ bankLinkOid: oid, ...fields }));
    const nobody = service.as('no.one');
    const noRight = service.as(stranger);
    const unknown = { ownerLoginId: 'nobody.at.all' };
    const steps: readonly (readonly [string, ClientAnswer])[] = [
      [Code.Op, await send(nobody, { ...unknown, op: 'delete' })],
      [Code.User, await send(nobody, unknown)],
      [
        Code.User,
        await nobody.put(path.replace(link.accountNumber, 'RZ00000000'), {
          ...link.verifyBody({ bankLinkOid: oid, ...unknown }),
        }),
      ],
      [Code.Permission, await send(noRight, unknown)],
      [Code.NoMember, await send(service.client, unknown)],
      [Code.NotOwner, await send(service.client, { ownerLoginId: stranger })],
      [Code.NotOwned, await send(service.client, {})],
    ];
    for (const [errorCode, answer] of steps) expectExactly(answer, [{ errorCode }]);
  });

  it('link belongs to the account before link active before amounts [§7.order]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.cancel(), 200);
    await refusedUnchanged(() => one.verify(one.wrong), FINAL);
    const foreign = link.verifyPath.replace(link.oid, one.oid);
    const body = link.verifyBody({ bankLinkOid: one.oid });
    await refusedUnchanged(() => service.client.put(foreign, body), { errorCode: Code.NotOwned });
  });
});

describe('Verify a micro-deposit bank link › body fields', () => {
  const keys = ['bankLinkOid', 'md1', 'md2', 'op', 'ownerLoginId'] as const;

  it.each(keys.flatMap((key) => [undefined, null].map((value) => ({ key, value }))))(
    'Bank link › $key › $value › cannot.be.null [bank-link.verification]',
    ({ key, value }) =>
      refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'cannot.be.null')),
  );

  const wrongTypes = [true, {}, [], ['0.12']];
  it.each(keys.flatMap((key) => wrongTypes.map((value) => ({ key, value }))))(
    'Bank link › $key › $value › invalid.value [bank-link.verification]',
    ({ key, value }) =>
      refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'invalid.value')),
  );

  it.each(
    (['md1', 'md2'] as const).flatMap((key) =>
      ['', '-0.12', '1e1', '0,12', ' 0.12', 'NaN', '0.123456789', '9'.repeat(20)].map((value) => ({
        key,
        value,
      })),
    ),
  )(
    'Bank link › $key › $value is no amount › invalid.value [bank-link.verification]',
    ({ key, value }) =>
      refusedUnchanged(() => link.verify({ [key]: value }), field(key, 'invalid.value')),
  );

  it.each(['bankLinkOid', 'ownerLoginId'])(
    'Bank link › %s › too long › invalid.length [bank-link.verification]',
    (key) =>
      refusedUnchanged(() => link.verify({ [key]: '1'.repeat(65) }), field(key, 'invalid.length')),
  );

  it.each(['MD1', 'banklinkoid', 'status', '__proto__', 'constructor'])(
    'Errors › SYNTAX › unrecognized field %s [bank-link.verification errors.SYNTAX]',
    async (key) => {
      const body = JSON.stringify(link.verifyBody()).replace('{', `{${JSON.stringify(key)}:"x",`);
      const before = await service.head();
      const answer = await raw(link.verifyPath, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual([
        expect.objectContaining({ type: 'SYNTAX', field: key }),
      ]);
      expect(await service.head()).toBe(before);
    },
  );
});

/** Sends bytes that are not JSON of ours, with a client token. */
function raw(path: string, body: string): Promise<Response> {
  return fetch(service.service.url + path, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${service.credentials.tokens.client}`,
      'content-type': 'application/json',
    },
    ...(body !== '' && { body }),
  });
}
