import { describe, expect, it } from '@jest/globals';
import type { BrokerageClient } from '#libs/client';
import { RULE } from '../../support/problems.js';
import {
  expectExactly,
  expectProblems,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { ACCOUNTS, type Body, expectWritten, idOf } from '../accounts.fixture.js';
import { accounts, individual, name } from './set-up.js';

describe('Billing plan', () => {
  const problem = { ...RULE, field: 'billingPlanOid', errorCode: 'account.invalid.billing.plan' };

  it('Accounts › billingPlanOid › an advisory plan of the firm [account.billingPlanOid]', async () => {
    const { planOid } = await accounts.service.otherFirm();
    const { B, P } = accounts.service.credentials.billingPlans;
    for (const billingPlanOid of [B, P, planOid, 'none', '../x']) {
      await accounts.notUpdated(individual, { billingPlanOid }, problem);
    }
  });

  it('Update › billingPlanOid › account level: that account alone [account.billing-level account.billingPlanOid]', async () => {
    const { service } = accounts;
    const primaryAccountOwner = await service.member();
    const [one, two] = [
      await accounts.opened('I', { primaryAccountOwner }),
      await accounts.opened('I', { primaryAccountOwner }),
    ];
    await service.advisoryPlan(service.credentials.firmId, '9902');
    expect(await accounts.updated(one, { billingPlanOid: 9902 })).toMatchObject({
      billingPlanOid: '9902',
    });
    expect(await accounts.read(two)).toMatchObject({
      billingPlanOid: service.credentials.billingPlans.A,
    });
  });

  it('Update › billingPlanOid › member level: all accounts of the member [account.billing-level account.billingPlanOid]', async () => {
    const { service } = accounts;
    const { firmId, planOid, client, as } = await service.otherFirm([], 'member');
    await service.advisoryPlan(firmId, '88');
    const [member, other] = [await service.member({}, client), await service.member({}, client)];
    const open = (primaryAccountOwner: string, fields: Body = {}): Promise<string> =>
      service.account({ billingPlanOid: planOid, primaryAccountOwner, ...fields }, client);
    const own = [
      await open(member),
      await open(member, { accountType: 'R' }),
      await open(member, { accountType: 'J', jointOwners: [other] }),
    ];
    // the billing owner of a joint account is its primary owner
    const foreign = [
      await open(other),
      await open(other, { accountType: 'J', jointOwners: [member] }),
    ];
    const plans = (numbers: string[]): Promise<unknown[]> =>
      Promise.all(
        numbers.map(async (number) => (await accounts.read(number, client))['billingPlanOid']),
      );
    const path = `${ACCOUNTS}/${String(own[1])}`;
    expectStatus(await client.put(path, { billingPlanOid: '88' }), 200);
    expect(await plans(own)).toEqual(['88', '88', '88']);
    expect(await plans(foreign)).toEqual([planOid, planOid]);
    // a manager of only the joint account doesn't change the others
    const joint = `${ACCOUNTS}/${String(own[2])}`;
    const partner = as(other);
    const moved = () => partner.put(joint, { billingPlanOid: planOid });
    expectExactly(await expectUnchanged(service, moved), [{ type: 'FORBIDDEN' }], 403);
    expectStatus(await partner.put(joint, { billingPlanOid: '88', accountName: name() }), 200);
    const body = {
      ...service.accountBody(member),
      billingPlanOid: planOid,
    };
    expectExactly(await expectUnchanged(service, () => accounts.create(body, client)), [problem]);
    expect(await plans([await open(member, { billingPlanOid: '88' })])).toEqual(['88']);
    expectStatus(await client.put(path, { billingPlanOid: planOid }), 200);
    expect(await plans(own)).toEqual([planOid, planOid, planOid]);
  });
});

describe('Who may update', () => {
  const change = (): Body => ({ accountName: name() });

  const grant = async (number: string, permission: string): Promise<string> => {
    const loginId = await accounts.service.member();
    const path = `${ACCOUNTS}/${number}/permissions`;
    const body = { loginId, permission };
    expectStatus(await accounts.service.client.post(path, body), 201);
    return loginId;
  };

  const forbidden = async (number: string, client: BrokerageClient): Promise<void> => {
    for (const body of [change(), { junk: 1 }]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(number, body, client),
      );
      expectExactly(answer, [{ type: 'FORBIDDEN' }], 403);
    }
  };

  it.each(['SV', 'DV', 'TR', 'MM', 'TM'])(
    'Permissions › %s may not update [permission.codes]',
    async (permission) => {
      const login = await grant(individual, permission);
      await forbidden(individual, accounts.service.as(login));
    },
  );

  it('Permissions › AM may update, after revocation not any more [permission.codes]', async () => {
    const { service } = accounts;
    const login = await grant(individual, 'AM');
    const manager = service.as(login);
    expectStatus(await accounts.update(individual, change(), manager), 200);
    const path = `${ACCOUNTS}/${individual}/permissions/${login}`;
    expectStatus(await service.client.put(path, { permission: 'DV' }), 200);
    await forbidden(individual, manager);
    expectStatus(await service.client.put(path, { permission: 'AM', alertLevel: 'all' }), 200);
    expectStatus(await accounts.update(individual, change(), manager), 200);
    expectStatus(await service.client.request('DELETE', path), 200);
    await forbidden(individual, manager);
  });

  it('Permissions › primary owner, joint owners and the firm rep may, a trustee may not [permission.codes permission.at-creation]', async () => {
    const { owner, partner, trustee, service } = accounts;
    const joint = await accounts.opened('J');
    for (const login of [owner, partner]) {
      expectStatus(await accounts.update(joint, change(), service.as(login)), 200);
    }
    const { firmRep } = await accounts.unusedFirm();
    const corporate = await accounts.opened('A');
    expectStatus(await accounts.update(corporate, change(), service.as(firmRep)), 200);
    await forbidden(corporate, service.as(trustee));
    await forbidden(corporate, service.as(owner));
  });

  it('Permissions › a member without any, and unknown members, may not [errors.403]', async () => {
    const { service } = accounts;
    await forbidden(individual, service.as(await service.member()));
    await forbidden(individual, service.as('nobody-at-all'));
    for (const client of [service.auditor, service.backoffice, service.operator]) {
      await forbidden(individual, client);
    }
  });

  it("Wire › 404 › another firm's account and unknown ones, whatever is sent [errors.404]", async () => {
    const { client } = await accounts.service.otherFirm();
    const missing = ['RZ00000000', individual.toLowerCase(), 'x', 'R%20', '%00', `${individual}0`];
    for (const body of [change(), { junk: 1 }, []]) {
      const answer = await expectUnchanged(accounts.service, () =>
        accounts.update(individual, body, client),
      );
      expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
      for (const number of missing) {
        expectProblems(await accounts.update(number, body), [{ type: 'NOT_FOUND' }], 404);
      }
    }
  });
});

describe('Wire', () => {
  it('Wire › If-Match › a stale one is 412, the newest one goes [errors.412 request.entity-tags]', async () => {
    const { service } = accounts;
    const path = `${ACCOUNTS}/${individual}`;
    const read = await service.client.get(path);
    const tag = read.headers.get('etag') ?? '';
    const first = await accounts.update(individual, { accountName: name() }, service.client, {
      'if-match': tag,
    });
    expectStatus(first, 200);
    const stale = await expectUnchanged(service, () =>
      accounts.update(individual, { accountName: name() }, service.client, { 'if-match': tag }),
    );
    expectProblems(stale, [{ type: 'PRECONDITION_FAILED' }], 412);
    const next = { 'if-match': first.headers.get('etag') ?? '' };
    expectStatus(
      await accounts.update(individual, { accountName: name() }, service.client, next),
      200,
    );
  });

  it('Wire › Idempotency-Key › the same update twice counts once [request.idempotency]', async () => {
    const { service } = accounts;
    const headers = { 'idempotency-key': uniqueName('key') };
    const body = { accountName: name() };
    expectStatus(await accounts.update(individual, body, service.client, headers), 200);
    const again = await expectUnchanged(service, () =>
      accounts.update(individual, body, service.client, headers),
    );
    expectWritten(again, 200, `${ACCOUNTS}/${individual}`);
    const other = await expectUnchanged(service, () =>
      accounts.update(individual, { accountName: name() }, service.client, headers),
    );
    expectStatus(other, 422);
  });

  it('Wire › Idempotency-Key › the same creation twice is one account [request.idempotency]', async () => {
    const headers = { 'idempotency-key': uniqueName('key') };
    const body = await accounts.body('I');
    const post = () => accounts.service.client.post(ACCOUNTS, body, headers);
    const first = await post();
    expectStatus(first, 201);
    const again = await expectUnchanged(accounts.service, post);
    expectStatus(again, 201);
    expect(idOf(again)).toBe(idOf(first));
  });

  it('Restrictions › a restricted account may be updated [restriction.allows]', async () => {
    const number = await accounts.opened('I');
    const body = { accountName: name() };
    expect(await accounts.updated(number, body)).toMatchObject({
      ...body,
      accountStatus: 'RESTRICTED',
    });
  });
});
