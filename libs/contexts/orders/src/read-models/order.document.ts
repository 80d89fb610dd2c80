import { wireTimestamp } from '#libs/platform/kernel';
import { streamPerDocument, type Projection } from '#libs/platform/read-models';
import { evolveOrder, folioOrder } from '../domain/order.js';
import { isOpen } from '../domain/order-codes.js';
import {
  EVENT_OF_STATE,
  type Order,
  type OrderEvent,
  type SecurityOrder,
} from '../domain/order.events.js';
import type { OrderResponse, SecurityOrderResponse } from '../http/order.dto.js';

/** An order with the fields its lists are sorted by. */
export type OrderDocument = Readonly<
  Order & {
    /**
     * Sort key of a member's orders: `modificationTimestamp`, with the prefix `open:` while open. Open orders sort last, so one
     * range covers them and recently closed ones.
     */
    listing: string;
    /** Stream revision: the entity tag. */
    revision: number;
  }
>;

/** Start of the open orders in `listing`. */
export const FROM_OPEN = 'open:';

export const OrderIndex = { Folio: 'folio', Owner: 'owner' } as const;

/** Read model `orders.order`: one document per `folioOrderOid`. */
export const orderDocuments: Projection<OrderDocument, OrderEvent> = {
  name: 'orders.order',
  version: 1,
  indexes: [
    {
      name: OrderIndex.Folio,
      fields: ['accountNumber', 'folioNumber', 'creationDate', 'folioOrderOid'],
    },
    { name: OrderIndex.Owner, fields: ['firmId', 'owners', 'listing', 'folioOrderOid'] },
  ],
  events: ['order.OrderPlaced', 'order.OrderRecorded', ...Object.values(EVENT_OF_STATE)],
  documents: (event) => [event.data.folioOrderOid],
  history: {
    streams: streamPerDocument(folioOrder),
    fixed: { [OrderIndex.Folio]: 2, [OrderIndex.Owner]: 2 },
  },

  fold(document, event) {
    const order = evolveOrder(document, event);
    return order && { ...order, listing: listingOf(order), revision: event.revision };
  },
};

function listingOf({ state, modificationTimestamp }: Order): string {
  return isOpen(state) ? FROM_OPEN + modificationTimestamp : modificationTimestamp;
}

/** Converts an order to the response of every GET. */
export function toOrderResponse(order: Order): OrderResponse {
  return {
    accountNumber: order.accountNumber,
    folioNumber: order.folioNumber,
    folioOid: order.folioOid,
    folioOrderId: order.folioOrderId,
    folioOrderOid: order.folioOrderOid,
    orderType: order.orderType,
    orderSubType: order.orderSubType,
    reasonForTrade: order.reasonForTrade,
    creationDate: wireTimestamp(order.creationDate),
    creationMethod: order.creationMethod,
    executionDate: order.executionDate && wireTimestamp(order.executionDate),
    modificationTimestamp: wireTimestamp(order.modificationTimestamp),
    scheduledWindowDatetime:
      order.scheduledWindowDatetime && wireTimestamp(order.scheduledWindowDatetime),
    discretionary: order.discretionary,
    solicited: order.solicited,
    dollarShareBasedIndicator: order.dollarShareBasedIndicator,
    requestedBuyDollarAmount: order.requestedBuyDollarAmount,
    requestedSellDollarAmount: order.requestedSellDollarAmount,
    estimatedBuyDollarAmount: order.estimatedBuyDollarAmount,
    estimatedSellDollarAmount: order.estimatedSellDollarAmount,
    filledBuyDollarAmount: order.filledBuyDollarAmount,
    filledSellDollarAmount: order.filledSellDollarAmount,
    buyLimitPercent: order.buyLimitPercent,
    sellLimitPercent: order.sellLimitPercent,
    commission: order.commission,
    totalCommission: order.totalCommission,
    totalFee: order.totalFee,
    taxlotReliefMethod: order.taxlotReliefMethod,
    tradeOriginatingMemberOid: order.tradeOriginatingMemberOid,
    state: order.state,
    stateReasonCode: order.stateReasonCode,
    securityOrders: order.securityOrders.map(toSecurityOrderResponse),
  };
}

function toSecurityOrderResponse(order: SecurityOrder): SecurityOrderResponse {
  return {
    securityOrderId: order.securityOrderId,
    securityOrderOid: order.securityOrderOid,
    security: { ticker: order.ticker },
    side: order.side,
    state: order.state,
    stateReasonCode: order.stateReasonCode,
    dollarShareBasedIndicator: order.dollarShareBasedIndicator,
    requestedDollarAmount: order.requestedDollarAmount,
    requestedShareAmount: order.requestedShareAmount,
    requestedPrice: order.requestedPrice,
    estimatedDollarAmount: order.estimatedDollarAmount,
    estimatedShareAmount: order.estimatedShareAmount,
    estimatedPrice: order.estimatedPrice,
    filledDollarAmount: order.filledDollarAmount,
    filledShareAmount: order.filledShareAmount,
    filledPrice: order.filledPrice,
    limitPrice: order.limitPrice,
    stopPrice: order.stopPrice,
    commission: order.commission,
    secFee: order.secFee,
    tradeFee: order.tradeFee,
    quoteTimestamp: order.quoteTimestamp && wireTimestamp(order.quoteTimestamp),
    creationTimestamp: wireTimestamp(order.creationTimestamp),
    modificationTimestamp: wireTimestamp(order.modificationTimestamp),
  };
}
