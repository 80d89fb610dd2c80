import {
  type Money,
  type OrderType,
  OrderTypes,
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
} from '#libs/platform/http';
import {
  type CreationMethod,
  CreationMethods,
  type OrderSubType,
  OrderSubTypes,
} from '../domain/order-codes.js';
import type { OrderReport } from '../domain/order.commands.js';
import { MAX_SECURITY_ORDERS } from '../domain/security-orders.js';
import { OID, ReportedStateDto, TOTAL } from './reported-state.dto.js';
import { SecurityOrderAnswer, SecurityOrderDto } from './security-order-report.dto.js';

const nullable = true;
const PERCENT = { nullable, min: '0', max: '100', scale: 4, example: '2.5' };

/** An order as the back office puts it: what it leaves out stays as it is, null empties what may be empty. */
export class OrderDto extends ReportedStateDto implements OrderReport {
  @Identifier({ nullable, description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string | null;

  @Identifier({ nullable, description: 'Folio number of the path', example: 'RA1B2C3D4E03' })
  folioNumber?: string | null;

  @Identifier({
    nullable,
    description: 'Id of the folio; of 01 and 02 their number',
    example: '593576796057605',
  })
  folioOid?: string | null;

  @Identifier({ ...OID, description: 'Number of the order', example: '229920467801' })
  folioOrderId?: string | null;

  @Identifier({ nullable, description: 'Id of the order', example: '723967613562004' })
  folioOrderOid?: string | null;

  @Code(OrderTypes, { nullable, description: 'Type of the order', example: 'W' })
  orderType?: OrderType | null;

  @Code(OrderSubTypes, {
    nullable,
    description: 'How the order is executed; null when its security orders differ',
    example: 'M',
  })
  orderSubType?: OrderSubType | null;

  @CodeLike(TRADE_REASON, { nullable, description: 'Reason of the trade', example: 'NS' })
  reasonForTrade?: string | null;

  @IsoTimestamp({
    nullable,
    past: true,
    description: 'When it was created',
    example: '2026-03-02T15:00:00.000+00:00',
  })
  creationDate?: Timestamp | null;

  @Code(CreationMethods, { nullable, description: 'How the order came about' })
  creationMethod?: CreationMethod | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the order was executed' })
  executionDate?: Timestamp | null;

  @IsoTimestamp({ nullable, description: 'Window the order waits for' })
  scheduledWindowDatetime?: Timestamp | null;

  @Bool({ nullable, description: 'The representative exercises discretion over side or amount' })
  discretionary?: boolean | null;

  @Bool({ nullable, description: 'The representative recommended it' })
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

  @Amount({ ...TOTAL, description: 'Commission, dollars' })
  commission?: Money | null;

  @Amount({ ...TOTAL, description: 'Commission of all security orders, dollars' })
  totalCommission?: Money | null;

  @Amount({ ...TOTAL, description: 'Fees of all security orders, dollars' })
  totalFee?: Money | null;

  @Code(TaxLotMethods, { nullable, description: 'Tax lot relief method', example: 'LGHL' })
  taxlotReliefMethod?: TaxLotMethod | null;

  @Identifier({
    nullable,
    description: 'Number of the member who placed the order',
    example: '1933130339066050',
  })
  tradeOriginatingMemberOid?: string | null;

  @ListOf(() => SecurityOrderDto, {
    min: 1,
    max: MAX_SECURITY_ORDERS,
    description: 'One for each security',
  })
  securityOrders?: readonly SecurityOrderDto[];
}

/** An order as every GET answers it: every key, null where it is not known ([order.ids]). */
export class OrderAnswer extends AnswerOf(OrderDto, {
  optional: 'always',
  stateReasonCode: 'orNull',
  orderSubType: 'orNull',
  executionDate: 'orNull',
  scheduledWindowDatetime: 'orNull',
  requestedBuyDollarAmount: 'orNull',
  requestedSellDollarAmount: 'orNull',
  estimatedBuyDollarAmount: 'orNull',
  estimatedSellDollarAmount: 'orNull',
  filledBuyDollarAmount: 'orNull',
  filledSellDollarAmount: 'orNull',
  buyLimitPercent: 'orNull',
  sellLimitPercent: 'orNull',
  tradeOriginatingMemberOid: 'orNull',
  securityOrders: 'own',
}) {
  @ListOf(() => SecurityOrderAnswer, {
    min: 1,
    max: MAX_SECURITY_ORDERS,
    description: 'One for each security',
  })
  securityOrders!: readonly SecurityOrderAnswer[];
}
