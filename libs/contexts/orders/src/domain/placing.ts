import {
  conflict,
  type Decision,
  type DecisionContext,
  FieldCode,
  InputReader,
  notFound,
  type OrderType,
  refuse,
  taxLotMethodAllowed,
  type Timestamp,
  NO_TRADE_REASON,
} from '#libs/platform/kernel';
import { NO_DOLLARS, total } from './amounts.js';
import { OrderRule, type OrderSubType, usesWindow } from './order-codes.js';
import type { OrderFacts, OrderInput, PlaceOrder } from './order.commands.js';
import type { Order, OrderDollars, OrderEvent, SecurityOrder } from './order.events.js';
import type { OrderAsKnown } from './order.state.js';
import { readSecurityOrders } from './security-orders.js';

/** Length of `folioOrderId` and of `securityOrderId`. */
export const ID_DIGITS = 12;

/** What the prices of the security orders make of the order; null when they differ in kind. */
export function subTypeOf(
  orders: readonly Pick<SecurityOrder, 'limitPrice' | 'stopPrice'>[],
): OrderSubType | null {
  const kinds = orders.map(({ limitPrice, stopPrice }): OrderSubType => {
    if (limitPrice === null) return stopPrice === null ? 'M' : 'S';
    return stopPrice === null ? 'L' : 'X';
  });
  const [first = null] = kinds;
  return kinds.every((kind) => kind === first) ? first : null;
}

/** Notes what the folio refuses whatever the order says of securities ([folio.01], [folio.02]). */
function checkFolio(
  { folio }: OrderFacts,
  orderType: OrderType | undefined,
  reader: InputReader,
): void {
  if (!folio.open) reader.rule(OrderRule.FolioClosed, 'The folio is closed.');
  if (folio.kind === 'cash') {
    reader.rule(OrderRule.CashFolio, 'Folio 01 takes no trades.');
  }
  if (folio.kind === 'nonFolio' && orderType !== undefined && usesWindow(orderType)) {
    reader.rule(OrderRule.DirectOnly, 'Folio 02 takes direct orders only.', 'orderType');
  }
}

/** What an order says as a whole, apart from its securities. */
type Terms = Pick<
  Order,
  | 'orderType'
  | 'reasonForTrade'
  | 'scheduledWindowDatetime'
  | 'discretionary'
  | 'solicited'
  | 'dollarShareBasedIndicator'
  | 'buyLimitPercent'
  | 'sellLimitPercent'
  | 'taxlotReliefMethod'
>;

/** Reads it as it is at a moment; undefined together with a problem. */
function readTerms(
  input: OrderInput,
  facts: NonNullable<PlaceOrder['facts']>,
  reader: InputReader,
  now: Timestamp,
): Terms | undefined {
  const { orderType, dollarShareBasedIndicator, discretionary, solicited } = input;
  const hasType = reader.present('orderType', orderType);
  const hasBasis = reader.present('dollarShareBasedIndicator', dollarShareBasedIndicator);
  const hasDiscretionary = reader.present('discretionary', discretionary);
  const hasSolicited = reader.present('solicited', solicited);
  if (facts.restriction) reader.problems.push(facts.restriction);
  checkFolio(facts, orderType ?? undefined, reader);
  const scheduledWindowDatetime = input.scheduledWindowDatetime ?? null;
  if (scheduledWindowDatetime !== null) {
    checkWindow(scheduledWindowDatetime, orderType, reader, now);
  }
  const { accountType, defaultTaxLotSelection } = facts.account;
  const taxlotReliefMethod = input.taxlotReliefMethod ?? defaultTaxLotSelection;
  if (!taxLotMethodAllowed(accountType, taxlotReliefMethod)) {
    const message = 'AVGC is the method of non-taxable accounts, and the only one there.';
    reader.problem('taxlotReliefMethod', FieldCode.Choice, message);
  }
  if (!hasType || !hasBasis || !hasDiscretionary || !hasSolicited) return undefined;
  return {
    orderType,
    reasonForTrade: input.reasonForTrade ?? NO_TRADE_REASON,
    scheduledWindowDatetime,
    discretionary,
    solicited,
    dollarShareBasedIndicator,
    buyLimitPercent: input.buyLimitPercent ?? null,
    sellLimitPercent: input.sellLimitPercent ?? null,
    taxlotReliefMethod,
  };
}

/** Notes why an order can't wait for a window. */
function checkWindow(
  window: Timestamp,
  orderType: OrderInput['orderType'],
  reader: InputReader,
  now: Timestamp,
): void {
  if (orderType && !usesWindow(orderType)) {
    const message = 'Only orders of type W and A wait for a window.';
    reader.rule(OrderRule.OrderType, message, 'scheduledWindowDatetime');
  } else if (window <= now) {
    reader.problem('scheduledWindowDatetime', FieldCode.Value, 'A moment that is still to come.');
  }
}

/** What kind of order the prices make it; notes when it says that it is another one. */
function readSubType(
  input: OrderInput,
  securityOrders: readonly SecurityOrder[],
  reader: InputReader,
): OrderSubType | null {
  const subType = subTypeOf(securityOrders);
  const complete =
    securityOrders.length > 0 && securityOrders.length === input.securityOrders?.length;
  const wanted = input.orderSubType ?? subType;
  if (wanted !== subType && complete && !reader.isWrong('limitPrice', 'stopPrice')) {
    const message = 'The prices of the security orders make it another one.';
    reader.problem('orderSubType', FieldCode.Value, message);
  }
  return subType;
}

/** What an order has of money while nothing of it is filled. */
function dollarsOf(securityOrders: readonly SecurityOrder[]): OrderDollars {
  return {
    requestedBuyDollarAmount: total(securityOrders, '1', 'requestedDollarAmount'),
    requestedSellDollarAmount: total(securityOrders, '2', 'requestedDollarAmount'),
    estimatedBuyDollarAmount: total(securityOrders, '1', 'estimatedDollarAmount'),
    estimatedSellDollarAmount: total(securityOrders, '2', 'estimatedDollarAmount'),
    filledBuyDollarAmount: NO_DOLLARS,
    filledSellDollarAmount: NO_DOLLARS,
    commission: NO_DOLLARS,
    totalCommission: NO_DOLLARS,
    totalFee: NO_DOLLARS,
  };
}

/** A client's new order ([order.placing]). */
export function place(
  command: PlaceOrder,
  order: OrderAsKnown,
  { now, ids }: DecisionContext,
): Decision<OrderEvent> {
  const { accountNumber, folioNumber, folioOrderOid, input, facts } = command;
  if (!facts) return notFound();
  if (order) return conflict('The id of the order is taken; try again.');
  const reader = new InputReader(command.problems);
  reader.matches('accountNumber', input.accountNumber, accountNumber);
  reader.matches('folioNumber', input.folioNumber, folioNumber);
  const terms = readTerms(input, facts, reader, now);
  const securityOrders = readSecurityOrders(input, facts, reader, { now, ids });
  const orderSubType = readSubType(input, securityOrders, reader);
  if (reader.problems.length > 0 || !terms) return refuse(...reader.problems);
  const data: Order = {
    folioOrderOid,
    folioOrderId: ids.digits(ID_DIGITS),
    accountNumber,
    folioNumber,
    folioOid: facts.folio.folioOid,
    firmId: facts.account.firmId,
    owners: facts.account.owners,
    ...terms,
    orderSubType,
    creationDate: now,
    creationMethod: 'A',
    executionDate: null,
    modificationTimestamp: now,
    ...dollarsOf(securityOrders),
    tradeOriginatingMemberOid: facts.memberOid,
    state: 'O',
    stateReasonCode: null,
    securityOrders,
  };
  return [{ type: 'order.OrderPlaced', data }];
}
