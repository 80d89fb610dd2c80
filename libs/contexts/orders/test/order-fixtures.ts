import { requestBody } from '#libs/platform/testing';
import type { OrderFacts, PlaceOrder, RecordOrder } from '../src/order-state.js';
import type { Order, OrderPlaced, SecurityOrder } from '../src/order.events.js';
import { CreateOrderDto, OrderDto } from '../src/order.dto.js';

export const NOW = '2026-03-02T15:00:00.000Z';
export const accountNumber = 'RA12345678';
export const folioNumber = `${accountNumber}03`;
export const folioOrderOid = '500000000000001';
export const path = { accountNumber, folioNumber, folioOrderOid };

/** Facts of an open folio 03 of a taxable account without reported positions. */
export function facts(folio: Partial<OrderFacts['folio']> = {}): OrderFacts {
  return {
    account: {
      firmId: '900001',
      accountType: 'J',
      owners: ['jdoe', 'rroe'],
      defaultTaxLotSelection: 'LGHL',
    },
    folio: { folioOid: '100000000000001', kind: 'folio', open: true, positions: [], ...folio },
  };
}

export const buy = {
  security: { ticker: 'IBM' },
  side: '1',
  requestedDollarAmount: '500',
} as const;

/** A window order of 500 dollars of IBM. */
export function placing(body: object = {}, given: Partial<PlaceOrder['facts']> = {}): PlaceOrder {
  return {
    type: 'PlaceOrder',
    ...path,
    input: requestBody(CreateOrderDto, {
      orderType: 'W',
      discretionary: false,
      solicited: true,
      dollarShareBasedIndicator: 'D',
      securityOrders: [buy],
      ...body,
    }),
    facts: { ...facts(), memberOid: '4711', ...given },
  };
}

/** A direct order of one security, in shares. */
export function direct(
  item: object = {},
  folio: Partial<OrderFacts['folio']> = {},
  orderType: 'D' | 'L' = 'D',
): PlaceOrder {
  const securityOrder = {
    security: { ticker: 'IBM' },
    side: '1',
    requestedShareAmount: '10',
    ...item,
  } as const;
  return placing(
    { orderType, dollarShareBasedIndicator: 'S', securityOrders: [securityOrder] },
    facts(folio),
  );
}

export function securityOrder(fields: Partial<SecurityOrder> = {}): SecurityOrder {
  return {
    securityOrderId: '100000000001',
    securityOrderOid: '100000000000002',
    ticker: 'IBM',
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
    creationTimestamp: NOW,
    modificationTimestamp: NOW,
    ...fields,
  };
}

/** The order that {@link placing} creates. */
export function order(fields: Partial<Order> = {}): Order {
  return {
    ...path,
    folioOrderId: '100000000003',
    folioOid: '100000000000001',
    firmId: '900001',
    owners: ['jdoe', 'rroe'],
    orderType: 'W',
    orderSubType: 'M',
    reasonForTrade: 'NS',
    creationDate: NOW,
    creationMethod: 'A',
    executionDate: null,
    modificationTimestamp: NOW,
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
    tradeOriginatingMemberOid: '4711',
    state: 'O',
    stateReasonCode: null,
    securityOrders: [securityOrder()],
    ...fields,
  };
}

export function placed(fields: Partial<Order> = {}): OrderPlaced {
  return { type: 'order.OrderPlaced', data: order(fields) };
}

/** A report of the back office; its timestamps may be at any time. */
export function recording(body: object, folio: Partial<OrderFacts['folio']> = {}): RecordOrder {
  const input = requestBody(OrderDto, body, '2100-01-01T00:00:00.000Z');
  return { type: 'RecordOrder', ...path, input, facts: facts(folio) };
}
