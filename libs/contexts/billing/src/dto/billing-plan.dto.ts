import {
  BillingModes,
  BillingPeriods,
  BillingPlanTypes,
  codesOf,
  OrderTypes,
  TierTypes,
} from '#libs/platform/kernel';
import { Code, DecimalString, Identifier, ListOf, ObjectOf, Text } from '#libs/platform/http';

const TYPES = codesOf(BillingPlanTypes);
const DOLLARS = { scale: 15, description: 'Dollars' };
const COUNT = { scale: 15, description: 'Trades per calendar month' };

/** Item of `assetFeeTiers`. */
export class AssetFeeTierDto {
  @DecimalString({ ...DOLLARS, required: true, example: '0' })
  minAssetValue?: string;

  @DecimalString({
    scale: 15,
    words: ['Infinity'],
    required: true,
    example: 'Infinity',
    description: 'Dollars, or Infinity',
  })
  maxAssetValue?: string;

  @DecimalString({ required: true, scale: 15, example: '75' })
  basisPoints?: string;
}

/** `assetFees` (specification, "Billing plan"). */
export class AssetFeesDto {
  @ListOf(() => AssetFeeTierDto, { required: true })
  assetFeeTiers?: readonly AssetFeeTierDto[];

  @Code(codesOf(BillingModes), { required: true })
  billingMode?: string;

  @Code(codesOf(BillingPeriods), { required: true, description: 'M month, D day' })
  billingPeriodType?: string;

  @Identifier({ required: true, description: '1, 3 or 12 with M; 30 or 60 with D' })
  billingPeriodValue?: string;

  @DecimalString(DOLLARS)
  flatFee?: string;

  @Code(codesOf(TierTypes), { required: true })
  tierType?: string;
}

/** `folioFees` (specification, "Billing plan"). */
export class FolioFeesDto {
  @DecimalString({ ...DOLLARS, required: true })
  folioFee?: string;

  @DecimalString(DOLLARS)
  folioFeeDiscount?: string;

  @DecimalString(DOLLARS)
  additionalFolioFee?: string;

  @DecimalString(DOLLARS)
  additionalFolioFeeDiscount?: string;

  @DecimalString({ required: true, scale: 15, example: '3' })
  baseNumberOfFolios?: string;

  @DecimalString({ scale: 15, example: '12', description: 'Months, always 12' })
  chargeFrequency?: string;
}

/** Item of `commissionFees` (specification, "Billing plan"). */
export class CommissionFeeDto {
  @Code(codesOf(OrderTypes), { required: true })
  orderType?: string;

  @DecimalString(DOLLARS)
  commission?: string;

  @DecimalString(COUNT)
  tradeCountThreshold?: string;

  @DecimalString(DOLLARS)
  additionalCommission?: string;

  @DecimalString(DOLLARS)
  buyCommission?: string;

  @DecimalString(COUNT)
  buyTradeCountThreshold?: string;

  @DecimalString(DOLLARS)
  additionalBuyCommission?: string;

  @DecimalString(DOLLARS)
  sellCommission?: string;

  @DecimalString(COUNT)
  sellTradeCountThreshold?: string;

  @DecimalString(DOLLARS)
  additionalSellCommission?: string;
}

/** Body of `PUT /backoffice/firms/{firmId}/billingplans/{oid}` (decisions §10): the plan as the GET shows it. */
export class PutBillingPlanDto {
  @Identifier({ description: 'Id of the path' })
  billingPlanId?: string;

  @Code(TYPES, {
    description: 'A advisory, P platform, B brokerage; required in one of its spellings',
  })
  billingPlanType?: string;

  @Code(TYPES, { description: 'Another spelling of billingPlanType' })
  billingType?: string;

  @Text({ required: true, trim: true })
  name?: string;

  @Text({ min: 0, trim: true })
  description?: string;

  @ObjectOf(() => AssetFeesDto, { description: 'Not on platform plans' })
  assetFees?: AssetFeesDto;

  @ListOf(() => CommissionFeeDto, { description: 'Advisory plans only' })
  commissionFees?: readonly CommissionFeeDto[];

  @ObjectOf(() => FolioFeesDto, { description: 'Platform plans only' })
  folioFees?: FolioFeesDto;
}
