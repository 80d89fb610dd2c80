import {
  conflict,
  FieldCode,
  fieldProblem,
  omit,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';
import { taxLotMethodAllowed } from '#libs/contexts/codes';
import {
  ID_DIGITS,
  NO_DOLLARS,
  type OrderFacts,
  type OrderInput,
  orderRules,
  type OrderSubType,
  type PlaceOrder,
  securityOrderProblems,
  securityOrdersOf,
  total,
  usesWindow,
} from './order-state.js';
import type { Order, OrderDollars, OrderRule, SecurityOrder } from './order.events.js';

/** Derives the sub-type from the prices of the security orders; null if these differ in kind. */
export function subTypeOf(
  orders: readonly { readonly limitPrice?: unknown; readonly stopPrice?: unknown }[],
): OrderSubType | null {
  const kinds = orders.map(({ limitPrice = null, stopPrice = null }): OrderSubType => {
    if (limitPrice === null) return stopPrice === null ? 'M' : 'S';
    return stopPrice === null ? 'L' : 'X';
  });
  const [first = null] = kinds;
  return kinds.every((kind) => kind === first) ? first : null;
}

/** Checks of the account and folio that don't depend on the securities ([folio.01], [folio.02]). */
function folioProblems({ input: { orderType }, facts }: PlaceOrder): Problem[] {
  const { folio, restriction } = facts;
  return problemsOf(
    restriction,
    !folio.open && orderRules.broken('folio.closed.rule'),
    cashFolioProblem(folio),
    folio.kind === 'nonFolio' &&
      usesWindow(orderType) &&
      orderRules.broken('order.direct.only.rule', undefined, 'orderType'),
  );
}

/** Folio 01 refuses orders from clients and the back office. */
export function cashFolioProblem({ kind }: OrderFacts['folio']): Problem | undefined {
  if (kind !== 'cash') return undefined;
  return orderRules.broken('order.cash.folio.rule', 'Folio 01 takes no trades.');
}

function windowProblems(
  { scheduledWindowDatetime: window, orderType }: OrderInput,
  now: Timestamp,
): Problem[] {
  if (window === null) return [];
  if (!usesWindow(orderType)) {
    const message = 'Only orders of type W and A have a window.';
    return [orderRules.broken('order.type.rule', message, 'scheduledWindowDatetime')];
  }
  if (window > now) return [];
  const message = 'Must be in the future.';
  return [fieldProblem('scheduledWindowDatetime', FieldCode.Value, message)];
}

/** Amounts of an order before any fill. */
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

/** A client places an order ([order.placing]). */
export const place: OrderRule<PlaceOrder> = (command, order, { now, ids }) => {
  const { accountNumber, folioNumber, folioOrderOid, input, facts } = command;
  if (order) return conflict('The id of the order is taken; try again.');
  const { accountType, defaultTaxLotSelection } = facts.account;
  const { taxlotReliefMethod = defaultTaxLotSelection } = input;
  const orderSubType = subTypeOf(input.securityOrders);
  const problems = [
    ...pathMismatches({ accountNumber, folioNumber }, input),
    ...folioProblems(command),
    ...windowProblems(input, now),
    ...securityOrderProblems(input, facts),
  ];
  if (!taxLotMethodAllowed(accountType, taxlotReliefMethod)) {
    const message = 'Non-taxable accounts use AVGC, and no other accounts do.';
    problems.push(fieldProblem('taxlotReliefMethod', FieldCode.Choice, message));
  }
  if ((input.orderSubType ?? orderSubType) !== orderSubType) {
    const message = 'Does not match the prices of the security orders.';
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
