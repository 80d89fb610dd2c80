import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectStatus, expectUnchanged } from '../../support/running-service.js';
import { LinkUnderTest } from '../bank-links.fixture.js';
import { link, refusedUnchanged, service, stranger } from './set-up.js';

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
