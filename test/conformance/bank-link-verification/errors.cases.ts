import { describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, uniqueName } from '../../support/running-service.js';
import { holder, LinkUnderTest } from '../bank-links.fixture.js';
import { Code, FINAL, link, raw, refusedUnchanged, service, stranger } from './set-up.js';

describe('Errors › Micro-deposit verification error codes', () => {
  it.each([
    ['malformed JSON', '{"bankLinkOid": '],
    ['a key sent twice', '{"op":"verify_md","op":"verify_md"}'],
    ['a list', '[]'],
    ['a text', '"verify_md"'],
    ['null', 'null'],
    ['nothing', ''],
  ])(
    `${Code.Null} › %s [verification-errors.banklink.null.restbanklink.internal.error errors.malformed]`,
    async (_, body) => {
      const before = await service.requestHead();
      const answer = await raw(link.verifyPath, body);
      expect(answer.status).toBe(400);
      const problems = (await answer.json()) as { errorCode: string; field?: string }[];
      expect(problems).toHaveLength(1);
      expect(problems[0]?.errorCode).toBe(Code.Null);
      expect(problems[0]?.field).toBeUndefined();
      expect(await service.requestHead()).toBe(before);
    },
  );

  it.each(['RZ00000000', 'nonsense', 'ra'])(
    `${Code.NotOwned} › account number %s in the path [verification-errors.banklink.not.owned.by.account bank-link.codes-win]`,
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

  it(`${Code.NotOwned} › another firm's account [verification-errors.banklink.not.owned.by.account bank-link.codes-win]`, async () => {
    const { client, planOid } = await service.otherFirm();
    const owner = await service.member({}, client);
    const fields = { primaryAccountOwner: owner, billingPlanOid: planOid };
    const accountNumber = await service.account(fields, client);
    const other = await LinkUnderTest.create(service, { accountNumber, owner }, client);
    await refusedUnchanged(() => other.verify(), rule(Code.NotOwned));
    expectStatus(await other.verify({}, client), 200);
  });

  it(`${Code.Uri} › another id in the body [verification-errors.uri.matching.rule bank-link.verify request.matching-ids]`, () =>
    refusedUnchanged(() => link.verify({ bankLinkOid: '123' }), rule(Code.Uri)));

  it.each([
    undefined,
    null,
    'delete',
    'verify_own',
    'VERIFY_MD',
    '',
    'x'.repeat(500),
    5,
    true,
    {},
    [],
  ])(
    `${Code.Op} › op %j [verification-errors.banklink.invalid.operation.should.be.delete.verify_md.or.verify_own bank-link.verify]`,
    (op) => refusedUnchanged(() => link.verify({ op }), rule(Code.Op)),
  );

  it('Errors › op is checked after the other fields and the ids [bank-link.first-failure]', async () => {
    const wrong = { op: 5, bankLinkOid: '123' };
    await refusedUnchanged(
      () => link.verify({ ...wrong, md1: 'x' }),
      field('md1', 'invalid.value'),
    );
    await refusedUnchanged(() => link.verify(wrong), rule(Code.Uri));
  });

  it(`${Code.User} › valid signature, unknown member id [verification-errors.banklink.api.user.not.found.internal.error auth.acting-member]`, () =>
    refusedUnchanged(() => link.verify({}, service.as(uniqueName('nobody'))), rule(Code.User)));

  it(`${Code.Permission} › no permission on the account [verification-errors.banklink.api.user.needs.money.mover.or.better.permissions.for.account bank-link.codes-win]`, () =>
    refusedUnchanged(() => link.verify({}, service.as(stranger)), rule(Code.Permission)));

  it.each(['TR', 'DV', 'SV'])(
    `${Code.Permission} › permission %s [verification-errors.banklink.api.user.needs.money.mover.or.better.permissions.for.account bank-link.permission]`,
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

  it(`${Code.NotOwner} › a member who does not own the account [verification-errors.banklink.loginid.provide.not.account.owner bank-link.owner]`, () =>
    refusedUnchanged(() => link.verify({ ownerLoginId: stranger }), rule(Code.NotOwner)));

  it('missing or wrong credentials are 401 [bank-link.codes-win errors.401]', async () => {
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

describe('Order of checks on verification › only the first failure is reported', () => {
  // each step adds the problem of an earlier check, which wins
  const faults: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['field.unknown', { unknownKey: 1 }],
    [Code.Uri, { bankLinkOid: '5' }],
    [Code.Op, { op: 'delete' }],
  ];

  it('body before path and body ids before op [bank-link.first-failure bank-link.check-order]', async () => {
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

  it('op before caller before permission before ownerLoginId before owner before link [bank-link.first-failure bank-link.check-order]', async () => {
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

  it('link belongs to the account before link active before amounts [bank-link.check-order]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.cancel(), 200);
    await refusedUnchanged(() => one.verify(one.wrong), FINAL);
    const foreign = link.verifyPath.replace(link.oid, one.oid);
    const body = link.verifyBody({ bankLinkOid: one.oid });
    await refusedUnchanged(() => service.client.put(foreign, body), { errorCode: Code.NotOwned });
  });
});
