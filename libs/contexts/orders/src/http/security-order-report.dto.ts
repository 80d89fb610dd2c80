import {
  isTicker,
  type Money,
  type Quantity,
  type Side,
  Sides,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  Amount,
  AnswerOf,
  Code,
  Identifier,
  IsoTimestamp,
  ObjectOf,
  Shares,
  Text,
} from '#libs/platform/http';
import type { SecurityOrderReport } from '../domain/order.commands.js';
import { MAX_TICKER, NO_TICKER } from './order.dto.js';
import { DOLLARS, OID, ReportedStateDto } from './reported-state.dto.js';

const nullable = true;
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

  @Code(Sides, { nullable, description: 'Whether it buys or sells', example: '1' })
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

  @Amount({ ...DOLLARS, description: 'Filled amount, dollars' })
  filledDollarAmount?: Money | null;

  @Shares({ ...SHARES, description: 'Filled number of shares' })
  filledShareAmount?: Quantity | null;

  @Amount({ ...PRICE, description: 'Price per share of what was filled, dollars' })
  filledPrice?: Money | null;

  @Amount({ ...PRICE, description: 'Limit, dollars per share' })
  limitPrice?: Money | null;

  @Amount({ ...PRICE, description: 'Stop, dollars per share' })
  stopPrice?: Money | null;

  @Amount({ ...DOLLARS, description: 'Commission, dollars' })
  commission?: Money | null;

  @Amount({ ...DOLLARS, description: 'SEC fee, dollars' })
  secFee?: Money | null;

  @Amount({ ...DOLLARS, description: 'Trade fee, dollars' })
  tradeFee?: Money | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the price was quoted' })
  quoteTimestamp?: Timestamp | null;

  @IsoTimestamp({ nullable, past: true, description: 'When the security order was created' })
  creationTimestamp?: Timestamp | null;
}

/** A security order as every GET answers it ([security-order.ids]). */
export class SecurityOrderAnswer extends AnswerOf(SecurityOrderDto, {
  optional: 'always',
  stateReasonCode: 'orNull',
  requestedDollarAmount: 'orNull',
  requestedShareAmount: 'orNull',
  requestedPrice: 'orNull',
  estimatedDollarAmount: 'orNull',
  estimatedShareAmount: 'orNull',
  estimatedPrice: 'orNull',
  filledPrice: 'orNull',
  limitPrice: 'orNull',
  stopPrice: 'orNull',
  quoteTimestamp: 'orNull',
}) {}
