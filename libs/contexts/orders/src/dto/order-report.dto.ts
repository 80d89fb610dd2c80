import {
  type AmountBasis,
  AmountBases,
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
    description: 'Ticker of the security',
  })
  ticker?: string | null;
}

/** A security order as every GET shows it (specification, "Security order keys"). */
export class SecurityOrderDto {
  @Identifier({
    ...OID,
    description: 'Number of the security order',
    example: '931259716378',
    answered: 'always',
  })
  securityOrderId?: string | null;

  @Identifier({
    ...OID,
    description: 'Id of the security order',
    example: '416762820520759',
    answered: 'always',
  })
  securityOrderOid?: string | null;

  @ObjectOf(() => ReportedSecurityDto, { description: 'The security' })
  security?: ReportedSecurityDto;

  @Code(Sides, {
    ...CODE,
    description: 'Whether it buys or sells',
    example: '1',
    answered: 'always',
  })
  side?: Side | null;

  @Code(OrderStates, {
    ...CODE,
    description: 'State of the order',
    example: 'O',
    answered: 'always',
  })
  state?: OrderState | null;

  @Identifier({
    nullable,
    max: 16,
    description: 'Reason of the state; 201 cancelled by user',
    example: '201',
  })
  stateReasonCode?: string | null;

  @Code(AmountBases, {
    ...CODE,
    description: 'Whether amounts are dollars or shares',
    example: 'D',
    answered: 'always',
  })
  dollarShareBasedIndicator?: AmountBasis | null;

  @DecimalString({ ...DOLLARS, description: 'Requested amount, dollars' })
  requestedDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Requested number of shares' })
  requestedShareAmount?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Requested price per share, dollars' })
  requestedPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Estimated amount, dollars' })
  estimatedDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Estimated number of shares' })
  estimatedShareAmount?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Estimated price per share, dollars' })
  estimatedPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Filled amount, dollars', answered: 'always' })
  filledDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Filled number of shares', answered: 'always' })
  filledShareAmount?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Price per share of what was filled, dollars' })
  filledPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Limit, dollars per share' })
  limitPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Stop, dollars per share' })
  stopPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Commission, dollars', answered: 'always' })
  commission?: string | null;

  @DecimalString({ ...DOLLARS, description: 'SEC fee, dollars', answered: 'always' })
  secFee?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Trade fee, dollars', answered: 'always' })
  tradeFee?: string | null;

  @IsoTimestamp({ ...TIME, description: 'When the price was quoted' })
  quoteTimestamp?: string | null;

  @IsoTimestamp({ ...TIME, description: 'When the security order was created', answered: 'always' })
  creationTimestamp?: string | null;

  @IsoTimestamp({ ...TIME, description: 'When it last changed', answered: 'always' })
  modificationTimestamp?: string | null;
}

/**
 * An order as every GET shows it (specification, "Folio order"), and as the back office puts it: what it leaves out, or sends as
 * null, stays as it is.
 */
export class OrderDto {
  @Identifier({
    ...ID,
    description: 'Account number of the path',
    example: 'RA1B2C3D4E',
    answered: 'always',
  })
  accountNumber?: string | null;

  @Identifier({
    ...ID,
    description: 'Folio number of the path',
    example: 'RA1B2C3D4E03',
    answered: 'always',
  })
  folioNumber?: string | null;

  @Identifier({
    ...ID,
    description: 'Id of the folio: its number',
    example: 'RA1B2C3D4E03',
    answered: 'always',
  })
  folioOid?: string | null;

  @Identifier({
    ...OID,
    description: 'Number of the order',
    example: '229920467801',
    answered: 'always',
  })
  folioOrderId?: string | null;

  @Identifier({
    ...ID,
    description: 'Id of the order',
    example: '723967613562004',
    answered: 'always',
  })
  folioOrderOid?: string | null;

  @Code(OrderTypes, { ...CODE, description: 'Type of the order', example: 'W', answered: 'always' })
  orderType?: OrderType | null;

  @Code(OrderSubTypes, {
    ...CODE,
    description: 'How the order is executed',
    example: 'M',
    answered: 'always',
  })
  orderSubType?: OrderSubType | null;

  @Code(TradeReasons, {
    ...CODE,
    description: 'Reason of the trade',
    example: 'NS',
    answered: 'always',
  })
  reasonForTrade?: TradeReason | null;

  @IsoTimestamp({
    ...TIME,
    description: 'When it was created',
    example: '2026-03-02T15:00:00.000+00:00',
    answered: 'always',
  })
  creationDate?: string | null;

  @Code(CreationMethods, { ...CODE, description: 'How the order came about', answered: 'always' })
  creationMethod?: CreationMethod | null;

  @IsoTimestamp({ ...TIME, description: 'When the order was executed' })
  executionDate?: string | null;

  @IsoTimestamp({ ...TIME, description: 'When it last changed', answered: 'always' })
  modificationTimestamp?: string | null;

  @IsoTimestamp({ ...TIME, description: 'Window the order waits for' })
  scheduledWindowDatetime?: string | null;

  @Bool({
    nullable,
    description: 'The representative exercises discretion over side or amount',
    answered: 'always',
  })
  discretionary?: boolean | null;

  @Bool({ nullable, description: 'The representative recommended it', answered: 'always' })
  solicited?: boolean | null;

  @Code(AmountBases, {
    ...CODE,
    description: 'Whether amounts are dollars or shares',
    example: 'D',
    answered: 'always',
  })
  dollarShareBasedIndicator?: AmountBasis | null;

  @DecimalString({ ...TOTAL, description: 'Requested purchases, dollars' })
  requestedBuyDollarAmount?: string | null;

  @DecimalString({ ...TOTAL, description: 'Requested sales, dollars', answered: 'always' })
  requestedSellDollarAmount?: string | null;

  @DecimalString({ ...TOTAL, description: 'Estimated purchases, dollars' })
  estimatedBuyDollarAmount?: string | null;

  @DecimalString({ ...TOTAL, description: 'Estimated sales, dollars', answered: 'always' })
  estimatedSellDollarAmount?: string | null;

  @DecimalString({ ...TOTAL, description: 'Filled purchases, dollars', answered: 'always' })
  filledBuyDollarAmount?: string | null;

  @DecimalString({ ...TOTAL, description: 'Filled sales, dollars', answered: 'always' })
  filledSellDollarAmount?: string | null;

  @DecimalString({ ...PERCENT, description: 'Limit on purchases, percent' })
  buyLimitPercent?: string | null;

  @DecimalString({ ...PERCENT, description: 'Limit on sales, percent' })
  sellLimitPercent?: string | null;

  @DecimalString({ ...TOTAL, description: 'Commission, dollars', answered: 'always' })
  commission?: string | null;

  @DecimalString({
    ...TOTAL,
    description: 'Commission of all security orders, dollars',
    answered: 'always',
  })
  totalCommission?: string | null;

  @DecimalString({
    ...TOTAL,
    description: 'Fees of all security orders, dollars',
    answered: 'always',
  })
  totalFee?: string | null;

  @Code(TaxLotMethods, {
    ...CODE,
    description: 'Tax lot relief method',
    example: 'LGHL',
    answered: 'always',
  })
  taxlotReliefMethod?: TaxLotMethod | null;

  @Identifier({
    ...ID,
    description: 'Number of the member who placed the order',
    example: '1933130339066050',
  })
  tradeOriginatingMemberOid?: string | null;

  @Code(OrderStates, {
    ...CODE,
    description: 'State of the order',
    example: 'O',
    answered: 'always',
  })
  state?: OrderState | null;

  @Identifier({
    nullable,
    max: 16,
    description: 'Reason of the state; 201 cancelled by user',
    example: '201',
  })
  stateReasonCode?: string | null;

  @ListOf(() => SecurityOrderDto, {
    min: 1,
    max: MAX_SECURITY_ORDERS,
    description: 'One for each security',
  })
  securityOrders?: readonly SecurityOrderDto[];
}
