import {
  conflict,
  FieldCode,
  fieldProblem,
  omit,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  taxLotMethodAllowed,
  type Timestamp,
} from '#libs/platform/kernel';
import { NO_DOLLARS, total } from './amounts.js';
import { type OrderSubType, usesWindow } from './order-codes.js';
import type { OrderFacts, OrderInput, PlaceOrder } from './order.commands.js';
import { orderRules } from './order-rules.js';
import type { Order, OrderDollars, OrderRule, SecurityOrder } from './order.events.js';
import { ID_DIGITS, securityOrderProblems, securityOrdersOf } from './security-orders.js';

/** What the prices of the security orders make of the order; null when they differ in kind. */
export function subTypeOf(
  orders: readonly Readonly<Record<'limitPrice' | 'stopPrice', unknown>>[],
): OrderSubType | null {
  const kinds = orders.map(({ limitPrice, stopPrice }): OrderSubType => {
    if (limitPrice === null) return stopPrice === null ? 'M' : 'S';
    return stopPrice === null ? 'L' : 'X';
  });
  const [first = null] = kinds;
  return kinds.every((kind) => kind === first) ? first : null;
}

/** What the folio refuses whatever the order says of securities ([folio.01], [folio.02]), and what the account does. */
function folioProblems({ input: { orderType }, facts }: PlaceOrder): Problem[] {
  const { folio, restriction } = facts;
  return problemsOf(
    restriction,
    !folio.open && orderRules.broken('folio.closed.rule'),
    cashFolioProblem(folio),
    folio.kind === 'nonFolio' &&
      usesWindow(orderType) &&
      orderRules.broken(
        'order.direct.only.rule',
        'Folio 02 takes direct orders only.',
        'orderType',
      ),
  );
}

/** What folio 01 refuses, from the back office too. */
export function cashFolioProblem({ kind }: OrderFacts['folio']): Problem | undefined {
  if (kind !== 'cash') return undefined;
  return orderRules.broken('order.cash.folio.rule', 'Folio 01 takes no trades.');
}

/** Why an order can't wait for a window. */
function windowProblems(
  { scheduledWindowDatetime: window, orderType }: OrderInput,
  now: Timestamp,
): Problem[] {
  if (window === null) return [];
  if (!usesWindow(orderType)) {
    const message = 'Only orders of type W and A wait for a window.';
    return [orderRules.broken('order.type.rule', message, 'scheduledWindowDatetime')];
  }
  if (window > now) return [];
  const message = 'A moment that is still to come.';
  return [fieldProblem('scheduledWindowDatetime', FieldCode.Value, message)];
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
export const place: OrderRule<PlaceOrder> = (command, order, { now, ids }) => {
  const { accountNumber, folioNumber, folioOrderOid, input, facts } = command;
  if (order) return conflict('The id of the order is taken; try again.');
  const { accountType, defaultTaxLotSelection } = facts.account;
  const { taxlotReliefMethod = defaultTaxLotSelection } = input;
  const orderSubType = subTypeOf(
    input.securityOrders.map(({ limitPrice = null, stopPrice = null }) => ({
      limitPrice,
      stopPrice,
    })),
  );
  const problems = [
    ...pathMismatches({ accountNumber, folioNumber }, input),
    ...folioProblems(command),
    ...windowProblems(input, now),
    ...securityOrderProblems(input, facts),
  ];
  if (!taxLotMethodAllowed(accountType, taxlotReliefMethod)) {
    const message = 'AVGC is the method of non-taxable accounts, and the only one there.';
    problems.push(fieldProblem('taxlotReliefMethod', FieldCode.Choice, message));
  }
  if ((input.orderSubType ?? orderSubType) !== orderSubType) {
    const message = 'The prices of the security orders make it another one.';
    problems.push(fieldProblem('orderSubType', FieldCode.Value, message));
  }
  if (problems.length > 0) return refuse(...problems);
  const securityOrders = securityOrdersOf(input, { now, ids });
  const data: Order = {
    folioOrderOid,
    folioOrderId: ids.digits(ID_DIGITS),
    accountNumber,
    folioNumber,
    folioOid: facts.folio.folioOid,
    firmId: facts.account.firmId,
    owners: facts.account.owners,
    ...omit(input, 'accountNumber', 'folioNumber', 'securityOrders'),
    orderSubType,
    taxlotReliefMethod,
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
};
