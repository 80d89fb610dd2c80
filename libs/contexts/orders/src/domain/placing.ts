import {
  conflict,
  type Decision,
  type DecisionContext,
  FieldCode,
  notFound,
  type OrderType,
  refuse,
  taxLotMethodAllowed,
  type Timestamp,
} from '#libs/platform/kernel';
import { NO_DOLLARS, total } from './amounts.js';
import { Findings } from './findings.js';
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

/** Notes what the folio refuses whatever the order says of securities (specification, "Folio number"). */
function checkFolio(
  { folio }: OrderFacts,
  orderType: OrderType | undefined,
  findings: Findings,
): void {
  if (!folio.open) findings.rule(OrderRule.FolioClosed, 'The folio is closed.');
  if (folio.kind === 'cash') {
    findings.rule(OrderRule.CashFolio, 'Folio 01 takes no trades.');
  }
  if (folio.kind === 'nonFolio' && orderType !== undefined && usesWindow(orderType)) {
    findings.rule(OrderRule.DirectOnly, 'Folio 02 takes direct orders only.', 'orderType');
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
  findings: Findings,
  now: Timestamp,
): Terms | undefined {
  const { orderType, dollarShareBasedIndicator, discretionary, solicited } = input;
  const hasType = findings.required('orderType', orderType);
  const hasBasis = findings.required('dollarShareBasedIndicator', dollarShareBasedIndicator);
  const hasDiscretionary = findings.required('discretionary', discretionary);
  const hasSolicited = findings.required('solicited', solicited);
  if (facts.restriction) findings.problems.push(facts.restriction);
  checkFolio(facts, orderType ?? undefined, findings);
  const scheduledWindowDatetime = input.scheduledWindowDatetime ?? null;
  if (scheduledWindowDatetime !== null) {
    checkWindow(scheduledWindowDatetime, orderType, findings, now);
  }
  const { accountType, defaultTaxLotSelection } = facts.account;
  const taxlotReliefMethod = input.taxlotReliefMethod ?? defaultTaxLotSelection;
  if (!taxLotMethodAllowed(accountType, taxlotReliefMethod)) {
    const message = 'AVGC is the method of non-taxable accounts, and the only one there.';
    findings.field('taxlotReliefMethod', FieldCode.Choice, message);
  }
  if (!hasType || !hasBasis || !hasDiscretionary || !hasSolicited) return undefined;
  return {
    orderType,
    reasonForTrade: input.reasonForTrade ?? 'NS',
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
  findings: Findings,
  now: Timestamp,
): void {
  if (orderType && !usesWindow(orderType)) {
    const message = 'Only orders of type W and A wait for a window.';
    findings.rule(OrderRule.OrderType, message, 'scheduledWindowDatetime');
  } else if (window <= now) {
    findings.field('scheduledWindowDatetime', FieldCode.Value, 'A moment that is still to come.');
  }
}

/** What kind of order the prices make it; notes when it says that it is another one. */
function readSubType(
  input: OrderInput,
  securityOrders: readonly SecurityOrder[],
  findings: Findings,
): OrderSubType | null {
  const subType = subTypeOf(securityOrders);
  const complete =
    securityOrders.length > 0 && securityOrders.length === input.securityOrders?.length;
  const wanted = input.orderSubType ?? subType;
  if (wanted !== subType && complete && !findings.has('limitPrice', 'stopPrice')) {
    const message = 'The prices of the security orders make it another one.';
    findings.field('orderSubType', FieldCode.Value, message);
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

/** A client's new order (specification, "Folio order" and "Folio number"; decisions §9). */
export function place(
  command: PlaceOrder,
  order: OrderAsKnown,
  { now, ids }: DecisionContext,
): Decision<OrderEvent> {
  const { accountNumber, folioNumber, folioOrderOid, input, facts } = command;
  if (!facts) return notFound();
  if (order) return conflict('The id of the order is taken; try again.');
  const findings = new Findings(command.problems);
  findings.matches('accountNumber', input.accountNumber, accountNumber);
  findings.matches('folioNumber', input.folioNumber, folioNumber);
  const terms = readTerms(input, facts, findings, now);
  const securityOrders = readSecurityOrders(input, facts, findings, { now, ids });
  const orderSubType = readSubType(input, securityOrders, findings);
  if (findings.problems.length > 0 || !terms) return refuse(...findings.problems);
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
