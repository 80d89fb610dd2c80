import {
  type AmountBasis,
  AmountBases,
  codesOf,
  FieldCode,
  isTicker,
  type OrderType,
  OrderTypes,
  type Side,
  Sides,
  type TaxLotMethod,
  TaxLotMethods,
  type TradeReason,
  TradeReasons,
} from '#libs/platform/kernel';
import {
  Bool,
  Code,
  DecimalString,
  Identifier,
  IsoTimestamp,
  ListOf,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import { type OrderSubType, OrderSubTypes } from '../domain/order-codes.js';
import { MAX_SECURITY_ORDERS } from '../domain/security-orders.js';

/** Longest well-formed ticker. */
export const MAX_TICKER = 9;

const ABOVE_NOTHING = { min: '0', moreThanMin: true };
const DOLLARS = { ...ABOVE_NOTHING, scale: 2, max: '999999999999.99', example: '500.00' };
const PRICE = { ...ABOVE_NOTHING, scale: 4, max: '9999999.9999', example: '142.50' };
const PERCENT = { min: '0', max: '100', scale: 4, example: '2.5' };
const PATH = (what: string) => ({ description: `${what} of the path` });

/** The security of an order. */
export class OrderSecurityDto {
  @Text({
    required: true,
    max: MAX_TICKER,
    example: 'IBM',
    check: (ticker) => (isTicker(ticker) ? undefined : FieldCode.Value),
  })
  ticker?: string;
}

/** Item of `securityOrders` of a new order. */
export class CreateSecurityOrderDto {
  @ObjectOf(() => OrderSecurityDto, { required: true })
  security?: OrderSecurityDto;

  @Code(codesOf(Sides), { required: true, description: '1 buys, 2 sells' })
  side?: Side;

  @Code(codesOf(AmountBases), { description: 'Default: that of the order' })
  dollarShareBasedIndicator?: AmountBasis;

  @DecimalString({ ...DOLLARS, description: 'Required with indicator D, not allowed with S' })
  requestedDollarAmount?: string;

  @DecimalString({
    ...ABOVE_NOTHING,
    scale: 8,
    max: '999999999999',
    example: '10',
    description: 'Required with indicator S, not allowed with D',
  })
  requestedShareAmount?: string;

  @DecimalString({ ...PRICE, description: 'Direct orders; required for stop-limit ones' })
  limitPrice?: string;

  @DecimalString({ ...PRICE, description: 'Direct orders; required for stop-limit ones' })
  stopPrice?: string;
}

/** Body of `POST …/orders`: the keys of the specification's "Folio order" that the client decides. */
export class CreateOrderDto {
  @Identifier(PATH('Account number'))
  accountNumber?: string;

  @Identifier(PATH('Folio number'))
  folioNumber?: string;

  @Code(codesOf(OrderTypes), {
    required: true,
    description: 'W window, D direct, L stop-limit, A auto invest',
  })
  orderType?: OrderType;

  @Code(codesOf(OrderSubTypes), {
    description: 'M market, L limit, S stop, X stop-limit; must agree with the prices',
  })
  orderSubType?: OrderSubType;

  @Code(codesOf(TradeReasons), { description: 'Default NS' })
  reasonForTrade?: TradeReason;

  @IsoTimestamp({ description: 'Window to wait for, types W and A; default: the next one' })
  scheduledWindowDatetime?: string;

  @Bool({ required: true })
  discretionary?: boolean;

  @Bool({ required: true })
  solicited?: boolean;

  @Code(codesOf(AmountBases), { required: true, description: 'D dollars, S shares' })
  dollarShareBasedIndicator?: AmountBasis;

  @DecimalString({ ...PERCENT, description: 'Percent' })
  buyLimitPercent?: string;

  @DecimalString({ ...PERCENT, description: 'Percent' })
  sellLimitPercent?: string;

  @Code(codesOf(TaxLotMethods), { description: 'Default: defaultTaxLotSelection of the account' })
  taxlotReliefMethod?: TaxLotMethod;

  @ListOf(() => CreateSecurityOrderDto, { required: true, min: 1, max: MAX_SECURITY_ORDERS })
  securityOrders?: readonly CreateSecurityOrderDto[];
}

/** Body of the client's `PUT …/orders/{oid}`. */
export class CancelOrderDto {
  @Code(['C'], { required: true, description: 'C cancels an open order' })
  state?: string;

  @Identifier(PATH('Account number'))
  accountNumber?: string;

  @Identifier(PATH('Folio number'))
  folioNumber?: string;

  @Identifier(PATH('Id of the order'))
  folioOrderOid?: string;
}

/** Query of endpoint 11. */
export class MemberOrdersQuery {
  @Bool({ description: 'Default false: closed orders of the past 10 days as well' })
  openOnly?: boolean;
}
