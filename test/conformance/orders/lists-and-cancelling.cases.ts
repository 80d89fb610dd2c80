import { describe, expect, it } from '@jest/globals';
import { type Expected, field, rule, unknownKey } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { buyBody, listOf, newFolio, orderBody, ordersPath, placeOrder } from '../orders.fixture.js';
import { accountNumber, folio, service } from './set-up.js';

describe('GET …/folios/{f}/orders', () => {
  it('all orders of the folio, newest first, and of no other [order.placing]', async () => {
    const number = await newFolio(service, accountNumber);
    expect(listOf(await service.client.get(ordersPath(number)))).toEqual([]);
    const made = [];
    for (let i = 0; i < 3; i++) made.push(await placeOrder(service.client, number));
    expectStatus(await service.client.put(made[1] ?? '', { state: 'C' }), 200);
    const list = listOf(await service.client.get(ordersPath(number)));
    expect(
      new Set(list.map(({ folioOrderOid }) => `${ordersPath(number)}/${String(folioOrderOid)}`)),
    ).toEqual(new Set(made));
    const dates = list.map(({ creationDate }) => String(creationDate));
    expect(dates).toEqual([...dates].sort().reverse());
    for (const shown of list) {
      const path = `${ordersPath(number)}/${String(shown['folioOrderOid'])}`;
      expect((await service.client.get(path)).body).toEqual(shown);
    }
  });
});

describe('the subject of a published event of an order', () => {
  it('is the order, also where the event names no folio; of another account it is none', async () => {
    const order = await placeOrder(service.client, folio);
    const at = await service.client.get(`/restapi/accounts/${accountNumber}/events?cursor=newest`);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
    const cursor = at.headers.get('x-feed-cursor') ?? '';
    const page = await service.client.get(
      `/restapi/accounts/${accountNumber}/events?cursor=${cursor}`,
    );
    const [cancelled] = listOf(page);
    expect(cancelled).toMatchObject({ type: 'brokerage.order.state-changed.v1' });
    const subject = String(cancelled?.['subject']);
    const shown = await service.client.get(subject);
    expectStatus(shown, 200);
    const there = await service.client.get(order);
    expect([shown.body, shown.headers.get('etag')]).toEqual([
      there.body,
      there.headers.get('etag'),
    ]);
    const other = await service.openAccount();
    expectStatus(await service.client.get(subject.replace(accountNumber, other)), 404);
  });
});

describe('cancel by PUT with state C', () => {
  it('C with reason 201, the security orders too; ETag, empty body [order.placing order.state]', async () => {
    const order = await placeOrder(service.client, folio);
    const oid = order.split('/').at(-1);
    const body = { state: 'C', accountNumber, folioNumber: folio, folioOrderOid: oid };
    const answer = await service.client.put(order, body, { 'if-match': '"0"' });
    expectStatus(answer, 200);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('etag')).toBe('"1"');
    const shown = await service.client.get(order);
    expect(shown.headers.get('etag')).toBe('"1"');
    const cancelled = { state: 'C', stateReasonCode: '201' };
    expect(shown.body).toMatchObject({ ...cancelled, securityOrders: [cancelled] });
  });

  it('filled amounts stay filled [order.placing order.state security-order.state]', async () => {
    const securityOrders = ['IBM', 'MSFT'].map((ticker) => buyBody({ security: { ticker } }));
    const order = await placeOrder(service.client, folio, orderBody({ securityOrders }));
    const filled = { security: { ticker: 'IBM' }, side: '1', state: 'F', filledShareAmount: '4' };
    const report = { state: 'P', securityOrders: [filled] };
    const path = order.replace('/restapi', '/backoffice');
    expectStatus(await service.backoffice.put(path, report), 200);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
    expect((await service.client.get(order)).body).toMatchObject({
      state: 'C',
      securityOrders: [filled, { state: 'C', stateReasonCode: '201', filledShareAmount: '0' }],
    });
  });

  it('repeating it succeeds and changes nothing [order.placing]', async () => {
    const order = await placeOrder(service.client, folio);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
    const again = await expectUnchanged(service, () => service.client.put(order, { state: 'C' }));
    expectStatus(again, 200);
  });

  it('If-Match › 412 for another revision [errors.412]', async () => {
    const order = await placeOrder(service.client, folio);
    const answer = await expectUnchanged(service, () =>
      service.client.put(order, { state: 'C' }, { 'if-match': '"1"' }),
    );
    expectStatus(answer, 412);
  });

  it.each<[unknown, Expected]>([
    [{}, field('state', 'cannot.be.null')],
    [{ state: null }, field('state', 'cannot.be.null')],
    [{ state: 'c' }, field('state', 'invalid.choice')],
    [{ state: 'F' }, field('state', 'invalid.choice')],
    [{ state: '' }, field('state', 'cannot.be.null')],
    [{ state: 1 }, field('state', 'invalid.choice')],
    [{ state: ['C'] }, field('state', 'invalid.choice')],
    [{ state: 'C', State: 'C' }, unknownKey('State')],
    [{ state: 'C', stateReasonCode: '201' }, unknownKey('stateReasonCode')],
    [{ state: 'C', accountNumber: 'RA00000000' }, rule('uri.matching.rule', 'accountNumber')],
    [{ state: 'C', folioNumber: 'RA0000000003' }, rule('uri.matching.rule', 'folioNumber')],
    [{ state: 'C', folioOrderOid: '1' }, rule('uri.matching.rule', 'folioOrderOid')],
    [{ state: 'C', folioOrderOid: {} }, field('folioOrderOid', 'invalid.value')],
  ])('%j [order.placing]', async (body, problem) => {
    const order = await placeOrder(service.client, folio);
    const answer = await expectUnchanged(service, () => service.client.put(order, body));
    expectExactly(answer, [problem]);
  });
});
