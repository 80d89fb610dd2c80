import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { FORBIDDEN, NOT_FOUND } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { create, created, firmBody, FIRMS, invalidRep } from './corporate-firm.js';
import { type Body, newTrustee, other, service } from './set-up.js';

describe('Firms (corporate)', () => {
  it('Firms › firmRep › unknown, another firm’s, a trustee [firm.create]', async () => {
    const trustee = await newTrustee();
    for (const firmRep of [
      'nobody.here',
      '../x',
      await service.member({}, other.client),
      trustee,
      service.credentials.apiLoginId,
    ]) {
      const body = await firmBody({ firmRep });
      expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
    }
  });

  it('Firms › firmRep › no accounts: neither owner nor joint owner [firm.create firm.representative]', async () => {
    const [owner, partner] = [await service.member(), await service.member()];
    await service.account({
      primaryAccountOwner: owner,
      accountType: 'J',
      jointOwners: [partner],
    });
    for (const firmRep of [owner, partner]) {
      const body = await firmBody({ firmRep });
      expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
    }
  });

  it('Firms › firmRep › no other firm [firm.representative]', async () => {
    const firmRep = await service.member();
    await created({ firmRep });
    const body = await firmBody({ firmRep });
    expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
  });

  it('Firms › firmRep › not a member whose identity check failed [firm.create member.identity-check]', async () => {
    const firmRep = await service.member();
    const put = `/backoffice/members/${firmRep}/verification`;
    expectStatus(await service.backoffice.put(put, { cipStatus: 'FAILED' }), 200);
    const body = await firmBody({ firmRep });
    expectExactly(await expectUnchanged(service, () => create(body)), invalidRep);
  });

  it('Firms › firmRep › afterwards no account of their own, nor as joint owner [firm.representative]', async () => {
    const [firmRep, partner] = [await service.member(), await service.member()];
    await created({ firmRep });
    const open = (fields: Body): Promise<ClientAnswer> =>
      expectUnchanged(service, () =>
        service.client.post('/restapi/accounts', { ...service.accountBody(partner), ...fields }),
      );
    expectExactly(await open({ primaryAccountOwner: firmRep }), [
      { type: 'VALIDATION_RULE', errorCode: 'account.invalid.primary.owner' },
    ]);
    expectExactly(await open({ accountType: 'J', jointOwners: [firmRep] }), [
      { type: 'VALIDATION_RULE', errorCode: 'account.invalid.joint.owner' },
    ]);
  });

  it('Who may call › scope › own firm and its corporate firms; others 404 [errors.404]', async () => {
    const firmId = await created();
    const own = await service.client.get(`${FIRMS}/${service.credentials.firmId}`);
    expect(own.body).toMatchObject({
      firmId: service.credentials.firmId,
      firmType: 'L',
      billingLevel: 'account',
    });
    for (const [client, id] of [
      [other.client, firmId],
      [other.client, service.credentials.firmId],
      [service.client, other.firmId],
      [service.client, '999'],
      [service.client, 'abc'],
      [service.client, '0'],
    ] as const) {
      expectExactly(await client.get(`${FIRMS}/${id}`), NOT_FOUND, 404);
    }
    expectStatus(await service.auditor.get(`${FIRMS}/${firmId}`), 200);
    for (const who of [service.backoffice, service.operator]) {
      expectExactly(await who.get(`${FIRMS}/${firmId}`), FORBIDDEN, 403);
    }
    const body = await firmBody();
    for (const who of [service.auditor, service.backoffice, service.operator]) {
      expectExactly(await expectUnchanged(service, () => create(body, who)), FORBIDDEN, 403);
    }
  });

  it('Firms › institutional › never by a client [firm.create]', async () => {
    const answer = await create(await firmBody({ firmType: 'L' }));
    expectExactly(answer, [{ type: 'SYNTAX', field: 'firmType' }]);
  });
});
