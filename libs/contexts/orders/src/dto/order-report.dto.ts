import {
  type AmountBasis,
  AmountBases,
  codesOf,
  FieldCode,
  isOid,
  isTicker,
  type OrderState,
  OrderStates,
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
import {
  type CreationMethod,
  CreationMethods,
  type OrderSubType,
  OrderSubTypes,
} from '../domain/order-codes.js';
import { MAX_SECURITY_ORDERS } from '../domain/security-orders.js';
import { MAX_TICKER } from './order.dto.js';

const nullable = true;
const OID = {
  nullable,
  check: (oid: string | null) => (oid === null || isOid(oid) ? undefined : FieldCode.Value),
};
const ID = { nullable };
const CODE = { nullable };
const TIME = { nullable };
const TOTAL = { nullable, min: '0', scale: 4, example: '500.00' };
/** A hundred of them are still a decimal string of the wire. */
const DOLLARS = { ...TOTAL, max: '9999999999999.9999' };
const SHARES = { nullable, min: '0', scale: 8, example: '10' };
const PERCENT = { nullable, min: '0', max: '100', scale: 4, example: '2.5' };

/** The security of an order as every GET shows it. */
export class ReportedSecurityDto {
  @Text({
    nullable,
    max: MAX_TICKER,
    example: 'IBM',
    check: (ticker: string | null) =>
      ticker === null || isTicker(ticker) ? undefined : FieldCode.Value,
  })
  ticker?: string | null;
}

/** A security order as every GET shows it (specification, "Security order keys"). */
export class SecurityOrderDto {
  @Identifier(OID)
  securityOrderId?: string | null;

  @Identifier(OID)
  securityOrderOid?: string | null;

  @ObjectOf(() => ReportedSecurityDto)
  security?: ReportedSecurityDto;

  @Code(codesOf(Sides), CODE)
  side?: Side | null;

  @Code(codesOf(OrderStates), CODE)
  state?: OrderState | null;

  @Identifier({ nullable, max: 16 })
  stateReasonCode?: string | null;

  @Code(codesOf(AmountBases), CODE)
  dollarShareBasedIndicator?: AmountBasis | null;

  @DecimalString(DOLLARS)
  requestedDollarAmount?: string | null;

  @DecimalString(SHARES)
  requestedShareAmount?: string | null;

  @DecimalString(DOLLARS)
  requestedPrice?: string | null;

  @DecimalString(DOLLARS)
  estimatedDollarAmount?: string | null;

  @DecimalString(SHARES)
  estimatedShareAmount?: string | null;

  @DecimalString(DOLLARS)
  estimatedPrice?: string | null;

  @DecimalString(DOLLARS)
  filledDollarAmount?: string | null;

  @DecimalString(SHARES)
  filledShareAmount?: string | null;

  @DecimalString(DOLLARS)
  filledPrice?: string | null;

  @DecimalString(DOLLARS)
  limitPrice?: string | null;

  @DecimalString(DOLLARS)
  stopPrice?: string | null;

  @DecimalString(DOLLARS)
  commission?: string | null;

  @DecimalString(DOLLARS)
  secFee?: string | null;

  @DecimalString(DOLLARS)
  tradeFee?: string | null;

  @IsoTimestamp(TIME)
  quoteTimestamp?: string | null;

  @IsoTimestamp(TIME)
  creationTimestamp?: string | null;

  @IsoTimestamp(TIME)
  modificationTimestamp?: string | null;
}

/**
 * An order as every GET shows it (specification, "Folio order"), and as the back office puts it: what it leaves out, or sends as
 * null, stays as it is.
 */
export class OrderDto {
  @Identifier(ID)
  accountNumber?: string | null;

  @Identifier(ID)
  folioNumber?: string | null;

  @Identifier(ID)
  folioOid?: string | null;

  @Identifier(OID)
  folioOrderId?: string | null;

  @Identifier(ID)
  folioOrderOid?: string | null;

  @Code(codesOf(OrderTypes), CODE)
  orderType?: OrderType | null;

  @Code(codesOf(OrderSubTypes), CODE)
  orderSubType?: OrderSubType | null;

  @Code(codesOf(TradeReasons), CODE)
  reasonForTrade?: TradeReason | null;

  @IsoTimestamp(TIME)
  creationDate?: string | null;

  @Code(codesOf(CreationMethods), CODE)
  creationMethod?: CreationMethod | null;

  @IsoTimestamp(TIME)
  executionDate?: string | null;

  @IsoTimestamp(TIME)
  modificationTimestamp?: string | null;

  @IsoTimestamp(TIME)
  scheduledWindowDatetime?: string | null;

  @Bool({ nullable })
  discretionary?: boolean | null;

  @Bool({ nullable })
  solicited?: boolean | null;

  @Code(codesOf(AmountBases), CODE)
  dollarShareBasedIndicator?: AmountBasis | null;

  @DecimalString(TOTAL)
  requestedBuyDollarAmount?: string | null;

  @DecimalString(TOTAL)
  requestedSellDollarAmount?: string | null;

  @DecimalString(TOTAL)
  estimatedBuyDollarAmount?: string | null;

  @DecimalString(TOTAL)
  estimatedSellDollarAmount?: string | null;

  @DecimalString(TOTAL)
  filledBuyDollarAmount?: string | null;

  @DecimalString(TOTAL)
  filledSellDollarAmount?: string | null;

  @DecimalString(PERCENT)
  buyLimitPercent?: string | null;

  @DecimalString(PERCENT)
  sellLimitPercent?: string | null;

  @DecimalString(TOTAL)
  commission?: string | null;

  @DecimalString(TOTAL)
  totalCommission?: string | null;

  @DecimalString(TOTAL)
  totalFee?: string | null;

  @Code(codesOf(TaxLotMethods), CODE)
  taxlotReliefMethod?: TaxLotMethod | null;

  @Identifier(ID)
  tradeOriginatingMemberOid?: string | null;

  @Code(codesOf(OrderStates), CODE)
  state?: OrderState | null;

  @Identifier({ nullable, max: 16 })
  stateReasonCode?: string | null;

  @ListOf(() => SecurityOrderDto, { min: 1, max: MAX_SECURITY_ORDERS })
  securityOrders?: readonly SecurityOrderDto[];
}
