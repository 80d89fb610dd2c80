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

  @DecimalString({
    required: true,
    scale: 15,
    example: '75',
    description: 'Rate, hundredths of a percent',
  })
  basisPoints?: string;
}

/** `assetFees` (specification, "Billing plan"). */
export class AssetFeesDto {
  @ListOf(() => AssetFeeTierDto, {
    required: true,
    description: 'Tiers by asset value, without gaps',
  })
  assetFeeTiers?: readonly AssetFeeTierDto[];

  @Code(BillingModes, { required: true, description: 'When asset fees are charged, and on what' })
  billingMode?: string;

  @Code(BillingPeriods, { required: true, description: 'M month, D day' })
  billingPeriodType?: string;

  @Identifier({ required: true, description: '1, 3 or 12 with M; 30 or 60 with D', example: '3' })
  billingPeriodValue?: string;

  @DecimalString({ ...DOLLARS, example: '25.00' })
  flatFee?: string;

  @Code(TierTypes, { required: true, description: 'How the tiers apply' })
  tierType?: string;
}

/** `folioFees` (specification, "Billing plan"). */
export class FolioFeesDto {
  @DecimalString({ ...DOLLARS, required: true, example: '250.00' })
  folioFee?: string;

  @DecimalString({ ...DOLLARS, example: '10.00' })
  folioFeeDiscount?: string;

  @DecimalString({ ...DOLLARS, example: '20.00' })
  additionalFolioFee?: string;

  @DecimalString({ ...DOLLARS, example: '2.00' })
  additionalFolioFeeDiscount?: string;

  @DecimalString({
    required: true,
    scale: 15,
    example: '3',
    description: 'Number of folios the fee is for',
  })
  baseNumberOfFolios?: string;

  @DecimalString({ scale: 15, example: '12', description: 'Months, always 12' })
  chargeFrequency?: string;
}

/** Item of `commissionFees` (specification, "Billing plan"). */
export class CommissionFeeDto {
  @Code(OrderTypes, { required: true, description: 'Orders the commission is for', example: 'W' })
  orderType?: string;

  @DecimalString({ ...DOLLARS, example: '1.25' })
  commission?: string;

  @DecimalString({ ...COUNT, example: '10', answered: 'maybe' })
  tradeCountThreshold?: string;

  @DecimalString({ ...DOLLARS, example: '0.50', answered: 'maybe' })
  additionalCommission?: string;

  @DecimalString({ ...DOLLARS, example: '2.00', answered: 'maybe' })
  buyCommission?: string;

  @DecimalString({ ...COUNT, example: '5', answered: 'maybe' })
  buyTradeCountThreshold?: string;

  @DecimalString({ ...DOLLARS, example: '1.00', answered: 'maybe' })
  additionalBuyCommission?: string;

  @DecimalString({ ...DOLLARS, example: '3.00', answered: 'maybe' })
  sellCommission?: string;

  @DecimalString({ ...COUNT, example: '6', answered: 'maybe' })
  sellTradeCountThreshold?: string;

  @DecimalString({ ...DOLLARS, example: '1.50', answered: 'maybe' })
  additionalSellCommission?: string;
}

/** Body of `PUT /backoffice/firms/{firmId}/billingplans/{oid}` (decisions §10): the plan as the GET shows it. */
export class PutBillingPlanDto {
  @Identifier({ description: 'Id of the path', example: '2000001' })
  billingPlanId?: string;

  @Code(TYPES, {
    description: 'A advisory, P platform, B brokerage; required in one of its spellings',
  })
  billingPlanType?: string;

  @Code(TYPES, { description: 'Another spelling of billingPlanType' })
  billingType?: string;

  @Text({ required: true, trim: true, description: 'Name of the plan', example: 'Advisory' })
  name?: string;

  @Text({
    min: 0,
    trim: true,
    description: 'What the plan is',
    example: 'Tiered',
    answered: 'orNull',
  })
  description?: string;

  @ObjectOf(() => AssetFeesDto, { description: 'Not on platform plans', answered: 'maybe' })
  assetFees?: AssetFeesDto;

  @ListOf(() => CommissionFeeDto, { description: 'Advisory plans only', answered: 'maybe' })
  commissionFees?: readonly CommissionFeeDto[];

  @ObjectOf(() => FolioFeesDto, { description: 'Platform plans only', answered: 'maybe' })
  folioFees?: FolioFeesDto;
}
