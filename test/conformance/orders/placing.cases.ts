import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectStatus, expectUnchanged, uniqueName } from '../../support/running-service.js';
import {
  directBody,
  listOf,
  newFolio,
  objectOf,
  orderBody,
  ordersPath,
  placeOrder,
} from '../orders.fixture.js';
import {
  accountNumber,
  create,
  folio,
  MOMENT,
  OID,
  orders,
  owner,
  refused,
  service,
} from './set-up.js';

describe('POST …/folios/{f}/orders', () => {
  it('201, empty body, Location, ETag, consistency token; the GET shows every key [order.placing order.* security-order.* order.dollarShareBasedIndicator]', async () => {
    const answer = await service.as(owner).post(orders, orderBody());
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${orders}/[1-9]\\d{14}$`),
    );
    expect(answer.headers.get('x-consistency-token')).not.toBeNull();
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe('"0"');
    expect(answer.headers.get('etag')).toBe('"0"');
    const member = objectOf(await service.client.get(`/restapi/members/${owner}`));
    const moment = expect.stringMatching(MOMENT);
    expect(shown.body).toEqual({
      accountNumber,
      folioNumber: folio,
      folioOid: expect.stringMatching(OID),
      folioOrderId: expect.stringMatching(/^[1-9]\d{11}$/),
      folioOrderOid: answer.location?.split('/').at(-1),
      orderType: 'W',
      orderSubType: 'M',
      reasonForTrade: 'NS',
      creationDate: moment,
      creationMethod: 'A',
      executionDate: null,
      modificationTimestamp: moment,
      scheduledWindowDatetime: null,
      discretionary: false,
      solicited: true,
      dollarShareBasedIndicator: 'D',
      requestedBuyDollarAmount: '500.00',
      requestedSellDollarAmount: '0.00',
      estimatedBuyDollarAmount: '500.00',
      estimatedSellDollarAmount: '0.00',
      filledBuyDollarAmount: '0.00',
      filledSellDollarAmount: '0.00',
      buyLimitPercent: null,
      sellLimitPercent: null,
      commission: '0.00',
      totalCommission: '0.00',
      totalFee: '0.00',
      taxlotReliefMethod: 'LGHL',
      tradeOriginatingMemberOid: member['memberOid'],
      state: 'O',
      stateReasonCode: null,
      securityOrders: [
        {
          securityOrderId: expect.stringMatching(/^[1-9]\d{11}$/),
          securityOrderOid: expect.stringMatching(OID),
          security: { ticker: 'IBM' },
          side: '1',
          state: 'O',
          stateReasonCode: null,
          dollarShareBasedIndicator: 'D',
          requestedDollarAmount: '500.00',
          requestedShareAmount: null,
          requestedPrice: null,
          estimatedDollarAmount: '500.00',
          estimatedShareAmount: null,
          estimatedPrice: null,
          filledDollarAmount: '0.00',
          filledShareAmount: '0',
          filledPrice: null,
          limitPrice: null,
          stopPrice: null,
          commission: '0.00',
          secFee: '0.00',
          tradeFee: '0.00',
          quoteTimestamp: null,
          creationTimestamp: moment,
          modificationTimestamp: moment,
        },
      ],
    });
  });

  it('tradeOriginatingMemberOid › null when the API client acts for itself [order.tradeOriginatingMemberOid]', async () => {
    const order = objectOf(await service.client.get(await placeOrder(service.client, folio)));
    expect(order['tradeOriginatingMemberOid']).toBeNull();
  });

  it('folioOid is the same for all orders of a folio; 02 is named by its number [order.ids]', async () => {
    const [one, two] = [
      objectOf(await service.client.get(await placeOrder(service.client, folio))),
      objectOf(await service.client.get(await placeOrder(service.client, folio))),
    ];
    expect(one['folioOid']).toBe(two['folioOid']);
    const other = await placeOrder(service.client, `${accountNumber}02`, directBody());
    expect(objectOf(await service.client.get(other))['folioOid']).toBe(`${accountNumber}02`);
  });

  it('everything that can be said of an order, each side and numbers as JSON numbers [order.* security-order.* request.numbers order.dollarShareBasedIndicator]', async () => {
    const path = await placeOrder(service.client, folio, {
      accountNumber,
      folioNumber: folio,
      orderType: 'D',
      orderSubType: 'L',
      reasonForTrade: 'TL',
      discretionary: 'true',
      solicited: 'false',
      dollarShareBasedIndicator: 'S',
      buyLimitPercent: 2.5,
      sellLimitPercent: '0',
      taxlotReliefMethod: 'HGLL',
      securityOrders: [
        { security: { ticker: 'BRK.B' }, side: 1, requestedShareAmount: 1.25, limitPrice: 100 },
        {
          security: { ticker: 'MSFT' },
          side: '2',
          dollarShareBasedIndicator: 'D',
          requestedDollarAmount: '99.9',
          limitPrice: '0.0001',
        },
      ],
    });
    expect(objectOf(await service.client.get(path))).toMatchObject({
      orderType: 'D',
      orderSubType: 'L',
      reasonForTrade: 'TL',
      discretionary: true,
      solicited: false,
      buyLimitPercent: '2.5',
      sellLimitPercent: '0',
      taxlotReliefMethod: 'HGLL',
      requestedBuyDollarAmount: null,
      requestedSellDollarAmount: '99.90',
      estimatedBuyDollarAmount: '125.00',
      securityOrders: [
        { side: '1', requestedShareAmount: '1.25', limitPrice: '100.00', estimatedPrice: '100.00' },
        { side: '2', dollarShareBasedIndicator: 'D', requestedDollarAmount: '99.90' },
      ],
    });
  });

  it('security orders that differ › no sub-type, and dollars of shares are not known [order.kind order.amounts]', async () => {
    const [limit, market] = [
      { security: { ticker: 'IBM' }, side: '1', requestedShareAmount: '5', limitPrice: '5' },
      { security: { ticker: 'T' }, side: '2', requestedShareAmount: '5' },
    ];
    const body = directBody({}, { securityOrders: [limit, market] });
    const order = objectOf(await service.client.get(await placeOrder(service.client, folio, body)));
    expect(order).toMatchObject({
      orderSubType: null,
      requestedBuyDollarAmount: null,
      requestedSellDollarAmount: null,
      estimatedBuyDollarAmount: '25.00',
      estimatedSellDollarAmount: null,
    });
  });

  it('scheduledWindowDatetime › in any spelling of the wire, still to come [order.times]', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const scheduledWindowDatetime = `${year}-03-02T10:00:00-0500`;
    const path = await placeOrder(service.client, folio, orderBody({ scheduledWindowDatetime }));
    expect(objectOf(await service.client.get(path))).toMatchObject({
      scheduledWindowDatetime: `${year}-03-02T15:00:00.000+00:00`,
    });
    await refused(orderBody({ scheduledWindowDatetime: '2020-01-01T00:00:00Z' }), [
      field('scheduledWindowDatetime', 'invalid.value'),
    ]);
    await refused(directBody({}, { scheduledWindowDatetime }), [
      rule('order.type.rule', 'scheduledWindowDatetime'),
    ]);
  });

  it('reasonForTrade: NS by default, or any two capital letters [order.reasonForTrade order.kind]', async () => {
    for (const reasonForTrade of ['NS', 'RB', 'ZZ', 'QX']) {
      expectStatus(await create(orderBody({ reasonForTrade })), 201);
    }
    for (const reasonForTrade of ['ns', 'N', 'NSX', 'N1', 'ÄÖ', 'NS\n', 5]) {
      await refused(orderBody({ reasonForTrade }), [field('reasonForTrade', 'invalid.choice')]);
    }
  });

  it('taxlotReliefMethod › default is defaultTaxLotSelection of the account [order.taxlotReliefMethod]', async () => {
    const fifo = await service.openAccount({ defaultTaxLotSelection: 'FIFO' });
    const made = await placeOrder(service.client, `${fifo}02`, directBody());
    expect(objectOf(await service.client.get(made))['taxlotReliefMethod']).toBe('FIFO');
    const ira = await service.openAccount({ accountType: 'R' });
    const path = ordersPath(`${ira}02`);
    const order = await placeOrder(service.client, `${ira}02`, directBody());
    expect(objectOf(await service.client.get(order))['taxlotReliefMethod']).toBe('AVGC');
    const wrong = [field('taxlotReliefMethod', 'invalid.choice')];
    await refused(directBody({}, { taxlotReliefMethod: 'FIFO' }), wrong, path);
    await refused(orderBody({ taxlotReliefMethod: 'AVGC' }), wrong);
  });

  it('Idempotency-Key › sent twice, it is one order [request.idempotency]', async () => {
    const headers = { 'idempotency-key': uniqueName('k') };
    const first = await service.client.post(orders, orderBody(), headers);
    expectStatus(first, 201);
    const again = await expectUnchanged(service, () =>
      service.client.post(orders, orderBody(), headers),
    );
    expectStatus(again, 201);
    expect(again.location).toBe(first.location);
    const other = await service.client.post(orders, orderBody({ solicited: false }), headers);
    expectStatus(other, 422);
  });

  it('50 at the same time are 50 orders [order.placing]', async () => {
    const number = await newFolio(service, accountNumber);
    const made = await Promise.all(
      Array.from({ length: 50 }, () => create(orderBody(), ordersPath(number))),
    );
    expect(new Set(made.map(({ location }) => location)).size).toBe(50);
    const list = listOf(await service.client.get(ordersPath(number)));
    expect(list).toHaveLength(50);
  });
});
