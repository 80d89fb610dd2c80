import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { LocalIssuer } from '#libs/platform/identity';
import { rule } from '../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { WEBHOOKS } from './webhooks.fixture.js';

const LIMIT = rule('webhook.limit.rule');
const body = { url: 'http://127.0.0.1:9/', state: 'disabled' };
let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(() => service.stop());

describe('webhooks of a firm', () => {
  it('are at most 20, enabled or disabled, also of many made at the same time [webhook.limit]', async () => {
    const { firmId, loginId: login } = await service.otherFirm();
    const { keys, clock } = service.service.platform;
    const issuer = await LocalIssuer.over(keys, clock);
    const token = await issuer.issue({ subject: 's', roles: ['client'], firmId, login });
    // uses a token: signatures of the same body and millisecond would count as replays
    const client = new BrokerageClient(service.service.url, { token });
    const create = (headers = {}) => client.post(WEBHOOKS, body, headers);
    const first = { 'idempotency-key': uniqueName('k') };
    const answers = [await create(first)];
    answers.push(...(await Promise.all(Array.from({ length: 25 }, () => create()))));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      if (answer.status !== 409) expectExactly(answer, [LIMIT]);
    }
    expectExactly(await expectUnchanged(service, create), [LIMIT]);
    expectStatus(await create(first), 201);

    expectStatus(await client.request('DELETE', made[3]?.location ?? ''), 200);
    expectStatus(await create(), 201);
    expectExactly(await create(), [LIMIT]);
    const other = await service.otherFirm();
    expectStatus(await other.client.post(WEBHOOKS, body), 201);
  });
});
