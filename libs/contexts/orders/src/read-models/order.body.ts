import { wireTimestamp } from '#libs/platform/kernel';
import type { Order, SecurityOrder } from '../domain/order.events.js';
import type { OrderAnswer } from '../http/order-report.dto.js';
import type { SecurityOrderAnswer } from '../http/security-order-report.dto.js';

/** The order as every GET answers it. */
export function toOrderAnswer(order: Order): OrderAnswer {
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
    executionDate: moment(order.executionDate),
    modificationTimestamp: wireTimestamp(order.modificationTimestamp),
    scheduledWindowDatetime: moment(order.scheduledWindowDatetime),
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
    securityOrders: order.securityOrders.map(toSecurityOrderAnswer),
  };
}

function toSecurityOrderAnswer(order: SecurityOrder): SecurityOrderAnswer {
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
    quoteTimestamp: moment(order.quoteTimestamp),
    creationTimestamp: wireTimestamp(order.creationTimestamp),
    modificationTimestamp: wireTimestamp(order.modificationTimestamp),
  };
}

function moment(timestamp: string | null): string | null {
  return timestamp === null ? null : wireTimestamp(timestamp);
}
