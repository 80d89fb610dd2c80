import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '../../support/running-service.js';
import { amountsOf, holder, LinkUnderTest } from '../bank-links.fixture.js';
import { accountNumber, link, links, owner, service, stranger } from './set-up.js';

describe('GET …/achbanklinks and …/achbanklinks/{oid}', () => {
  it('lists every link of the account, cancelled ones too, the oldest first [bank-link.get]', async () => {
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

  it('an account without links has an empty list [bank-link.get]', async () => {
    const number = await service.account();
    const answer = await service.client.get(`/restapi/accounts/${number}/achbanklinks`);
    expect(answer.body).toEqual([]);
  });

  it('404 for unknown links, other accounts and other firms [errors.404]', async () => {
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

  it('rights › all but SV read, a stranger does not, the auditor does [permission.codes]', async () => {
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

  it('ETag › 304 for a known one [request.entity-tags]', async () => {
    const { headers } = await service.client.get(link.path);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expectStatus(await service.client.get(link.path, known), 304);
  });
});

describe('GET /backoffice/accounts/{a}/achbanklinks/{oid}/microdeposits', () => {
  it('answers {amounts} [back-office.microdeposits bank-link.deposits]', async () => {
    const answer = await amountsOf(service, accountNumber, link.oid);
    expectStatus(answer, 200);
    expect(answer.body).toEqual({ amounts: [...link.amounts] });
  });

  it('is for the back office alone [back-office.microdeposits]', async () => {
    const path = `/backoffice/accounts/${accountNumber}/achbanklinks/${link.oid}/microdeposits`;
    for (const client of [service.client, service.auditor, service.operator]) {
      expectStatus(await client.get(path), 403);
    }
  });

  it('404 for unknown links and other accounts [errors.404]', async () => {
    expectStatus(await amountsOf(service, accountNumber, '999999999999999'), 404);
    expectStatus(await amountsOf(service, accountNumber, 'abc'), 404);
    expectStatus(await amountsOf(service, 'RZ00000000', link.oid), 404);
  });
});
