import {
  type AmountBasis,
  AmountBases,
  codesOf,
  FieldCode,
  isTicker,
  type Money,
  NO_TRADE_REASON,
  OrderStates,
  type OrderType,
  OrderTypes,
  type Quantity,
  type Side,
  Sides,
  TICKER_FORM,
  type TaxLotMethod,
  TaxLotMethods,
  type Timestamp,
  TRADE_REASON,
} from '#libs/platform/kernel';
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
  Shares,
  type Sort,
  SortBy,
  Text,
} from '#libs/platform/http';
import { type OrderSubType, OrderSubTypes } from '../domain/order-codes.js';
import type { OrderInput, OrderPath, SecurityOrderInput } from '../domain/order.commands.js';
import { MAX_SECURITY_ORDERS } from '../domain/security-orders.js';

/** Longest well-formed ticker. */
export const MAX_TICKER = 9;
export const NO_TICKER = { code: FieldCode.Value, hint: TICKER_FORM };

const ABOVE_NOTHING = { min: '0', moreThanMin: true };
const DOLLARS = { ...ABOVE_NOTHING, scale: 2, max: '999999999999.99', example: '500.00' };
const PRICE = { ...ABOVE_NOTHING, scale: 4, max: '9999999.9999', example: '142.50' };
/** Limit on purchases or sales. */
export const PERCENT_LIMIT = { min: '0', max: '100', scale: 4, example: '2.5' };
/** The security orders of an order. */
export const ONE_FOR_EACH = {
  min: 1,
  max: MAX_SECURITY_ORDERS,
  description: 'One for each security',
};
/** Account and folio as a body may repeat them. */
export const ACCOUNT_NUMBER = { description: 'Account number of the path', example: 'RA1B2C3D4E' };
export const FOLIO_NUMBER = { description: 'Folio number of the path', example: 'RA1B2C3D4E03' };

/** The security of an order. */
export class OrderSecurityDto {
  @Text({
    required: true,
    max: MAX_TICKER,
    example: 'IBM',
    check: (ticker) => (isTicker(ticker) ? undefined : NO_TICKER),
    description: 'Ticker of the security',
  })
  ticker!: string;
}

/** Item of `securityOrders` of a new order. */
export class CreateSecurityOrderDto implements SecurityOrderInput {
  @ObjectOf(() => OrderSecurityDto, { required: true, description: 'The security' })
  security!: OrderSecurityDto;

  @Code(Sides, { required: true, description: '1 buys, 2 sells', example: '1' })
  side!: Side;

  @Code(AmountBases, { description: 'Default: that of the order', example: 'D' })
  dollarShareBasedIndicator?: AmountBasis;

  @Amount({ ...DOLLARS, description: 'Required with indicator D, not allowed with S' })
  requestedDollarAmount?: Money;

  @Shares({
    ...ABOVE_NOTHING,
    scale: 8,
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

/** Body of `POST …/orders`: the keys of an order that the client decides. */
export class CreateOrderDto implements OrderInput {
  @Identifier(ACCOUNT_NUMBER)
  accountNumber?: string;

  @Identifier(FOLIO_NUMBER)
  folioNumber?: string;

  @Code(OrderTypes, {
    required: true,
    description: 'W window, D direct, L stop-limit, A auto invest',
    example: 'W',
  })
  orderType!: OrderType;

  @Code(OrderSubTypes, {
    description: 'M market, L limit, S stop, X stop-limit; must agree with the prices',
    example: 'M',
  })
  orderSubType?: OrderSubType;

  @CodeLike(TRADE_REASON, { description: 'Default NS', example: 'NS' })
  reasonForTrade = NO_TRADE_REASON;

  @IsoTimestamp({ description: 'Trading window, types W and A; default: the next one' })
  scheduledWindowDatetime: Timestamp | null = null;

  @Bool({
    required: true,
    description: 'The representative exercises discretion over side or amount',
  })
  discretionary!: boolean;

  @Bool({ required: true, description: 'The representative recommended it' })
  solicited!: boolean;

  @Code(AmountBases, { required: true, description: 'D dollars, S shares', example: 'D' })
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

  @Identifier({ description: 'Id of the order of the path', example: '723967613562004' })
  folioOrderOid?: string;
}

/** Query of the orders of a folio: an order has to be what is given of all. */
export class FolioOrdersQuery extends PageQuery {
  @ListOfText({
    codes: codesOf(OrderStates),
    min: 1,
    commaSeparated: true,
    description: 'Only orders in these states',
  })
  state?: readonly string[];

  @PeriodBound('from', { description: 'Only orders created at this moment or later' })
  from?: string;

  @PeriodBound('to', { description: 'Only orders that were created before this moment' })
  to?: string;

  @SortBy(['creationDate'], '-creationDate')
  sort: Sort<'creationDate'> = '-creationDate';
}

/** Query of a member's orders ([order.openOnly]). */
export class MemberOrdersQuery extends PageQuery {
  @Bool({ description: 'Default false: closed orders of the past 10 days as well' })
  openOnly?: boolean;
}
