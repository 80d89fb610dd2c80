import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectStatus, expectUnchanged } from '../../support/running-service.js';
import { holder, LinkUnderTest } from '../bank-links.fixture.js';
import { link, refusedUnchanged, service, stranger } from './set-up.js';

describe('verify_own › POST …/verify/{oid}/ownerverification', () => {
  const verify = (fields: Readonly<Record<string, unknown>> = {}) =>
    service.client.post(link.ownerPath, link.ownerBody(fields));

  it('verifies without micro-deposits; again changes nothing [bank-link.owner-verification]', async () => {
    const one = await LinkUnderTest.create(service);
    const send = () => service.client.post(one.ownerPath, one.ownerBody());
    const answer = await send();
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ bankLinkOid: one.oid, verifyStatus: true });
    expect(await one.read()).toMatchObject({ verifyStatus: true, mdverify: 'na', status: 'A' });
    expectStatus(await expectUnchanged(service, send), 200);
    expectStatus(await expectUnchanged(service, () => one.verify(one.wrong)), 200);
  });

  it('a link at D is not verified [bank-link.owner-verification]', async () => {
    const one = await LinkUnderTest.create(service);
    await one.cancel();
    await refusedUnchanged(() => service.client.post(one.ownerPath, one.ownerBody()), {
      ...rule('banklink.final.verification.failure.no.more.attempts'),
      message: 'Banklink status=D',
    });
  });

  it.each(['bankLinkOid', 'op', 'ownerLoginId'])(
    '%s › missing, null, wrong type [bank-link.owner-verification]',
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

  it('every problem of fields at once, then every one of rules [errors.list]', async () => {
    const wrong = { bankLinkOid: '5', op: 'verify_md', ownerLoginId: 'no.one' };
    await refusedUnchanged(() => verify({ ...wrong, md1: '0.1' }), {
      type: 'SYNTAX',
      field: 'md1',
    });
    await refusedUnchanged(
      () => verify(wrong),
      rule('uri.matching.rule'),
      rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      rule('banklink.no.member.found.for.loginid'),
    );
  });

  describe('by whom', () => {
    const byOwner = rule('banklink.owner.verification.by.owner.rule', 'ownerLoginId');

    it('the named owner, acting for themselves [bank-link.owner-verification]', async () => {
      const one = await LinkUnderTest.create(service);
      const answer = await service.as(one.owner).post(one.ownerPath, one.ownerBody());
      expectStatus(answer, 200);
      expect(await one.read()).toMatchObject({ verifyStatus: true });
    });

    it.each(['MM', 'TM', 'AM'])(
      'nobody whom the owner lets move money: %s [bank-link.owner-verification]',
      async (permission) => {
        const one = await LinkUnderTest.create(service);
        const mover = await holder(service, one.accountNumber, permission);
        await refusedUnchanged(() => mover.post(one.ownerPath, one.ownerBody()), byOwner);
        expect(await one.read()).toMatchObject({ verifyStatus: false });
      },
    );

    it('no owner in the name of another one [bank-link.owner-verification]', async () => {
      const [primaryAccountOwner, joint] = [await service.member(), await service.member()];
      const fields = { primaryAccountOwner, accountType: 'J', jointOwners: [joint] };
      const accountNumber = await service.account(fields);
      const one = await LinkUnderTest.create(service, { accountNumber, owner: joint });
      const other = service.as(primaryAccountOwner);
      await refusedUnchanged(() => other.post(one.ownerPath, one.ownerBody()), byOwner);
      const own = one.ownerBody({ ownerLoginId: primaryAccountOwner });
      await refusedUnchanged(() => service.as(joint).post(one.ownerPath, own), byOwner);
    });

    it('the API client of a firm that is entitled, not one that acts as a member [bank-link.owner-verification]', async () => {
      for (const entitled of [true, false]) {
        const firm = await service.otherFirm(entitled ? ['ownerVerification'] : ['fullTid']);
        const { client, planOid: billingPlanOid } = firm;
        const owner = await service.member({}, client);
        const fields = { primaryAccountOwner: owner, billingPlanOid };
        const accountNumber = await service.account(fields, client);
        const one = await LinkUnderTest.create(service, { accountNumber, owner }, client);
        const send = (as = client) => as.post(one.ownerPath, one.ownerBody());

        const member = await service.member({}, client);
        const grant = { loginId: member, permission: 'AM', alertLevel: 'all' };
        const permissions = `/restapi/accounts/${accountNumber}/permissions`;
        expectStatus(await client.post(permissions, grant), 201);
        await refusedUnchanged(() => send(firm.as(member)), byOwner);
        if (entitled) expectStatus(await send(), 200);
        else await refusedUnchanged(send, byOwner);
      }
    });
  });

  it('404 for unknown links, 403 without permission [errors.404]', async () => {
    const path = link.ownerPath.replace(link.oid, '999999999999999');
    expectStatus(await service.client.post(path, link.ownerBody()), 404);
    expectStatus(await service.as(stranger).post(link.ownerPath, link.ownerBody()), 403);
    expectStatus(await service.auditor.post(link.ownerPath, link.ownerBody()), 403);
  });
});
