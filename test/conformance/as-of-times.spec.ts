import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordedAt } from '#libs/platform/event-store';
import { SystemClock } from '#libs/platform/runtime';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { corporateFirm } from './accounts.fixture.js';
import { withParameter } from './as-of.fixture.js';
import { CashUnderTest } from './cash.fixture.js';

/** Never returns the same millisecond twice, so that what follows an event has a later time. */
class TickingClock extends SystemClock {
  #last = 0;

  override now(): number {
    this.#last = Math.max(super.now(), this.#last + 1);
    return this.#last;
  }
}

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock: new TickingClock() });
});
afterAll(() => service.stop());

describe('asOf=<timestamp> between an event and what follows from it [request.as-of]', () => {
  it('has nothing that was recorded later, also when what was published of the event came after that', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const log = await service.log();
    const indexOf = (type: string): number => log.findIndex((one) => one.type.startsWith(type));
    const opened = log[indexOf('account.AccountOpened.')]!;
    const raised = log[indexOf('attention.ItemRaised.')]!;
    // the published event follows both and has the time of the first
    expect(indexOf('feed.EventPublished.')).toBeGreaterThan(log.indexOf(raised));
    expect(recordedAt(raised) > recordedAt(opened)).toBe(true);

    const items = `/restapi/members/${owner}/ifas`;
    const before = await service.client.get(withParameter(items, 'asOf', recordedAt(opened)));
    expect(before).toMatchObject({ status: 200, body: [] });
    const then = await service.client.get(withParameter(items, 'asOf', recordedAt(raised)));
    expect(then.body).toHaveLength(1);

    const history = `/restapi/accounts/${accountNumber}/history?limit=200`;
    const answer = await service.client.get(withParameter(history, 'asOf', recordedAt(opened)));
    expectStatus(answer, 200);
    const times = (answer.body as { time: string }[]).map(({ time }) => Date.parse(time));
    expect(Math.max(...times)).toBe(Date.parse(recordedAt(opened)));
  });
});

describe('asOf before something was there [request.as-of.before]', () => {
  it('is 404, and tells those who may see it since when it has existed', async () => {
    const asOf = new Date().toISOString();
    const cash = await CashUnderTest.create(service);
    const { accountNumber, owner, client, linkPath } = cash;
    const account = `/restapi/accounts/${accountNumber}`;
    const { firmId } = await corporateFirm(service);
    const folio = await client.post(`${account}/folios`, {
      accountNumber,
      folioName: 'One',
      dividendReinvest: true,
    });
    const folioPath = folio.location ?? '';
    const order = await client.post(`${folioPath}/orders`, {
      orderType: 'W',
      dollarShareBasedIndicator: 'D',
      discretionary: false,
      solicited: false,
      securityOrders: [{ security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '100.00' }],
    });
    const [item] = (await client.get(`/restapi/members/${owner}/ifas`)).body as { id: string }[];
    const paths = [
      account,
      `${account}/folios`,
      `${account}/history`,
      `${account}/folios/${accountNumber}01`,
      folioPath,
      `${folioPath}/orders`,
      `${folioPath}/history`,
      order.location ?? '',
      linkPath,
      `${linkPath}/history`,
      `${cash.path}/${await cash.make()}`,
      `/restapi/members/${owner}`,
      `/restapi/members/${owner}/verifications`,
      `/restapi/members/${owner}/history`,
      `/restapi/members/${owner}/ifas`,
      `/restapi/members/${owner}/ifas/${item?.id ?? ''}`,
      `/restapi/members/${owner}/orders`,
      `/restapi/firms/${firmId}`,
      `/restapi/firms/${firmId}/history`,
    ];
    const since =
      /^It did not exist at the moment of asOf: it has existed since \d{4}-.*\+00:00\.$/;
    const { client: stranger } = await service.otherFirm();
    for (const path of paths) {
      const then = withParameter(path, 'asOf', asOf);
      const accept = path.endsWith('/verifications') ? { accept: 'text/plain' } : {};
      expectStatus(await client.get(path, accept), 200);
      const answer = await client.get(then, accept);
      expect([path, answer.status, answer.body]).toEqual([
        path,
        404,
        [expect.objectContaining({ message: expect.stringMatching(since) })],
      ]);
      const unseen = await stranger.get(then, accept);
      expect([path, unseen.status]).toEqual([path, 404]);
      expect(JSON.stringify(unseen.body)).not.toContain('since');
    }
  });
});
