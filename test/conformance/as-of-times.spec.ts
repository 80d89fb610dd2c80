import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordedAt } from '#libs/platform/event-store';
import { SystemClock } from '#libs/platform/runtime';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';
import { withParameter } from './as-of.fixture.js';

/** Never tells the same millisecond twice, so that what happens after an event has a later time. */
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
    // the published event stands after both, and has the time of the first
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
