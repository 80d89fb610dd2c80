import {
  type AmountBasis,
  AmountBases,
  FieldCode,
  isOid,
  isTicker,
  type Money,
  OID_FORM,
  type OrderState,
  OrderStates,
  type OrderType,
  OrderTypes,
  type Quantity,
  type Side,
  Sides,
  type TaxLotMethod,
  TaxLotMethods,
  type Timestamp,
  TRADE_REASON,
} from '#libs/platform/kernel';
import {
  Amount,
  AnswerOf,
  Bool,
  Code,
  CodeLike,
  DecimalString,
  Identifier,
  IsoTimestamp,
  ListOf,
  ObjectOf,
  Shares,
  Text,
} from '#libs/platform/http';
import {
  type CreationMethod,
  CreationMethods,
  type OrderSubType,
  OrderSubTypes,
} from '../domain/order-codes.js';
import type { OrderReport, SecurityOrderReport } from '../domain/order.commands.js';
import {
  ACCOUNT_NUMBER,
  FOLIO_NUMBER,
  MAX_TICKER,
  NO_TICKER,
  ONE_FOR_EACH,
  PERCENT_LIMIT,
} from './order.dto.js';

const nullable = true;
const answered = 'always';
/** Null says nothing: every order has it. */
const always = { nullable, answered } as const;

/** Of an order or a security order: its number or id. */
const OID = {
  ...always,
  check: (oid: string | null) =>
    oid === null || isOid(oid) ? undefined : { code: FieldCode.Value, hint: OID_FORM },
};
/** Dollars of any number of security orders. */
const TOTAL = { nullable, min: '0', scale: 4, example: '500.00' };
/** Dollars of one security order: a hundred of them are still a decimal string of the wire. */
const DOLLARS = { ...TOTAL, max: '9999999999999.9999' };

/** What is reported alike of an order and of each of its security orders. */
class ReportedStateDto {
  @Code(OrderStates, { ...always, description: 'State of the order', example: 'O' })
  state?: OrderState | null;

  @Identifier({
    nullable,
    max: 16,
    description: 'Reason of the state; 201 cancelled by user',
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

/** As exact as transactions and tax lots tell the same execution: a price is often an average. */
const EXACT = { nullable, min: '0', scale: 10 };
const SHARES = { ...EXACT, example: '10' };
const PRICE = { ...EXACT, max: DOLLARS.max, example: '142.50' };

/** The security of an order. */
export class ReportedSecurityDto {
  @Text({
    nullable,
    max: MAX_TICKER,
    example: 'IBM',
    check: (ticker: string | null) => (ticker === null || isTicker(ticker) ? undefined : NO_TICKER),
    description: 'Ticker of the security',
  })
  ticker?: string | null;
}

/** A security order as the back office puts it. */
export class SecurityOrderDto extends ReportedStateDto implements SecurityOrderReport {
  @Identifier({ ...OID, description: 'Number of the security order', example: '931259716378' })
  securityOrderId?: string | null;

  @Identifier({ ...OID, description: 'Id of the security order', example: '416762820520759' })
  securityOrderOid?: string | null;

  @ObjectOf(() => ReportedSecurityDto, { description: 'The security' })
  security?: ReportedSecurityDto;

  @Code(Sides, { ...always, description: 'Whether it buys or sells', example: '1' })
  side?: Side | null;

  @Amount({ ...DOLLARS, description: 'Requested amount, dollars' })
  requestedDollarAmount?: Money | null;

  @Shares({ ...SHARES, description: 'Requested number of shares' })
  requestedShareAmount?: Quantity | null;

  @Amount({ ...PRICE, description: 'Requested price per share, dollars' })
  requestedPrice?: Money | null;

  @Amount({ ...DOLLARS, description: 'Estimated amount, dollars' })
  estimatedDollarAmount?: Money | null;

  @Shares({ ...SHARES, description: 'Estimated number of shares' })
  estimatedShareAmount?: Quantity | null;

  @Amount({ ...PRICE, description: 'Estimated price per share, dollars' })
  estimatedPrice?: Money | null;

  @Amount({ ...DOLLARS, answered, description: 'Filled amount, dollars' })
  filledDollarAmount?: Money | null;

  @Shares({ ...SHARES, answered, description: 'Filled number of shares' })
  filledShareAmount?: Quantity | null;

  @Amount({ ...PRICE, description: 'Price per share of what was filled, dollars' })
  filledPrice?: Money | null;

  @Amount({ ...PRICE, description: 'Limit, dollars per share' })
  limitPrice?: Money | null;

  @Amount({ ...PRICE, description: 'Stop, dollars per share' })
  stopPrice?: Money | null;

  @Amount({ ...DOLLARS, answered, description: 'Commission, dollars' })
  commission?: Money | null;

  @Amount({ ...DOLLARS, answered, description: 'SEC fee, dollars' })
  secFee?: Money | null;

  @Amount({ ...DOLLARS, answered, description: 'Trade fee, dollars' })
  tradeFee?: Money | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the price was quoted' })
  quoteTimestamp?: Timestamp | null;

  @IsoTimestamp({ ...always, past: true, description: 'When the security order was created' })
  creationTimestamp?: Timestamp | null;
}

/** A security order as every GET answers it ([security-order.ids]). */
export class SecurityOrderAnswer extends AnswerOf(SecurityOrderDto) {}

const PERCENT = { ...PERCENT_LIMIT, nullable };

/** An order as the back office puts it: what it leaves out stays as it is, null empties what may be empty. */
export class OrderDto extends ReportedStateDto implements OrderReport {
  @Identifier({ ...ACCOUNT_NUMBER, ...always })
  accountNumber?: string | null;

  @Identifier({ ...FOLIO_NUMBER, ...always })
  folioNumber?: string | null;

  @Identifier({
    ...always,
    description: 'Id of the folio; of 01 and 02 their number',
    example: '593576796057605',
  })
  folioOid?: string | null;

  @Identifier({ ...OID, description: 'Number of the order', example: '229920467801' })
  folioOrderId?: string | null;

  @Identifier({ ...always, description: 'Id of the order', example: '723967613562004' })
  folioOrderOid?: string | null;

  @Code(OrderTypes, { ...always, description: 'Type of the order', example: 'W' })
  orderType?: OrderType | null;

  @Code(OrderSubTypes, {
    nullable,
    description: 'How the order is executed; null when its security orders differ',
    example: 'M',
  })
  orderSubType?: OrderSubType | null;

  @CodeLike(TRADE_REASON, { ...always, description: 'Reason of the trade', example: 'NS' })
  reasonForTrade?: string | null;

  @IsoTimestamp({
    ...always,
    past: true,
    description: 'When it was created',
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate?: Timestamp | null;

  @Code(CreationMethods, { ...always, description: 'How the order came about' })
  creationMethod?: CreationMethod | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the order was executed' })
  executionDate?: Timestamp | null;

  @IsoTimestamp({ nullable, description: 'Window the order waits for' })
  scheduledWindowDatetime?: Timestamp | null;

  @Bool({ ...always, description: 'The representative exercises discretion over side or amount' })
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

/** An order as every GET answers it: every key, null where it is not known ([order.ids]). */
export class OrderAnswer extends AnswerOf(OrderDto, { securityOrders: 'own' }) {
  @ListOf(() => SecurityOrderAnswer, ONE_FOR_EACH)
  securityOrders!: readonly SecurityOrderAnswer[];
}
