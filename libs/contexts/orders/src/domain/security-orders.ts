import {
  type AmountBasis,
  type DecisionContext,
  FieldCode,
  type InputReader,
  isTicker,
  Quantity,
} from '#libs/platform/kernel';
import { dollars, estimate, NO_DOLLARS, shares, worth } from './amounts.js';
import { OrderRule, usesWindow } from './order-codes.js';
import type { OrderFacts, OrderInput, SecurityOrderInput } from './order.commands.js';
import type { SecurityOrder } from './order.events.js';

/** Most securities of one order (own): as many as a folio has target weights. */
export const MAX_SECURITY_ORDERS = 100;

/** Lengths of the ids that are given out. */
export const SECURITY_ORDER_ID_DIGITS = 12;
export const OID_DIGITS = 15;

/** A security order that nothing has become of yet. */
const UNTOUCHED = {
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

/** What the security orders of one request have in common. */
interface Reading {
  readonly input: OrderInput;
  readonly facts: OrderFacts;
  readonly reader: InputReader;
  readonly context: DecisionContext;
}

/**
 * The security orders of a new order in the form they are kept in. Those with something wrong in them are noted, and left
 * out where nothing can be made of them.
 */
export function readSecurityOrders(
  input: OrderInput,
  facts: OrderFacts,
  reader: InputReader,
  context: DecisionContext,
): readonly SecurityOrder[] {
  const items = input.securityOrders;
  if (!reader.filled('securityOrders', items)) return [];
  if (items.length > MAX_SECURITY_ORDERS) {
    reader.problem('securityOrders', FieldCode.Length, `at most ${MAX_SECURITY_ORDERS} items`);
    return [];
  }
  const reading = { input, facts, reader, context };
  const tickers = new Set<string>();
  return items.flatMap((item, index) => {
    const at = reader.at(`securityOrders[${index}]`);
    const read = readSecurityOrder(item, { ...reading, reader: at });
    const ticker = item.security?.ticker;
    if (ticker !== undefined && tickers.has(ticker)) {
      at.problem('ticker', FieldCode.Value, `${ticker} is there more than once`);
    }
    if (ticker !== undefined) tickers.add(ticker);
    return read ?? [];
  });
}

function readSecurityOrder(item: SecurityOrderInput, reading: Reading): SecurityOrder | undefined {
  const { input, reader, context } = reading;
  const { now, ids } = context;
  const { security, side } = item;
  const ticker = security?.ticker;
  checkTicker(security, reader);
  reader.present('side', side);
  const basis = item.dollarShareBasedIndicator ?? input.dollarShareBasedIndicator ?? undefined;
  const request = {
    requestedDollarAmount: amountOf(item, 'requestedDollarAmount', dollars),
    requestedShareAmount: amountOf(item, 'requestedShareAmount', shares),
    limitPrice: amountOf(item, 'limitPrice', dollars),
    stopPrice: amountOf(item, 'stopPrice', dollars),
  };
  checkAmounts(item, basis, reader);
  checkPrices(item, reading);
  checkHoldings(item, basis, reading);
  const { limitPrice, requestedShareAmount } = request;
  if (limitPrice !== null && requestedShareAmount !== null && worth(request) === null) {
    const message = 'worth too much for one order';
    reader.problem('requestedShareAmount', FieldCode.Value, message);
  }
  if (typeof ticker !== 'string' || !side || basis === undefined) return undefined;
  return {
    securityOrderId: ids.digits(SECURITY_ORDER_ID_DIGITS),
    securityOrderOid: ids.digits(OID_DIGITS),
    ticker,
    side,
    dollarShareBasedIndicator: basis,
    ...request,
    ...estimate(request),
    ...UNTOUCHED,
    creationTimestamp: now,
    modificationTimestamp: now,
  };
}

function checkTicker(security: SecurityOrderInput['security'], reader: InputReader): void {
  if (!reader.present('security', security)) return;
  const { ticker } = security;
  if (reader.present('ticker', ticker) && !isTicker(ticker)) {
    reader.problem('ticker', FieldCode.Value, 'not a ticker');
  }
}

type Amount = 'requestedDollarAmount' | 'requestedShareAmount' | 'limitPrice' | 'stopPrice';

function amountOf(
  item: SecurityOrderInput,
  field: Amount,
  form: (text: string) => string,
): string | null {
  const sent = item[field];
  return sent === undefined || sent === null ? null : form(sent);
}

/** Dollars or shares are asked for, as the indicator says, and not both. */
function checkAmounts(
  item: SecurityOrderInput,
  basis: AmountBasis | undefined,
  reader: InputReader,
): void {
  if (basis === undefined) return;
  const [wanted, other] =
    basis === 'D'
      ? (['requestedDollarAmount', 'requestedShareAmount'] as const)
      : (['requestedShareAmount', 'requestedDollarAmount'] as const);
  reader.present(wanted, item[wanted]);
  if (item[other] !== undefined && item[other] !== null) {
    const message = `not with dollarShareBasedIndicator ${basis}`;
    reader.problem(other, FieldCode.Value, message);
  }
}

/** Window and auto-invest orders have no prices, stop-limit orders both; direct ones any. */
function checkPrices(item: SecurityOrderInput, { input: { orderType }, reader }: Reading): void {
  for (const price of ['limitPrice', 'stopPrice'] as const) {
    const sent = item[price] ?? undefined;
    if (orderType === 'L') reader.present(price, sent);
    if (orderType && usesWindow(orderType) && sent !== undefined) {
      const message = `orders of type ${orderType} have no ${price}.`;
      reader.rule(OrderRule.OrderType, message, price);
    }
  }
}

/** What folio 02 takes, and how much can be sold directly. */
function checkHoldings(
  item: SecurityOrderInput,
  basis: AmountBasis | undefined,
  { input: { orderType }, facts: { folio }, reader }: Reading,
): void {
  if (folio.kind === 'nonFolio' && basis === 'D') {
    const message = `folio 02 takes no dollar-based orders.`;
    reader.rule(OrderRule.WholeShares, message, 'dollarShareBasedIndicator');
  }
  const sent = item.requestedShareAmount;
  if (sent === undefined || sent === null) return;
  const quantity = Quantity.of(sent);
  if (folio.kind === 'nonFolio' && !quantity.isWhole()) {
    const message = `folio 02 takes whole shares only.`;
    reader.rule(OrderRule.WholeShares, message, 'requestedShareAmount');
  }
  const ticker = item.security?.ticker;
  const direct = orderType === 'D' || orderType === 'L';
  if (!direct || item.side !== '2' || ticker === undefined || folio.positions.length === 0) return;
  const held = folio.positions.find((position) => position.ticker === ticker);
  if (quantity.compare(Quantity.of(held?.shareQuantity ?? '0')) > 0) {
    const message = `the folio has ${held?.shareQuantity ?? '0'} shares of ${ticker}.`;
    reader.rule(OrderRule.Positions, message, 'requestedShareAmount');
  }
}
