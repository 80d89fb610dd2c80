import { FieldCode, isTicker, type Side, Sides } from '#libs/platform/kernel';
import { Code, DecimalString, Identifier, IsoTimestamp, ObjectOf, Text } from '#libs/platform/http';
import { MAX_TICKER } from './order.dto.js';
import { DOLLARS, OID, ReportedStateDto } from './reported-state.dto.js';

const nullable = true;
/** As exact as transactions and tax lots tell the same execution: a price is often an average. */
const EXACT = { nullable, min: '0', scale: 10 };
const SHARES = { ...EXACT, example: '10' };
const PRICE = { ...EXACT, max: DOLLARS.max, example: '142.50' };

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

/** A security order as every GET shows it ([security-order.ids]). */
export class SecurityOrderDto extends ReportedStateDto {
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
    nullable,
    description: 'Whether it buys or sells',
    example: '1',
    answered: 'always',
  })
  side?: Side | null;

  @DecimalString({ ...DOLLARS, description: 'Requested amount, dollars' })
  requestedDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Requested number of shares' })
  requestedShareAmount?: string | null;

  @DecimalString({ ...PRICE, description: 'Requested price per share, dollars' })
  requestedPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Estimated amount, dollars' })
  estimatedDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Estimated number of shares' })
  estimatedShareAmount?: string | null;

  @DecimalString({ ...PRICE, description: 'Estimated price per share, dollars' })
  estimatedPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Filled amount, dollars', answered: 'always' })
  filledDollarAmount?: string | null;

  @DecimalString({ ...SHARES, description: 'Filled number of shares', answered: 'always' })
  filledShareAmount?: string | null;

  @DecimalString({ ...PRICE, description: 'Price per share of what was filled, dollars' })
  filledPrice?: string | null;

  @DecimalString({ ...PRICE, description: 'Limit, dollars per share' })
  limitPrice?: string | null;

  @DecimalString({ ...PRICE, description: 'Stop, dollars per share' })
  stopPrice?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Commission, dollars', answered: 'always' })
  commission?: string | null;

  @DecimalString({ ...DOLLARS, description: 'SEC fee, dollars', answered: 'always' })
  secFee?: string | null;

  @DecimalString({ ...DOLLARS, description: 'Trade fee, dollars', answered: 'always' })
  tradeFee?: string | null;

  @IsoTimestamp({ nullable, description: 'When the price was quoted' })
  quoteTimestamp?: string | null;

  @IsoTimestamp({
    nullable,
    description: 'When the security order was created',
    answered: 'always',
  })
  creationTimestamp?: string | null;
}
