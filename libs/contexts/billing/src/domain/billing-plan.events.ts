import type {
  BillingMode,
  BillingPeriodType,
  BillingPlanType,
  DomainEvent,
  OrderType,
  TierType,
} from '#libs/platform/kernel';

/** Rate for assets from `minAssetValue` (dollars) up to `maxAssetValue` (dollars, or `Infinity`). */
export interface AssetFeeTier {
  readonly minAssetValue: string;
  readonly maxAssetValue: string;
  readonly basisPoints: string;
}

/** Fees on assets under management (specification, "assetFees"). */
export interface AssetFees {
  readonly assetFeeTiers: readonly AssetFeeTier[];
  readonly billingMode: BillingMode;
  readonly billingPeriodType: BillingPeriodType;
  /** Months 1, 3, 12 or days 30, 60. */
  readonly billingPeriodValue: string;
  /** Dollars, charged when assets are below the lowest tier. */
  readonly flatFee?: string;
  readonly tierType: TierType;
}

/** Fees per folio of a platform plan (specification, "folioFees"). Amounts in dollars. */
export interface FolioFees {
  readonly folioFee: string;
  readonly folioFeeDiscount?: string;
  readonly additionalFolioFee?: string;
  readonly additionalFolioFeeDiscount?: string;
  readonly baseNumberOfFolios: string;
  /** Months between charges: always 12. */
  readonly chargeFrequency: string;
}

/** Fields of {@link CommissionFee} that are dollars. */
export const COMMISSION_AMOUNTS = [
  'commission',
  'additionalCommission',
  'buyCommission',
  'additionalBuyCommission',
  'sellCommission',
  'additionalSellCommission',
] as const;

/** Fields of {@link CommissionFee} that are trades per calendar month. */
export const COMMISSION_COUNTS = [
  'tradeCountThreshold',
  'buyTradeCountThreshold',
  'sellTradeCountThreshold',
] as const;

/** Commission on one type of order (specification, "commissionFees item"). */
export type CommissionFee = { readonly orderType: OrderType } & Readonly<
  Partial<Record<(typeof COMMISSION_AMOUNTS | typeof COMMISSION_COUNTS)[number], string>>
>;

/** A plan in canonical form; decimals are canonical strings. Parts that do not apply are left out. */
export interface BillingPlan {
  readonly billingPlanType: BillingPlanType;
  readonly name: string;
  readonly description: string | null;
  /** Not on platform plans. */
  readonly assetFees?: AssetFees;
  /** Advisory plans only. */
  readonly commissionFees?: readonly CommissionFee[];
  /** Platform plans only. */
  readonly folioFees?: FolioFees;
}

interface OfPlan {
  readonly firmId: string;
  readonly oid: string;
  readonly plan: BillingPlan;
}

/** The firm has a plan more. */
export type PlanDefined = DomainEvent<'billing.PlanDefined', OfPlan>;

/** A plan reads differently from now on; its type stays. */
export type PlanChanged = DomainEvent<'billing.PlanChanged', OfPlan>;

/** Everything that happens in stream `billingPlans-{firmId}`. */
export type BillingEvent = PlanDefined | PlanChanged;
