import {
  Amount,
  Bool,
  Code,
  CodeLike,
  DecimalString,
  Identifier,
  IsoTimestamp,
  ListOf,
  ListOfText,
  ObjectOf,
  PageQuery,
  PeriodBound,
  ResponseOf,
  Shares,
  type Sort,
  SortBy,
  Ticker,
} from '#libs/platform/http';
import {
  codesOf,
  FieldCode,
  isOid,
  type Money,
  OID_FORM,
  type Quantity,
  type Timestamp,
  wireTimestamp,
  mustBe,
} from '#libs/platform/kernel';
import {
  AmountBases,
  type AmountBasis,
  type OrderState,
  OrderStates,
  type OrderType,
  OrderTypes,
  type Side,
  Sides,
  type TaxLotMethod,
  TaxLotMethods,
  TRADE_REASON,
} from '#libs/contexts/codes';
import {
  CreationMethods,
  MAX_SECURITY_ORDERS,
  NO_TRADE_REASON,
  type OrderInput,
  type OrderPath,
  type OrderReport,
  type OrderSubType,
  OrderSubTypes,
  type SecurityOrderInput,
  type SecurityOrderReport,
} from './order-state.js';
import type { Order, SecurityOrder } from './order.events.js';

const ABOVE_NOTHING = { min: '0', moreThanMin: true };

const DOLLARS = { ...ABOVE_NOTHING, decimals: 2, max: '999999999999.99', example: '500.00' };

const PRICE = { ...ABOVE_NOTHING, decimals: 4, max: '9999999.9999', example: '142.50' };

/** Limit on purchases or sales, percent. */
const PERCENT_LIMIT = { min: '0', max: '100', decimals: 4, example: '2.5' };

const ONE_FOR_EACH = { min: 1, max: MAX_SECURITY_ORDERS, description: 'One for each security' };

const ACCOUNT_NUMBER = { description: 'Account number in the path', example: 'RA1B2C3D4E' };

const FOLIO_NUMBER = { description: 'Folio number in the path', example: 'RA1B2C3D4E03' };

/** A code of an open list ([order.codes]). */
const OPEN_CODE = { pattern: /^[A-Z0-9]{1,10}$/, hint: 'at most 10 capital letters and digits' };

/** Known codes with their meanings: `M market, L limit`. */
const meanings = (codes: Readonly<Record<string, string>>): string =>
  Object.entries(codes)
    .map(([code, meaning]) => `${code} ${meaning.toLowerCase()}`)
    .join(', ');

class OrderSecurityDto {
  @Ticker('Ticker of the security', { required: true, example: 'IBM' })
  ticker!: string;
}

/** Item of `securityOrders` of a new order. */
class CreateSecurityOrderDto implements SecurityOrderInput {
  @ObjectOf(() => OrderSecurityDto, 'The security', { required: true })
  security!: OrderSecurityDto;

  @Code(Sides, 'Whether it buys or sells', { required: true, example: '1' })
  side!: Side;

  @Code(AmountBases, 'Default: as for the order', { example: 'D' })
  dollarShareBasedIndicator?: AmountBasis;

  @Amount('Required with indicator D, not allowed with S', DOLLARS)
  requestedDollarAmount?: Money;

  @Shares('Required with indicator S, not allowed with D', {
    ...ABOVE_NOTHING,
    decimals: 8,
    max: '999999999999',
    example: '10',
  })
  requestedShareAmount?: Quantity;

  @Amount('Direct orders; required for stop-limit ones', PRICE)
  limitPrice?: Money;

  @Amount('Direct orders; required for stop-limit ones', PRICE)
  stopPrice?: Money;
}

/** Body of `POST …/orders`. */
export class CreateOrderDto implements OrderInput {
  @Identifier(ACCOUNT_NUMBER)
  accountNumber?: string;

  @Identifier(FOLIO_NUMBER)
  folioNumber?: string;

  @Code(OrderTypes, 'When and how it is executed', { required: true, example: 'W' })
  orderType!: OrderType;

  @Code(OrderSubTypes, 'Must agree with the prices', { example: 'M' })
  orderSubType?: OrderSubType;

  @CodeLike(TRADE_REASON, 'Default NS', { example: 'NS' })
  reasonForTrade = NO_TRADE_REASON;

  @IsoTimestamp('Trading window, types W and A; default: the next one')
  scheduledWindowDatetime: Timestamp | null = null;

  @Bool('The representative has discretion over side or amount', { required: true })
  discretionary!: boolean;

  @Bool('The representative recommended it', { required: true })
  solicited!: boolean;

  @Code(AmountBases, 'What amounts are in', { required: true, example: 'D' })
  dollarShareBasedIndicator!: AmountBasis;

  @DecimalString('Percent', PERCENT_LIMIT)
  buyLimitPercent: string | null = null;

  @DecimalString('Percent', PERCENT_LIMIT)
  sellLimitPercent: string | null = null;

  @Code(TaxLotMethods, 'Default: defaultTaxLotSelection of the account', { example: 'LGHL' })
  taxlotReliefMethod?: TaxLotMethod;

  @ListOf(() => CreateSecurityOrderDto, { ...ONE_FOR_EACH, required: true })
  securityOrders!: readonly CreateSecurityOrderDto[];
}

/** Body of the client's `PUT …/orders/{oid}`. */
export class CancelOrderDto implements OrderPath {
  @Code(['C'], 'C cancels an open order', { required: true, example: 'C' })
  state!: 'C';

  @Identifier(ACCOUNT_NUMBER)
  accountNumber?: string;

  @Identifier(FOLIO_NUMBER)
  folioNumber?: string;

  @Identifier('Id of the order in the path', { example: '723967613562004' })
  folioOrderOid?: string;
}

/** Query of a folio's orders; filters combine. */
export class FolioOrdersQuery extends PageQuery {
  @ListOfText('Only orders in these states', {
    codes: codesOf(OrderStates),
    min: 1,
    commaSeparated: true,
  })
  state?: readonly string[];

  @PeriodBound('from', 'Only orders created at or after this time')
  from?: string;

  @PeriodBound('to', 'Only orders created before this time')
  to?: string;

  @SortBy(['creationDate'], '-creationDate')
  sort: Sort<'creationDate'> = '-creationDate';
}

/** Query of a member's orders ([order.openOnly]). */
export class MemberOrdersQuery extends PageQuery {
  @Bool('Default false: includes orders closed in the past 10 days')
  openOnly?: boolean;
}

const nullable = true;

const answered = 'always';

/** Null is ignored on input; every order has a value. */
const always = { nullable, answered } as const;

/** Number or id of an order or security order. */
const OID = {
  ...always,
  check: (oid: string | null) =>
    oid === null || isOid(oid) ? undefined : { code: FieldCode.Value, message: mustBe(OID_FORM) },
};

/** Dollars of an order. */
const TOTAL = { nullable, min: '0', decimals: 4, example: '500.00' };

/** Dollars of one security order, limited so that the sum of a hundred still fits the wire. */
const REPORTED_DOLLARS = { ...TOTAL, max: '9999999999999.9999' };

/** Fields reported for both orders and security orders. */
class ReportedStateDto {
  @Code(OrderStates, 'State of the order', { ...always, example: 'O' })
  state?: OrderState | null;

  @Identifier('Reason for the state; 201 cancelled by user', { nullable, max: 16, example: '201' })
  stateReasonCode?: string | null;

  @Code(AmountBases, 'Whether amounts are dollars or shares', { ...always, example: 'D' })
  dollarShareBasedIndicator?: AmountBasis | null;

  @IsoTimestamp('When it last changed', { ...always, past: true })
  modificationTimestamp?: Timestamp | null;
}

/** As exact as the same execution in transactions and tax lots: a price is often an average. */
const EXACT = { nullable, min: '0', decimals: 10 };

const SHARES = { ...EXACT, example: '10' };

const REPORTED_PRICE = { ...EXACT, max: REPORTED_DOLLARS.max, example: '142.50' };

class ReportedSecurityDto {
  @Ticker('Ticker of the security', { nullable, example: 'IBM' })
  ticker?: string | null;
}

/** A security order, as reported by the back office. */
class SecurityOrderDto extends ReportedStateDto implements SecurityOrderReport {
  @Identifier('Number of the security order', { ...OID, example: '931259716378' })
  securityOrderId?: string | null;

  @Identifier('Id of the security order', { ...OID, example: '416762820520759' })
  securityOrderOid?: string | null;

  @ObjectOf(() => ReportedSecurityDto, 'The security')
  security?: ReportedSecurityDto;

  @Code(Sides, 'Whether it buys or sells', { ...always, example: '1' })
  side?: Side | null;

  @Amount('Requested amount, dollars', REPORTED_DOLLARS)
  requestedDollarAmount?: Money | null;

  @Shares('Requested number of shares', SHARES)
  requestedShareAmount?: Quantity | null;

  @Amount('Requested price per share, dollars', REPORTED_PRICE)
  requestedPrice?: Money | null;

  @Amount('Estimated amount, dollars', REPORTED_DOLLARS)
  estimatedDollarAmount?: Money | null;

  @Shares('Estimated number of shares', SHARES)
  estimatedShareAmount?: Quantity | null;

  @Amount('Estimated price per share, dollars', REPORTED_PRICE)
  estimatedPrice?: Money | null;

  @Amount('Filled amount, dollars', { ...REPORTED_DOLLARS, answered })
  filledDollarAmount?: Money | null;

  @Shares('Filled number of shares', { ...SHARES, answered })
  filledShareAmount?: Quantity | null;

  @Amount('Filled price per share, dollars', REPORTED_PRICE)
  filledPrice?: Money | null;

  @Amount('Limit, dollars per share', REPORTED_PRICE)
  limitPrice?: Money | null;

  @Amount('Stop, dollars per share', REPORTED_PRICE)
  stopPrice?: Money | null;

  @Amount('Commission, dollars', { ...REPORTED_DOLLARS, answered })
  commission?: Money | null;

  @Amount('SEC fee, dollars', { ...REPORTED_DOLLARS, answered })
  secFee?: Money | null;

  @Amount('Trade fee, dollars', { ...REPORTED_DOLLARS, answered })
  tradeFee?: Money | null;

  @IsoTimestamp('When the price was quoted', { nullable, past: true })
  quoteTimestamp?: Timestamp | null;

  @IsoTimestamp('When the security order was created', { ...always, past: true })
  creationTimestamp?: Timestamp | null;
}

/** Security order in responses ([security-order.ids]). */
class SecurityOrderResponse extends ResponseOf(SecurityOrderDto) {}

const PERCENT = { ...PERCENT_LIMIT, nullable };

/** Body of the back office's PUT: an absent field stays, null clears one that may be empty. */
export class OrderDto extends ReportedStateDto implements OrderReport {
  @Identifier({ ...ACCOUNT_NUMBER, ...always })
  accountNumber?: string | null;

  @Identifier({ ...FOLIO_NUMBER, ...always })
  folioNumber?: string | null;

  @Identifier('Id of the folio; the number for 01 and 02', {
    ...always,
    example: '593576796057605',
  })
  folioOid?: string | null;

  @Identifier('Number of the order', { ...OID, example: '229920467801' })
  folioOrderId?: string | null;

  @Identifier('Id of the order', { ...always, example: '723967613562004' })
  folioOrderOid?: string | null;

  @Code(OrderTypes, 'Type of the order', { ...always, example: 'W' })
  orderType?: OrderType | null;

  @CodeLike(
    OPEN_CODE,
    `How it is executed: ${meanings(OrderSubTypes)}, or another code; null if security orders differ`,
    { nullable, example: 'M' },
  )
  orderSubType?: string | null;

  @CodeLike(TRADE_REASON, 'Reason for the trade', { ...always, example: 'NS' })
  reasonForTrade?: string | null;

  @IsoTimestamp('When it was created', {
    ...always,
    past: true,
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate?: Timestamp | null;

  @CodeLike(OPEN_CODE, `How the order was created: ${meanings(CreationMethods)}, or another code`, {
    ...always,
    example: 'A',
  })
  creationMethod?: string | null;

  @IsoTimestamp('When the order was executed', { nullable, past: true })
  executionDate?: Timestamp | null;

  @IsoTimestamp('Trading window of the order', { nullable })
  scheduledWindowDatetime?: Timestamp | null;

  @Bool('The representative has discretion over side or amount', always)
  discretionary?: boolean | null;

  @Bool('The representative recommended it', always)
  solicited?: boolean | null;

  @Amount('Requested purchases, dollars', TOTAL)
  requestedBuyDollarAmount?: Money | null;

  @Amount('Requested sales, dollars', TOTAL)
  requestedSellDollarAmount?: Money | null;

  @Amount('Estimated purchases, dollars', TOTAL)
  estimatedBuyDollarAmount?: Money | null;

  @Amount('Estimated sales, dollars', TOTAL)
  estimatedSellDollarAmount?: Money | null;

  @Amount('Filled purchases, dollars', TOTAL)
  filledBuyDollarAmount?: Money | null;

  @Amount('Filled sales, dollars', TOTAL)
  filledSellDollarAmount?: Money | null;

  @DecimalString('Limit on purchases, percent', PERCENT)
  buyLimitPercent?: string | null;

  @DecimalString('Limit on sales, percent', PERCENT)
  sellLimitPercent?: string | null;

  @Amount('Commission, dollars', { ...TOTAL, answered })
  commission?: Money | null;

  @Amount('Commission of all security orders, dollars', { ...TOTAL, answered })
  totalCommission?: Money | null;

  @Amount('Fees of all security orders, dollars', { ...TOTAL, answered })
  totalFee?: Money | null;

  @Code(TaxLotMethods, 'Tax lot relief method', { ...always, example: 'LGHL' })
  taxlotReliefMethod?: TaxLotMethod | null;

  @Identifier('Number of the member who placed the order', {
    nullable,
    example: '1933130339066050',
  })
  tradeOriginatingMemberOid?: string | null;

  @ListOf(() => SecurityOrderDto, ONE_FOR_EACH)
  securityOrders?: readonly SecurityOrderDto[];
}

/** Response of every GET: all fields, null if unknown ([order.ids]). */
export class OrderResponse extends ResponseOf(OrderDto, { securityOrders: 'own' }) {
  @ListOf(() => SecurityOrderResponse, ONE_FOR_EACH)
  securityOrders!: readonly SecurityOrderResponse[];
}

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
