import { describe, expect, it, jest } from '@jest/globals';
import { AchNetwork } from '#libs/contexts/bank-links';
import { eventually } from '../../support/condition.js';
import { field, rule } from '../../support/problems.js';
import { expectStatus, expectUnchanged } from '../../support/running-service.js';
import { amountsOf, holder, LinkUnderTest } from '../bank-links.fixture.js';
import {
  accountNumber,
  create,
  link,
  links,
  owner,
  refusedUnchanged,
  service,
  stranger,
} from './set-up.js';

describe('Cancel a bank link', () => {
  const cancel = (fields: Readonly<Record<string, unknown>> = {}) => link.cancel(fields);

  it('States › Bank link › cancel › D, 200, empty body; twice is a 200 that changes nothing [bank-link.cancel bank-link.cancellation]', async () => {
    const one = await LinkUnderTest.create(service);
    const answer = await one.cancel();
    expectStatus(answer, 200);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('etag')).not.toBeNull();
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: false });
    expectStatus(await expectUnchanged(service, () => one.cancel()), 200);
  });

  it('a verified link can be cancelled and stays verified [bank-link.cancel bank-link.status]', async () => {
    const one = await LinkUnderTest.create(service);
    expectStatus(await one.verify(), 200);
    expectStatus(await one.cancel(), 200);
    expect(await one.read()).toMatchObject({ status: 'D', verifyStatus: true, mdverify: true });
  });

  it.each(['bankLinkOid', 'status', 'op', 'ownerLoginId'])(
    '%s › missing and null › cannot.be.null [bank-link.cancellation]',
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
  ])('%s › %j › %s [bank-link.cancellation]', (key, value, code) =>
    refusedUnchanged(() => cancel({ [key]: value }), field(key, code)),
  );

  it.each(['verify_md', 'verify_own', 'DELETE'])(
    'op › %s is another operation [bank-link.cancellation]',
    (op) =>
      refusedUnchanged(
        () => cancel({ op }),
        rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      ),
  );

  it('every problem of fields at once, then every one of rules, among them the ids and the owner [errors.list request.matching-ids]', async () => {
    const wrong = { bankLinkOid: '5', op: 'x', ownerLoginId: stranger };
    await refusedUnchanged(
      () => cancel({ ...wrong, Status: 'D', status: 'A' }),
      { type: 'SYNTAX', field: 'Status' },
      field('status', 'invalid.choice'),
    );
    await refusedUnchanged(
      () => cancel(wrong),
      rule('uri.matching.rule'),
      rule('banklink.invalid.operation.should.be.delete.verify_md.or.verify_own'),
      rule('banklink.loginid.provide.not.account.owner'),
    );
  });

  it('404 before 400: unknown links and accounts; 403 without permission [errors.404 bank-link.cancel]', async () => {
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

  it('If-Match › stale is 412; of another account still 404 [errors.412]', async () => {
    const stale = { 'if-match': '"99"' };
    expectStatus(await service.client.put(link.path, link.cancelBody(), stale), 412);
    const other = link.path.replace(accountNumber, await service.account());
    expectStatus(await service.client.put(other, link.cancelBody(), stale), 404);
  });

  it('malformed JSON is SYNTAX without field here [errors.malformed]', async () => {
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
    expect(problem).toHaveProperty('errorCode', 'request.malformed');
  });

  it('while micro-deposits are being sent, cancelling and verifying are refused [bank-link.cancel]', async () => {
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
    await eventually(
      async () => (await amountsOf(service, accountNumber, oid)).status !== 404 || undefined,
    );
    expectStatus(await cancelIt(), 200);
  });
});
