import { describe, expect, it } from '@jest/globals';
import { projectionSpecification } from '#libs/platform/testing';
import { accountNumber, folioOrderOid, order, placed } from '../test/order-fixtures.js';
import { FROM_OPEN, orderDocuments } from './order.document.js';
import { toOrderResponse } from './order.dto.js';
import { type OrderContent, type OrderEvent, orderEvents } from './order.events.js';

const changed = (type: OrderEvent['type'], changes: Partial<OrderContent>): OrderEvent =>
  ({ type, data: { folioOrderOid, accountNumber, changes } }) as OrderEvent;

describe('read model orders.order', () => {
  it('subscribes to every event of the stream', () => {
    expect([...orderDocuments.events].sort()).toEqual(Object.keys(orderEvents).sort());
  });

  it('open orders sort after any timestamp, closed ones by their last change', () => {
    const moment = '9999-12-31T23:59:59.999Z';
    projectionSpecification(orderDocuments)
      .given([placed()])
      .thenDocument(folioOrderOid, {
        ...order(),
        listing: 'open:2026-03-02T15:00:00.000Z',
        revision: 0,
      });
    expect([FROM_OPEN, moment].sort()).toEqual([moment, FROM_OPEN]);
    for (const [state, listing] of [
      ['P', `open:${moment}`],
      ['F', moment],
      ['C', moment],
      ['R', moment],
      ['E', moment],
    ] as const) {
      const changes = { state, modificationTimestamp: moment };
      projectionSpecification(orderDocuments)
        .given([placed(), changed('order.OrderAmended', changes)])
        .thenDocument(folioOrderOid, { ...order(), ...changes, listing, revision: 1 });
    }
  });

  it('a change before its order leaves nothing', () => {
    projectionSpecification(orderDocuments)
      .given([changed('order.OrderFilled', { state: 'F' })])
      .thenNoDocument(folioOrderOid);
  });
});

describe('GET of an order', () => {
  it('"Folio order": exactly these keys', () => {
    const body = toOrderResponse(order());
    expect(Object.keys(body)).toEqual(
      (
        'accountNumber folioNumber folioOid folioOrderId folioOrderOid orderType orderSubType reasonForTrade creationDate ' +
        'creationMethod executionDate modificationTimestamp scheduledWindowDatetime discretionary solicited ' +
        'dollarShareBasedIndicator requestedBuyDollarAmount requestedSellDollarAmount estimatedBuyDollarAmount ' +
        'estimatedSellDollarAmount filledBuyDollarAmount filledSellDollarAmount buyLimitPercent sellLimitPercent ' +
        'commission totalCommission totalFee taxlotReliefMethod tradeOriginatingMemberOid state stateReasonCode ' +
        'securityOrders'
      ).split(' '),
    );
    expect(Object.keys(body.securityOrders[0]!)).toEqual(
      (
        'securityOrderId securityOrderOid security side state stateReasonCode dollarShareBasedIndicator ' +
        'requestedDollarAmount requestedShareAmount requestedPrice estimatedDollarAmount estimatedShareAmount ' +
        'estimatedPrice filledDollarAmount filledShareAmount filledPrice limitPrice stopPrice commission secFee tradeFee ' +
        'quoteTimestamp creationTimestamp modificationTimestamp'
      ).split(' '),
    );
    expect(body).toMatchObject({
      creationDate: '2026-03-02T15:00:00.000+00:00',
      executionDate: null,
      securityOrders: [{ security: { ticker: 'IBM' }, quoteTimestamp: null }],
    });
  });
});
