import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { holder } from '../bank-links.fixture.js';
import {
  directBody,
  listOf,
  newFolio,
  objectOf,
  orderBody,
  ordersPath,
  placeOrder,
} from '../orders.fixture.js';
import { accountNumber, create, folio, orders, refused, service } from './set-up.js';

describe('Folio number › No trades in folio 01', () => {
  it('of any type; its list is empty [folio.01 order.placing]', async () => {
    const cash = ordersPath(`${accountNumber}01`);
    await refused(orderBody(), [rule('order.cash.folio.rule')], cash);
    await refused(directBody(), [rule('order.cash.folio.rule')], cash);
    expect(listOf(await service.client.get(cash))).toEqual([]);
  });
});

describe('Folio number › Folio 02 accepts only direct trades of whole shares', () => {
  const path = () => ordersPath(`${accountNumber}02`);

  it.each([
    ['market', {}, 'D', 'M'],
    ['limit', { limitPrice: '10' }, 'D', 'L'],
    ['stop', { stopPrice: '10' }, 'D', 'S'],
    ['stop-limit', { limitPrice: '10', stopPrice: '9' }, 'L', 'X'],
  ])('%s [folio.02 order.placing]', async (_, prices, orderType, orderSubType) => {
    const made = await create(directBody(prices, { orderType }), path());
    expectStatus(made, 201);
    expect(objectOf(await service.client.get(made.location ?? ''))).toMatchObject({
      orderType,
      orderSubType,
    });
  });

  it('no window trades, no auto invest, no fractional or dollar-based orders [folio.02]', async () => {
    const direct = rule('order.direct.only.rule', 'orderType');
    const whole = rule('order.whole.shares.rule');
    await refused(orderBody(), [direct, whole], path());
    await refused(orderBody({ orderType: 'A' }), [direct, whole], path());
    await refused(directBody({}, { orderType: 'W' }), [direct], path());
    await refused(directBody({ requestedShareAmount: '1.5' }), [whole], path());
    await refused(orderBody({ orderType: 'D' }), [whole], path());
  });
});

describe('positions and closed folios', () => {
  it('a direct sale of more than is held is refused once positions are known [order.placing]', async () => {
    const number = await newFolio(service, accountNumber);
    const sell = (requestedShareAmount: string) => directBody({ side: '2', requestedShareAmount });
    expectStatus(await create(sell('999'), ordersPath(number)), 201);
    const positions = `/backoffice/accounts/${accountNumber}/folios/${number}/positions`;
    const set = await service.backoffice.put(positions, [{ ticker: 'IBM', shareQuantity: '5' }]);
    expectStatus(set, 200);
    await refused(sell('5.5'), [rule('order.positions.rule')], ordersPath(number));
    expectStatus(await create(sell('5'), ordersPath(number)), 201);
  });

  it('a folio closes without open orders, and then refuses new ones; old ones can be read [folio.close]', async () => {
    const number = await newFolio(service, accountNumber);
    const orders = await Promise.all([1, 2].map(() => placeOrder(service.client, number)));
    const folioPath = `/restapi/accounts/${accountNumber}/folios/${number}`;
    const close = () => service.client.put(folioPath, { folioName: 'Old', folioStatus: 'C' });
    for (const order of orders) {
      const answer = await expectUnchanged(service, close);
      const open = { ...rule('folio.orders.rule'), field: 'folioStatus' };
      expectExactly(
        answer,
        orders.slice(orders.indexOf(order)).map(() => open),
      );
      expectStatus(await service.client.put(order, { state: 'C' }), 200);
    }
    expectStatus(await close(), 200);
    const closed = { folioName: 'Old', folioStatus: 'C' };
    expect(objectOf(await service.client.get(folioPath))).toMatchObject(closed);
    await refused(orderBody(), [rule('folio.closed.rule')], ordersPath(number));
    expectStatus(await service.client.get(orders[0] ?? ''), 200);
  });
});

describe('What a restricted account refuses', () => {
  it('orders, with account.restricted.rule; reading and cancelling stay [restriction.refuses]', async () => {
    const number = await service.account();
    const path = ordersPath(`${number}02`);
    const restricted = rule('account.restricted.rule');
    await refused(directBody(), [restricted], path);
    await refused(directBody({ side: '3' }), [field('side', 'invalid.choice')], path);
    expect(listOf(await service.client.get(path))).toEqual([]);

    const other = await service.openAccount();
    const open = `${other}02`;
    const order = await placeOrder(service.client, open, directBody());
    const restrictions = `/restapi/accounts/${other}/restrictions`;
    expectStatus(await service.client.post(restrictions, { reasonCode: '021' }), 201);
    await refused(directBody(), [rule('account.restricted.rule')], ordersPath(open));
    expectStatus(await service.client.get(order), 200);
    expectStatus(await service.client.put(order, { state: 'C' }), 200);
  });
});

describe('who may', () => {
  it.each([
    ['AM', 201, 200],
    ['TM', 201, 200],
    ['TR', 201, 200],
    ['MM', 403, 200],
    ['DV', 403, 200],
    ['SV', 403, 403],
  ])('%s: trade %i, read %i [permission.codes]', async (permission, trade, read) => {
    const client = await holder(service, accountNumber, permission);
    const order = await placeOrder(service.client, folio);
    const head = await service.requestHead();
    const made = await client.post(orders, orderBody());
    expectStatus(made, trade);
    const cancelled = await client.put(order, { state: 'C' });
    expectStatus(cancelled, trade === 201 ? 200 : 403);
    if (trade === 403) expect(await service.requestHead()).toBe(head);
    expectStatus(await client.get(orders), read);
    expectStatus(await client.get(order), read);
  });

  it('without rights it is 403, before the body is checked [errors.403]', async () => {
    const stranger = service.as(await service.member());
    const answer = await expectUnchanged(service, () => stranger.post(orders, { x: 1 }));
    expectStatus(answer, 403);
  });

  it('an auditor reads and changes nothing; back office and operators have no business here [auth.bearer]', async () => {
    const order = await placeOrder(service.client, folio);
    expectStatus(await service.auditor.get(orders), 200);
    expectStatus(await service.auditor.get(order), 200);
    await expectUnchanged(service, async () => {
      expectStatus(await service.auditor.post(orders, orderBody()), 403);
      expectStatus(await service.auditor.put(order, { state: 'C' }), 403);
      expectStatus(await service.backoffice.post(orders, orderBody()), 403);
      expectStatus(await service.operator.get(orders), 403);
    });
  });

  it('unknown accounts, folios and orders, and those of another firm: 404 before 400 [errors.404]', async () => {
    const { client } = await service.otherFirm();
    const order = await placeOrder(service.client, folio);
    const oid = order.split('/').at(-1) ?? '';
    const second = await newFolio(service, accountNumber);
    const account = await service.openAccount();
    await expectUnchanged(service, async () => {
      for (const path of [
        ordersPath('RA0000000003'),
        ordersPath(`${accountNumber}98`),
        ordersPath(`${accountNumber}00`),
        orders.replace(folio, '03'),
        orders.replace(folio, 'x'),
        orders.replace(folio, `${account}02`),
      ]) {
        expectStatus(await service.client.post(path, { x: 1 }), 404);
        expectStatus(await service.client.get(path), 404);
        expectStatus(await service.client.get(`${path}/${oid}`), 404);
      }
      for (const path of [
        `${orders}/1`,
        `${orders}/%20`,
        `${orders}/${'9'.repeat(400)}`,
        `${ordersPath(second)}/${oid}`,
        `${ordersPath(`${account}02`)}/${oid}`,
      ]) {
        expectStatus(await service.client.get(path), 404);
        expectStatus(await service.client.put(path, { x: 1 }), 404);
        expectStatus(await service.client.put(path, { state: 'C' }, { 'if-match': '"7"' }), 404);
      }
      expectStatus(await client.post(orders, orderBody()), 404);
      expectStatus(await client.get(orders), 404);
      expectStatus(await client.get(order), 404);
      expectStatus(await client.put(order, { state: 'C' }), 404);
    });
  });
});

describe('Errors', () => {
  it('an item that is no object is one problem and keeps its place [errors.list]', async () => {
    const securityOrders = ['x', { side: '1', requestedDollarAmount: '1' }, { security: [] }];
    await refused(orderBody({ securityOrders }), [
      {
        ...field('securityOrders', 'invalid.value'),
        message: 'securityOrders[0]: It must be an object.',
      },
      {
        ...field('security', 'cannot.be.null'),
        message: 'securityOrders[1]: It is required: an object.',
      },
      {
        ...field('security', 'invalid.value'),
        message: 'securityOrders[2]: It must be an object.',
      },
      {
        ...field('side', 'cannot.be.null'),
        message: 'securityOrders[2]: It is required: one of 1, 2.',
      },
    ]);
  });
});
