import {
  type AmountBasis,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  prefixProblems,
  OID_DIGITS,
  type Problem,
  Quantity,
} from '#libs/platform/kernel';
import { estimate, NO_DOLLARS, worth } from './amounts.js';
import { usesWindow } from './order-codes.js';
import type { OrderFacts, OrderInput, SecurityOrderInput } from './order.commands.js';
import type { SecurityOrder } from './order.events.js';
import { orderRules } from './order-rules.js';

/** Limit per order (own rule), the same as for target weights of a folio. */
export const MAX_SECURITY_ORDERS = 100;

export const ID_DIGITS = 12;

/** Fields of a security order before any fill. */
export const UNTOUCHED = {
  state: 'O',
  stateReasonCode: null,
  requestedPrice: null,
  filledDollarAmount: NO_DOLLARS,
  filledShareAmount: '0',
  filledPrice: null,
  commission: NO_DOLLARS,
  secFee: NO_DOLLARS,
  tradeFee: NO_DOLLARS,
  quoteTimestamp: null,
} as const;

/** The requested amounts and prices in their stored form. */
function requestIn(item: SecurityOrderInput) {
  return {
    requestedDollarAmount: item.requestedDollarAmount?.toString() ?? null,
    requestedShareAmount: item.requestedShareAmount?.toString() ?? null,
    limitPrice: item.limitPrice?.toString() ?? null,
    stopPrice: item.stopPrice?.toString() ?? null,
  };
}

/** Creates the security orders of a new order. */
export function securityOrdersOf(
  { dollarShareBasedIndicator: basis, securityOrders }: OrderInput,
  { now, ids }: DecisionContext,
): readonly SecurityOrder[] {
  return securityOrders.map((item) => {
    const request = requestIn(item);
    return {
      securityOrderId: ids.digits(ID_DIGITS),
      securityOrderOid: ids.digits(OID_DIGITS),
      ticker: item.security.ticker,
      side: item.side,
      dollarShareBasedIndicator: item.dollarShareBasedIndicator ?? basis,
      ...request,
      ...estimate(request),
      ...UNTOUCHED,
      creationTimestamp: now,
      modificationTimestamp: now,
    };
  });
}

/** Checks the security orders of a new order. */
export function securityOrderProblems(order: OrderInput, facts: OrderFacts): Problem[] {
  const tickers = new Set<string>();
  return order.securityOrders.flatMap((item, index) => {
    const { dollarShareBasedIndicator: basis = order.dollarShareBasedIndicator } = item;
    const problems = [
      ...amountProblems(item, basis),
      ...priceProblems(item, order),
      ...holdingProblems(item, basis, order, facts),
    ];
    const { ticker } = item.security;
    if (tickers.has(ticker)) {
      const message = `${ticker} appears more than once`;
      problems.push(fieldProblem('ticker', FieldCode.Value, message));
    }
    tickers.add(ticker);
    return prefixProblems(`securityOrders[${index}]`, problems);
  });
}

/** Either dollars or shares, as the indicator says. Shares at a limit price must not exceed the maximum. */
function amountProblems(item: SecurityOrderInput, basis: AmountBasis): Problem[] {
  const [wanted, other] =
    basis === 'D'
      ? (['requestedDollarAmount', 'requestedShareAmount'] as const)
      : (['requestedShareAmount', 'requestedDollarAmount'] as const);
  const problems: Problem[] = [];
  if (item[wanted] === undefined) problems.push(fieldProblem(wanted, FieldCode.Required));
  if (item[other] !== undefined) {
    const message = `not with dollarShareBasedIndicator ${basis}`;
    problems.push(fieldProblem(other, FieldCode.Value, message));
  }
  const { limitPrice, requestedShareAmount } = item;
  if (limitPrice && requestedShareAmount && worth(requestIn(item)) === null) {
    const message = 'exceeds the maximum value of an order';
    problems.push(fieldProblem('requestedShareAmount', FieldCode.Value, message));
  }
  return problems;
}

/** Window and auto-invest orders have no prices, stop-limit orders both; for direct ones they are optional. */
function priceProblems(item: SecurityOrderInput, { orderType }: OrderInput): Problem[] {
  return (['limitPrice', 'stopPrice'] as const).flatMap((price) => {
    if (item[price] === undefined) {
      return orderType === 'L' ? [fieldProblem(price, FieldCode.Required)] : [];
    }
    if (!usesWindow(orderType)) return [];
    const message = `orders of type ${orderType} have no ${price}.`;
    return [orderRules.broken('order.type.rule', message, price)];
  });
}

/** Checks what folio 02 accepts, and that the folio holds what is sold directly. */
function holdingProblems(
  { requestedShareAmount: wanted, security: { ticker }, side }: SecurityOrderInput,
  basis: AmountBasis,
  { orderType }: OrderInput,
  { folio }: OrderFacts,
): Problem[] {
  const problems: Problem[] = [];
  if (folio.kind === 'nonFolio' && basis === 'D') {
    const message = `folio 02 accepts no dollar-based orders.`;
    problems.push(
      orderRules.broken('order.whole.shares.rule', message, 'dollarShareBasedIndicator'),
    );
  }
  if (wanted === undefined) return problems;
  if (folio.kind === 'nonFolio' && !wanted.isWhole()) {
    const message = `folio 02 accepts only whole shares.`;
    problems.push(orderRules.broken('order.whole.shares.rule', message, 'requestedShareAmount'));
  }
  const direct = orderType === 'D' || orderType === 'L';
  if (!direct || side !== '2' || folio.positions.length === 0) return problems;
  const held = folio.positions.find((position) => position.ticker === ticker);
  if (wanted.compare(Quantity.of(held?.shareQuantity ?? '0')) > 0) {
    const message = `the folio has ${held?.shareQuantity ?? '0'} shares of ${ticker}.`;
    problems.push(orderRules.broken('order.positions.rule', message, 'requestedShareAmount'));
  }
  return problems;
}
