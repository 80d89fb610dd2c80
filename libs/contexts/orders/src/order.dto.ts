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
  @Ticker({ required: true, example: 'IBM', description: 'Ticker of the security' })
  ticker!: string;
}

/** Item of `securityOrders` of a new order. */
class CreateSecurityOrderDto implements SecurityOrderInput {
  @ObjectOf(() => OrderSecurityDto, { required: true, description: 'The security' })
  security!: OrderSecurityDto;

  @Code(Sides, { required: true, description: 'Whether it buys or sells', example: '1' })
  side!: Side;

  @Code(AmountBases, { description: 'Default: as for the order', example: 'D' })
  dollarShareBasedIndicator?: AmountBasis;

  @Amount({ ...DOLLARS, description: 'Required with indicator D, not allowed with S' })
  requestedDollarAmount?: Money;

  @Shares({
    ...ABOVE_NOTHING,
    decimals: 8,
    max: '999999999999',
    example: '10',
    description: 'Required with indicator S, not allowed with D',
  })
  requestedShareAmount?: Quantity;

  @Amount({ ...PRICE, description: 'Direct orders; required for stop-limit ones' })
  limitPrice?: Money;

  @Amount({ ...PRICE, description: 'Direct orders; required for stop-limit ones' })
  stopPrice?: Money;
}

/** Body of `POST …/orders`. */
export class CreateOrderDto implements OrderInput {
  @Identifier(ACCOUNT_NUMBER)
  accountNumber?: string;

  @Identifier(FOLIO_NUMBER)
  folioNumber?: string;

  @Code(OrderTypes, {
    required: true,
    description: 'When and how it is executed',
    example: 'W',
  })
  orderType!: OrderType;

  @Code(OrderSubTypes, {
    description: 'Must agree with the prices',
    example: 'M',
  })
  orderSubType?: OrderSubType;

  @CodeLike(TRADE_REASON, { description: 'Default NS', example: 'NS' })
  reasonForTrade = NO_TRADE_REASON;

  @IsoTimestamp({ description: 'Trading window, types W and A; default: the next one' })
  scheduledWindowDatetime: Timestamp | null = null;

  @Bool({ required: true, description: 'The representative has discretion over side or amount' })
  discretionary!: boolean;

  @Bool({ required: true, description: 'The representative recommended it' })
  solicited!: boolean;

  @Code(AmountBases, { required: true, description: 'What amounts are in', example: 'D' })
  dollarShareBasedIndicator!: AmountBasis;

  @DecimalString({ ...PERCENT_LIMIT, description: 'Percent' })
  buyLimitPercent: string | null = null;

  @DecimalString({ ...PERCENT_LIMIT, description: 'Percent' })
  sellLimitPercent: string | null = null;

  @Code(TaxLotMethods, {
    description: 'Default: defaultTaxLotSelection of the account',
    example: 'LGHL',
  })
  taxlotReliefMethod?: TaxLotMethod;

  @ListOf(() => CreateSecurityOrderDto, { ...ONE_FOR_EACH, required: true })
  securityOrders!: readonly CreateSecurityOrderDto[];
}

/** Body of the client's `PUT …/orders/{oid}`. */
export class CancelOrderDto implements OrderPath {
  @Code(['C'], { required: true, description: 'C cancels an open order', example: 'C' })
  state!: 'C';

  @Identifier(ACCOUNT_NUMBER)
  accountNumber?: string;

  @Identifier(FOLIO_NUMBER)
  folioNumber?: string;

  @Identifier({ description: 'Id of the order in the path', example: '723967613562004' })
  folioOrderOid?: string;
}

/** Query of a folio's orders; filters combine. */
export class FolioOrdersQuery extends PageQuery {
  @ListOfText({
    codes: codesOf(OrderStates),
    min: 1,
    commaSeparated: true,
    description: 'Only orders in these states',
  })
  state?: readonly string[];

  @PeriodBound('from', { description: 'Only orders created at or after this time' })
  from?: string;

  @PeriodBound('to', { description: 'Only orders created before this time' })
  to?: string;

  @SortBy(['creationDate'], '-creationDate')
  sort: Sort<'creationDate'> = '-creationDate';
}

/** Query of a member's orders ([order.openOnly]). */
export class MemberOrdersQuery extends PageQuery {
  @Bool({ description: 'Default false: includes orders closed in the past 10 days' })
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
  @Code(OrderStates, { ...always, description: 'State of the order', example: 'O' })
  state?: OrderState | null;

  @Identifier({
    nullable,
    max: 16,
    description: 'Reason for the state; 201 cancelled by user',
    example: '201',
  })
  stateReasonCode?: string | null;

  @Code(AmountBases, {
    ...always,
    description: 'Whether amounts are dollars or shares',
    example: 'D',
  })
  dollarShareBasedIndicator?: AmountBasis | null;

  @IsoTimestamp({ ...always, past: true, description: 'When it last changed' })
  modificationTimestamp?: Timestamp | null;
}

/** As exact as the same execution in transactions and tax lots: a price is often an average. */
const EXACT = { nullable, min: '0', decimals: 10 };

const SHARES = { ...EXACT, example: '10' };

const REPORTED_PRICE = { ...EXACT, max: REPORTED_DOLLARS.max, example: '142.50' };

class ReportedSecurityDto {
  @Ticker({ nullable, example: 'IBM', description: 'Ticker of the security' })
  ticker?: string | null;
}

/** A security order, as reported by the back office. */
class SecurityOrderDto extends ReportedStateDto implements SecurityOrderReport {
  @Identifier({ ...OID, description: 'Number of the security order', example: '931259716378' })
  securityOrderId?: string | null;

  @Identifier({ ...OID, description: 'Id of the security order', example: '416762820520759' })
  securityOrderOid?: string | null;

  @ObjectOf(() => ReportedSecurityDto, { description: 'The security' })
  security?: ReportedSecurityDto;

  @Code(Sides, { ...always, description: 'Whether it buys or sells', example: '1' })
  side?: Side | null;

  @Amount({ ...REPORTED_DOLLARS, description: 'Requested amount, dollars' })
  requestedDollarAmount?: Money | null;

  @Shares({ ...SHARES, description: 'Requested number of shares' })
  requestedShareAmount?: Quantity | null;

  @Amount({ ...REPORTED_PRICE, description: 'Requested price per share, dollars' })
  requestedPrice?: Money | null;

  @Amount({ ...REPORTED_DOLLARS, description: 'Estimated amount, dollars' })
  estimatedDollarAmount?: Money | null;

  @Shares({ ...SHARES, description: 'Estimated number of shares' })
  estimatedShareAmount?: Quantity | null;

  @Amount({ ...REPORTED_PRICE, description: 'Estimated price per share, dollars' })
  estimatedPrice?: Money | null;

  @Amount({ ...REPORTED_DOLLARS, answered, description: 'Filled amount, dollars' })
  filledDollarAmount?: Money | null;

  @Shares({ ...SHARES, answered, description: 'Filled number of shares' })
  filledShareAmount?: Quantity | null;

  @Amount({ ...REPORTED_PRICE, description: 'Filled price per share, dollars' })
  filledPrice?: Money | null;

  @Amount({ ...REPORTED_PRICE, description: 'Limit, dollars per share' })
  limitPrice?: Money | null;

  @Amount({ ...REPORTED_PRICE, description: 'Stop, dollars per share' })
  stopPrice?: Money | null;

  @Amount({ ...REPORTED_DOLLARS, answered, description: 'Commission, dollars' })
  commission?: Money | null;

  @Amount({ ...REPORTED_DOLLARS, answered, description: 'SEC fee, dollars' })
  secFee?: Money | null;

  @Amount({ ...REPORTED_DOLLARS, answered, description: 'Trade fee, dollars' })
  tradeFee?: Money | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the price was quoted' })
  quoteTimestamp?: Timestamp | null;

  @IsoTimestamp({ ...always, past: true, description: 'When the security order was created' })
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

  @Identifier({
    ...always,
    description: 'Id of the folio; the number for 01 and 02',
    example: '593576796057605',
  })
  folioOid?: string | null;

  @Identifier({ ...OID, description: 'Number of the order', example: '229920467801' })
  folioOrderId?: string | null;

  @Identifier({ ...always, description: 'Id of the order', example: '723967613562004' })
  folioOrderOid?: string | null;

  @Code(OrderTypes, { ...always, description: 'Type of the order', example: 'W' })
  orderType?: OrderType | null;

  @CodeLike(OPEN_CODE, {
    nullable,
    description: `How it is executed: ${meanings(OrderSubTypes)}, or another code; null if security orders differ`,
    example: 'M',
  })
  orderSubType?: string | null;

  @CodeLike(TRADE_REASON, { ...always, description: 'Reason for the trade', example: 'NS' })
  reasonForTrade?: string | null;

  @IsoTimestamp({
    ...always,
    past: true,
    description: 'When it was created',
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate?: Timestamp | null;

  @CodeLike(OPEN_CODE, {
    ...always,
    description: `How the order was created: ${meanings(CreationMethods)}, or another code`,
    example: 'A',
  })
  creationMethod?: string | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the order was executed' })
  executionDate?: Timestamp | null;

  @IsoTimestamp({ nullable, description: 'Trading window of the order' })
  scheduledWindowDatetime?: Timestamp | null;

  @Bool({ ...always, description: 'The representative has discretion over side or amount' })
  discretionary?: boolean | null;

  @Bool({ ...always, description: 'The representative recommended it' })
  solicited?: boolean | null;

  @Amount({ ...TOTAL, description: 'Requested purchases, dollars' })
  requestedBuyDollarAmount?: Money | null;

  @Amount({ ...TOTAL, description: 'Requested sales, dollars' })
  requestedSellDollarAmount?: Money | null;

  @Amount({ ...TOTAL, description: 'Estimated purchases, dollars' })
  estimatedBuyDollarAmount?: Money | null;

  @Amount({ ...TOTAL, description: 'Estimated sales, dollars' })
  estimatedSellDollarAmount?: Money | null;

  @Amount({ ...TOTAL, description: 'Filled purchases, dollars' })
  filledBuyDollarAmount?: Money | null;

  @Amount({ ...TOTAL, description: 'Filled sales, dollars' })
  filledSellDollarAmount?: Money | null;

  @DecimalString({ ...PERCENT, description: 'Limit on purchases, percent' })
  buyLimitPercent?: string | null;

  @DecimalString({ ...PERCENT, description: 'Limit on sales, percent' })
  sellLimitPercent?: string | null;

  @Amount({ ...TOTAL, answered, description: 'Commission, dollars' })
  commission?: Money | null;

  @Amount({ ...TOTAL, answered, description: 'Commission of all security orders, dollars' })
  totalCommission?: Money | null;

  @Amount({ ...TOTAL, answered, description: 'Fees of all security orders, dollars' })
  totalFee?: Money | null;

  @Code(TaxLotMethods, { ...always, description: 'Tax lot relief method', example: 'LGHL' })
  taxlotReliefMethod?: TaxLotMethod | null;

  @Identifier({
    nullable,
    description: 'Number of the member who placed the order',
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
