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

describe('asOf before something was there [request.as-of.before]', () => {
  it('is 404, and says when it came for those who may see it', async () => {
    const asOf = new Date().toISOString();
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const when =
      /^It did not exist at the moment of asOf: it was (?:opened|created) at \d{4}-.*\+00:00\.$/;
    for (const path of [
      `/restapi/accounts/${accountNumber}`,
      `/restapi/accounts/${accountNumber}/folios`,
      `/restapi/members/${owner}`,
    ]) {
      const answer = await service.client.get(withParameter(path, 'asOf', asOf));
      expect([path, answer.status, answer.body]).toEqual([
        path,
        404,
        [expect.objectContaining({ message: expect.stringMatching(when) })],
      ]);
    }
    const other = await service.otherFirm();
    const path = withParameter(`/restapi/members/${owner}`, 'asOf', asOf);
    const unseen = await other.client.get(path);
    expect(JSON.stringify(unseen.body)).not.toContain('created');
  });
});
