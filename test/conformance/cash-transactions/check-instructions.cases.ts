import { describe, expect, it } from '@jest/globals';
import { expectExactly, expectProblems, expectStatus } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import { type CashUnderTest, today } from '../cash.fixture.js';
import { cash, ira, service } from './set-up.js';

describe('15. Get overnight check deposit instructions', () => {
  const express = (one: CashUnderTest) =>
    `/restapi/accounts/${one.accountNumber}/cashtransfers/expresscheckinstructions`;

  it('Express check instructions output › address and payableTo of the firm; no contributionYear but for an IRA [express-check.get express-check.*]', async () => {
    const instructions = {
      accountNumber: cash.accountNumber,
      address: {
        line1: '100 Custody Plaza',
        line2: null,
        line3: null,
        city: 'McLean',
        state: 'VA',
        zipcode: '22102',
        country: 'US',
      },
      payableTo: 'Demonstration Brokerage',
    };
    const answer = await service.client.get(express(cash));
    expectStatus(answer, 200);
    expect(answer.body).toEqual(instructions);
    const regular = express(cash).replace('express', '');
    expect((await service.client.get(regular)).body).toEqual(instructions);
    const contributionYear = today().slice(0, 4);
    expect((await service.client.get(express(ira))).body).toMatchObject({ contributionYear });
  });

  it('a restricted account reads them, SV and strangers do not [express-check.get restriction.allows]', async () => {
    const restricted = await service.account();
    const path = `/restapi/accounts/${restricted}/cashtransfers/expresscheckinstructions`;
    expectStatus(await service.client.get(path), 200);
    expectStatus(await service.auditor.get(path), 200);
    const stranger = service.as(await service.member());
    expectProblems(await stranger.get(path), [{ type: 'FORBIDDEN' }], 403);
    const viewer = await holder(service, restricted, 'SV');
    expectProblems(await viewer.get(path), [{ type: 'FORBIDDEN' }], 403);
    const unknown = path.replace(restricted, 'RA00000000');
    expectProblems(await service.client.get(unknown), [{ type: 'NOT_FOUND' }], 404);
  });

  it('404 when the firm has no deposit address [express-check.get]', async () => {
    const { client, planOid } = await service.otherFirm();
    const accountNumber = await service.account({ billingPlanOid: planOid }, client);
    const path = `/restapi/accounts/${accountNumber}/cashtransfers/expresscheckinstructions`;
    const message = 'The firm has no deposit address for checks.';
    expectExactly(await client.get(path), [{ type: 'NOT_FOUND', message }], 404);
  });
});
