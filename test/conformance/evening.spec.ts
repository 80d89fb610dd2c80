import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { addDays, businessDate, type LocalDate, startOfBusinessDay } from '#libs/platform/kernel';
import { ManualClock } from '../support/manual-clock.js';
import { rule } from '../support/problems.js';
import { expectExactly, expectStatus, ServiceUnderTest } from '../support/running-service.js';

/** 22:30 or, in summer, 23:30 in New York; already the next day in London. */
const EVENING = 'T03:30:00.000Z';

describe('business days are those of New York › in its evening', () => {
  const clock = new ManualClock(Date.now());
  let service: ServiceUnderTest;
  let client: BrokerageClient;
  let account: string;
  let folio: string;
  let today: LocalDate;

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ clock });
    const accountNumber = await service.openAccount();
    const day = 24 * 60 * 60_000;
    const tomorrow = new Date(clock.now() + day).toISOString().slice(0, 10);
    clock.advance(Date.parse(tomorrow + EVENING) - clock.now());
    // a signature made now would be a day old by then
    client = new BrokerageClient(service.service.url, { token: service.credentials.tokens.client });
    account = `accounts/${accountNumber}`;
    folio = `${account}/folios/${accountNumber}02`;
    today = businessDate(new Date(clock.now()).toISOString());
    expect(today < tomorrow).toBe(true);
  });
  afterAll(() => service.stop());

  const put = async (path: string, body: unknown): Promise<void> =>
    expectStatus(await service.backoffice.put(`/backoffice/${path}`, body), 200);

  it('folio transactions: 3 days count back from today there [folio-transaction.daterange request.timestamps]', async () => {
    const date = startOfBusinessDay(addDays(today, -3));
    const before = new Date(Date.parse(date) - 1).toISOString();
    await put(`${folio}/transactions/1`, { categoryName: 'Trades', date });
    await put(`${folio}/transactions/2`, { categoryName: 'Trades', date: before });
    for (const query of ['', '?daterange=3d']) {
      const { body } = await client.get(`/restapi/${folio}/transactions${query}`);
      expect(body).toMatchObject([{ transactionId: '1' }]);
      expect(body).toHaveLength(1);
    }
  });

  it('unit values are carried forward to the sandbox’s today and no further [performance.values request.timestamps]', async () => {
    const first = addDays(today, -1);
    const values = [{ date: first, gross: '10', net: '9' }];
    await put(`${folio}/performance/unitvalues`, { values });
    const range = `${first},${addDays(today, 1)}`;
    const { body } = await client.get(
      `/restapi/${folio}/performance/unitvalues?daterange=${range}`,
    );
    expect(body).toMatchObject({ values: [{ date: first }, { date: today }] });
    expect((body as { values: unknown[] }).values).toHaveLength(2);
  });

  it('a cash transaction may still be for today, not for the day before [cash.create request.timestamps]', async () => {
    const withdraw = (processDate: LocalDate) =>
      client.post(`/restapi/${account}/cashtransactions`, {
        transactionType: 'CRW',
        amount: '5.00',
        processDate,
      });
    expectExactly(await withdraw(addDays(today, -1)), [
      rule('cash.transaction.process.date.rule', 'processDate'),
    ]);
    expectStatus(await withdraw(today), 201);
  });

  it('an offer that closes today is still open [subscription.rules request.timestamps]', async () => {
    const offer = {
      name: 'Fund',
      openingDate: '2020-01-01',
      closingDate: today,
      eligibleFirms: [service.credentials.firmId],
      eligibility: 'ALL',
      minimum: '1.00',
      maximum: '2.00',
    };
    await put('privateplacementoffers/991', offer);
    await put('privateplacementoffers/992', { ...offer, closingDate: addDays(today, -1) });
    const { body } = await client.get('/restapi/privateplacementoffers');
    const open = (body as { privatePlacementOfferOid: string }[]).map(
      ({ privatePlacementOfferOid }) => privatePlacementOfferOid,
    );
    expect(open).toContain('991');
    expect(open).not.toContain('992');
  });
});
