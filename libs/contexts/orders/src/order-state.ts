import {
  decimalOf,
  type DecisionContext,
  FieldCode,
  fieldProblem,
  type JsonForm,
  Money,
  OID_DIGITS,
  prefixProblems,
  type Problem,
  Quantity,
  requiredProblem,
  RuleBook,
} from '#libs/platform/kernel';
import {
  type AccountType,
  type AmountBasis,
  type OrderState,
  OrderStates,
  type OrderType,
  type Side,
  type TaxLotMethod,
} from '#libs/contexts/codes';
import type {
  KnownOrder,
  Order,
  OrderContent,
  OrderDollars,
  SecurityOrder,
} from './order.events.js';

/** Default reasonForTrade: not specified. */
export const NO_TRADE_REASON = 'NS';

export const orderRules = new RuleBook({
  'folio.closed.rule': 'The folio is closed',
  'order.cash.folio.rule': 'Folio 01 holds cash and has no orders',
  'order.direct.only.rule': 'Folio 02 accepts only direct and stop-limit orders',
  'order.not.open.rule': 'The order is no longer open',
  'order.positions.rule': 'The order sells more than the folio holds',
  'order.state.rule': 'The current state does not allow this transition',
  'order.type.rule': 'The order type does not allow this price or window',
  'order.whole.shares.rule': 'Folio 02 accepts only whole shares, no dollar amounts',
});

/** Known codes of orderSubType ([order.codes]). Of an order that a client places, it follows from the prices of the security orders. */
export const OrderSubTypes = { M: 'Market', L: 'Limit', S: 'Stop', X: 'Stop-limit' } as const;

export type OrderSubType = keyof typeof OrderSubTypes;

/** Known codes of creationMethod ([order.codes]). */
export const CreationMethods = {
  A: 'Through the interface',
  B: 'By the back office',
  P: 'For an accepted private placement subscription',
} as const;

/** stateReasonCode of a cancellation by the client ([order.state]). */
export const CANCELLED_BY_USER = '201';

const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  O: ['P', 'F', 'C', 'R', 'E'],
  P: ['F', 'C', 'R', 'E'],
  F: [],
  C: [],
  R: [],
  E: [],
};

/** stateReasonCode of an order that was rejected because its account or folio no longer allowed it (own rule). */
export const NO_LONGER_ALLOWED = '202';

/** Whether an order or security order may change from one state to another, or stay. */
export function mayBecome(from: OrderState, to: OrderState): boolean {
  return from === to || NEXT[from].includes(to);
}

/** Open and partly filled orders are still working ([order.state]). */
export function isOpen(state: OrderState): boolean {
  return OrderStates[state].open;
}

/** Types that execute at the price of a trading window. */
export function usesWindow(orderType: OrderType): boolean {
  return orderType === 'W' || orderType === 'A';
}

export const NO_DOLLARS = '0.00';

/** Limit on shares times price, so that the totals of an order still fit decimal strings on the wire. */
const MAX_DOLLARS = Money.of('1000000000000');

/** Dollars of shares at their limit price. Null if one of them is unknown or the result exceeds the limit. */
function worth(order: Pick<SecurityOrder, 'requestedShareAmount' | 'limitPrice'>): string | null {
  const { requestedShareAmount, limitPrice } = order;
  if (limitPrice === null || requestedShareAmount === null) return null;
  const amount = Money.of(limitPrice).times(Quantity.of(requestedShareAmount)).rounded();
  return amount.lessThan(MAX_DOLLARS) ? amount.toString() : null;
}

/** Estimates from the request alone; no quote is fetched. */
export function estimate(
  order: Pick<SecurityOrder, 'requestedDollarAmount' | 'requestedShareAmount' | 'limitPrice'>,
): Pick<SecurityOrder, `estimated${'DollarAmount' | 'ShareAmount' | 'Price'}`> {
  const { requestedDollarAmount, requestedShareAmount, limitPrice } = order;
  return {
    estimatedDollarAmount: requestedDollarAmount ?? worth(order),
    estimatedShareAmount: requestedShareAmount,
    estimatedPrice: limitPrice,
  };
}

/** Dollars of one side of an order: zero if it has no such side, null while any part is unknown. */
export function total(
  orders: readonly SecurityOrder[],
  side: Side,
  amount: 'requestedDollarAmount' | 'estimatedDollarAmount' | 'filledDollarAmount',
): string | null {
  const amounts = orders.filter((order) => order.side === side).map((order) => order[amount]);
  const known = amounts.filter((text) => text !== null);
  if (known.length < amounts.length) return null;
  return Money.sum(known.map((text) => Money.of(text))).toString();
}

/** Sums the given costs of all security orders, in dollars. */
export function totalOf(
  orders: readonly SecurityOrder[],
  parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
): string {
  const amounts = orders.flatMap((order) => parts.map((part) => order[part]));
  return Money.sum(amounts.map((text) => Money.of(text))).toString();
}

/** Account and folio of an order, from the log. */
export interface OrderFacts {
  readonly account: {
    readonly firmId: string;
    readonly accountType: AccountType;
    /** Primary owner first. */
    readonly owners: readonly string[];
    readonly defaultTaxLotSelection: TaxLotMethod;
  };
  readonly folio: {
    readonly folioOid: string;
    readonly kind: 'cash' | 'nonFolio' | 'folio';
    readonly open: boolean;
    /** As reported by the back office; an empty list may also mean "unknown". */
    readonly positions: readonly { readonly ticker: string; readonly shareQuantity: string }[];
  };
}

interface OrderIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
  readonly folioOrderOid: string;
}

export interface SecurityOrderInput {
  readonly security: { readonly ticker: string };
  readonly side: Side;
  /** Default: the indicator of the order. */
  readonly dollarShareBasedIndicator?: AmountBasis;
  readonly requestedDollarAmount?: Money;
  readonly requestedShareAmount?: Quantity;
  readonly limitPrice?: Money;
  readonly stopPrice?: Money;
}

/** Body of `POST …/orders`. */
export interface OrderInput extends Pick<
  OrderContent,
  | 'orderType'
  | 'reasonForTrade'
  | 'scheduledWindowDatetime'
  | 'discretionary'
  | 'solicited'
  | 'dollarShareBasedIndicator'
  | 'buyLimitPercent'
  | 'sellLimitPercent'
> {
  readonly accountNumber?: string;
  readonly folioNumber?: string;
  readonly orderSubType?: OrderSubType;
  /** Default: the method of the account. */
  readonly taxlotReliefMethod?: TaxLotMethod;
  readonly securityOrders: readonly SecurityOrderInput[];
}

export interface PlaceOrder extends OrderIds {
  readonly type: 'PlaceOrder';
  readonly input: OrderInput;
  readonly facts: OrderFacts & {
    /** Why the restricted account refuses the order (`account.restricted.rule`). */
    readonly restriction?: Problem | undefined;
    /** memberOid of the acting member; null if it is not a member. */
    readonly memberOid: string | null;
  };
}

/** Parts of the path a body may repeat. */
export interface OrderPath {
  readonly accountNumber?: string | null;
  readonly folioNumber?: string | null;
  readonly folioOrderOid?: string | null;
}

/** A client cancels an open order. */
export interface CancelOrder extends OrderIds {
  readonly type: 'CancelOrder';
  /** Body of the client's `PUT …/orders/{oid}`: can only cancel. */
  readonly input: OrderPath;
}

type Shares = `${string}ShareAmount`;

type Dollars = keyof OrderDollars | `${string}Price` | `${string}DollarAmount` | `${string}Fee`;

/** A report of the back office: an absent field stays, null clears one that may be empty. */
type Reported<T> = {
  readonly [Key in keyof T]?:
    (Key extends Dollars ? Money : Key extends Shares ? Quantity : T[Key]) | null;
};

/** One security of an order, as reported by the back office. */
export type SecurityOrderReport = Reported<Omit<SecurityOrder, 'ticker'>> & {
  readonly security?: { readonly ticker?: string | null };
};

/** An order as reported by the back office, in the shape of the GET. */
export type OrderReport = Reported<Omit<OrderContent, 'securityOrders'>> &
  OrderPath & {
    readonly folioOid?: string | null;
    readonly folioOrderId?: string | null;
    readonly securityOrders?: readonly SecurityOrderReport[];
  };

export type StoredReport = JsonForm<OrderReport>;

/** The back office reports fills, cancellations, rejections, and orders placed elsewhere ([back-office.orders]). */
export interface RecordOrder extends OrderIds {
  readonly type: 'RecordOrder';
  readonly input: OrderReport;
  readonly facts: OrderFacts & {
    /** Why the account takes no new order, and no more filled shares of one that is over: it is closed. */
    readonly closed?: Problem | undefined;
  };
}

/** What the order relies on is gone: rejects it, if it is still open, or as it was reported. */
export interface RejectOrder {
  readonly type: 'RejectOrder';
  /** State in which a report of the back office made the order known, if that is refused: nothing that it says was filled holds. */
  readonly reported?: OrderState;
}

/** A correction of an order that was over is refused in the end: what it changed is as it was before. */
export interface RestoreOrder {
  readonly type: 'RestoreOrder';
  readonly changes: Partial<OrderContent>;
}

export type OrderCommand = PlaceOrder | CancelOrder | RecordOrder | RejectOrder | RestoreOrder;

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
      const message = `${ticker} appears more than once.`;
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
  if (item[wanted] === undefined) {
    problems.push(requiredProblem(wanted, `with dollarShareBasedIndicator ${basis}`));
  }
  if (item[other] !== undefined) {
    const message = `It is not accepted with dollarShareBasedIndicator ${basis}.`;
    problems.push(fieldProblem(other, FieldCode.Value, message));
  }
  const { limitPrice, requestedShareAmount } = item;
  if (limitPrice && requestedShareAmount && worth(requestIn(item)) === null) {
    const message = 'It exceeds the maximum value of an order.';
    problems.push(fieldProblem('requestedShareAmount', FieldCode.Value, message));
  }
  return problems;
}

/** Window and auto-invest orders have no prices, stop-limit orders both; for direct ones they are optional. */
function priceProblems(item: SecurityOrderInput, { orderType }: OrderInput): Problem[] {
  return (['limitPrice', 'stopPrice'] as const).flatMap((price) => {
    if (item[price] === undefined) {
      return orderType === 'L' ? [requiredProblem(price, 'with orderType L')] : [];
    }
    if (!usesWindow(orderType)) return [];
    const message = `Orders of type ${orderType} have no ${price}.`;
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
    const message = `Folio 02 accepts no dollar-based orders.`;
    problems.push(
      orderRules.broken('order.whole.shares.rule', message, 'dollarShareBasedIndicator'),
    );
  }
  if (wanted === undefined) return problems;
  if (folio.kind === 'nonFolio' && !wanted.isWhole()) {
    const message = `Folio 02 accepts only whole shares.`;
    problems.push(orderRules.broken('order.whole.shares.rule', message, 'requestedShareAmount'));
  }
  const direct = orderType === 'D' || orderType === 'L';
  if (!direct || side !== '2' || folio.positions.length === 0) return problems;
  const held = folio.positions.find((position) => position.ticker === ticker);
  if (wanted.compare(Quantity.of(held?.shareQuantity ?? '0')) > 0) {
    const message = `The folio has ${held?.shareQuantity ?? '0'} shares of ${ticker}.`;
    problems.push(orderRules.broken('order.positions.rule', message, 'requestedShareAmount'));
  }
  return problems;
}

/** Whether an order that was over already has more shares filled after a report than before it. A private placement has no shares. */
export function correctsFills(before: Order, { securityOrders }: OrderContent): boolean {
  if (isOpen(before.state)) return false;
  const filled = new Map(
    before.securityOrders.map((one) => [one.securityOrderOid, decimalOf(one.filledShareAmount)]),
  );
  return securityOrders.some(
    ({ ticker, securityOrderOid, filledShareAmount }) =>
      ticker !== null &&
      decimalOf(filledShareAmount).greaterThan(filled.get(securityOrderOid) ?? 0),
  );
}

/** The event for each state an order enters. That of O means changed details in an unchanged state. */
export const EVENT_OF_STATE = {
  O: 'order.OrderAmended',
  P: 'order.OrderPartlyFilled',
  F: 'order.OrderFilled',
  C: 'order.OrderCancelled',
  R: 'order.OrderRejected',
  E: 'order.OrderExpired',
} as const satisfies Record<OrderState, string>;

/** Whether an order belongs to the account and folio in the path. */
export function isAt(
  order: KnownOrder,
  path: { readonly accountNumber: string; readonly folioNumber: string },
): order is Order {
  return order?.accountNumber === path.accountNumber && order.folioNumber === path.folioNumber;
}
