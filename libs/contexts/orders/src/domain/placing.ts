import {
  conflict,
  type Decision,
  type DecisionContext,
  FieldCode,
  notFound,
  type OrderType,
  refuse,
  taxLotMethodAllowed,
} from '#libs/platform/kernel';
import { NO_DOLLARS, total } from './amounts.js';
import { Findings } from './findings.js';
import { OrderRule, type OrderSubType } from './order-codes.js';
import type { OrderFacts, PlaceOrder } from './order.commands.js';
import type { Order, OrderEvent, SecurityOrder } from './order.events.js';
import type { OrderAsKnown } from './order.state.js';
import { readSecurityOrders } from './security-orders.js';

/** Length of `folioOrderId` and of `securityOrderId`. */
export const ID_DIGITS = 12;

/** Types that are carried out at a window's prices, not at the market's. */
function usesWindow(orderType: OrderType): boolean {
  return orderType === 'W' || orderType === 'A';
}

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

/** A client's new order (specification, "Folio order" and "Folio number"; decisions §9). */
export function place(
  command: PlaceOrder,
  order: OrderAsKnown,
  { now, ids }: DecisionContext,
): Decision<OrderEvent> {
  const { accountNumber, folioNumber, folioOrderOid, input, facts } = command;
  if (!facts) return notFound();
  if (order) return conflict('The id of the order is taken; try again.');
  const { account, folio } = facts;
  const findings = new Findings(command.problems);
  findings.matches('accountNumber', input.accountNumber, accountNumber);
  findings.matches('folioNumber', input.folioNumber, folioNumber);
  const orderType = input.orderType ?? undefined;
  const basis = input.dollarShareBasedIndicator ?? undefined;
  const { discretionary, solicited } = input;
  findings.required('orderType', orderType);
  findings.required('dollarShareBasedIndicator', basis);
  findings.required('discretionary', discretionary);
  findings.required('solicited', solicited);
  if (facts.restriction) findings.problems.push(facts.restriction);
  checkFolio(facts, orderType, findings);

  const scheduled = input.scheduledWindowDatetime ?? null;
  if (scheduled !== null && orderType !== undefined && !usesWindow(orderType)) {
    const message = 'Only orders of type W and A wait for a window.';
    findings.rule(OrderRule.OrderType, message, 'scheduledWindowDatetime');
  } else if (scheduled !== null && scheduled <= now) {
    findings.field('scheduledWindowDatetime', FieldCode.Value, 'A moment that is still to come.');
  }
  const method = input.taxlotReliefMethod ?? account.defaultTaxLotSelection;
  if (!taxLotMethodAllowed(account.accountType, method)) {
    const message = 'AVGC is the method of non-taxable accounts, and the only one there.';
    findings.field('taxlotReliefMethod', FieldCode.Choice, message);
  }

  const securityOrders = readSecurityOrders(input, facts, findings, { now, ids });
  const subType = subTypeOf(securityOrders);
  const wanted = input.orderSubType ?? subType;
  const complete =
    securityOrders.length > 0 && securityOrders.length === input.securityOrders?.length;
  if (wanted !== subType && complete && !findings.has('limitPrice', 'stopPrice')) {
    const message = 'The prices of the security orders make it another one.';
    findings.field('orderSubType', FieldCode.Value, message);
  }
  if (
    findings.problems.length > 0 ||
    orderType === undefined ||
    basis === undefined ||
    typeof discretionary !== 'boolean' ||
    typeof solicited !== 'boolean'
  ) {
    return refuse(...findings.problems);
  }
  const data: Order = {
    folioOrderOid,
    folioOrderId: ids.digits(ID_DIGITS),
    accountNumber,
    folioNumber,
    folioOid: folio.folioOid,
    firmId: account.firmId,
    owners: account.owners,
    orderType,
    orderSubType: subType,
    reasonForTrade: input.reasonForTrade ?? 'NS',
    creationDate: now,
    creationMethod: 'A',
    executionDate: null,
    modificationTimestamp: now,
    scheduledWindowDatetime: scheduled,
    discretionary,
    solicited,
    dollarShareBasedIndicator: basis,
    requestedBuyDollarAmount: total(securityOrders, '1', 'requestedDollarAmount'),
    requestedSellDollarAmount: total(securityOrders, '2', 'requestedDollarAmount'),
    estimatedBuyDollarAmount: total(securityOrders, '1', 'estimatedDollarAmount'),
    estimatedSellDollarAmount: total(securityOrders, '2', 'estimatedDollarAmount'),
    filledBuyDollarAmount: NO_DOLLARS,
    filledSellDollarAmount: NO_DOLLARS,
    buyLimitPercent: input.buyLimitPercent ?? null,
    sellLimitPercent: input.sellLimitPercent ?? null,
    commission: NO_DOLLARS,
    totalCommission: NO_DOLLARS,
    totalFee: NO_DOLLARS,
    taxlotReliefMethod: method,
    tradeOriginatingMemberOid: facts.memberOid,
    state: 'O',
    stateReasonCode: null,
    securityOrders,
  };
  return [{ type: 'order.OrderPlaced', data }];
}
