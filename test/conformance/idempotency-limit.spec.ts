import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectStatus, ServiceUnderTest, uniqueName } from '../support/running-service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { IDEMPOTENCY_KEYS_PER_SECOND: '1' });
});
afterAll(() => service.stop());

it('a caller has so many uses of Idempotency-Key, then 429 with Retry-After, and nothing is stored [request.stored running.environment]', async () => {
  const owner = await service.member();
  const path = `/restapi/members/${owner}`;
  const send = (body: unknown, key = uniqueName('k')) =>
    service.client.put(path, body, { 'idempotency-key': key });
  const known = uniqueName('k');
  expectStatus(await send({ netWorth: '2' }, known), 200);
  const answers = await Promise.all(Array.from({ length: 60 }, () => send({ netWorth: '2' })));
  const refused = answers.filter(({ status }) => status === 429);
  // a burst of ten, then one per second
  expect(refused.length).toBeGreaterThan(20);
  for (const { body, headers } of refused) {
    expect(body).toEqual([expect.objectContaining({ type: 'TOO_MANY_REQUESTS' })]);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  const uses = (await service.log()).filter(({ type }) => type === 'idempotency.RequestDecided.v1');
  expect(uses).toHaveLength(61 - refused.length);
  // known keys, requests without a key, and those that are refused before a decision still work
  expectStatus(await send({ junk: 1 }), 400);
  expectStatus(await send({ netWorth: '2' }, known), 200);
  expectStatus(await service.client.put(path, { netWorth: '2' }), 200);
});
