import { defineEvents, type EventData } from '#libs/platform/event-store';
import type { EventsOf, JsonForm, Money } from '#libs/platform/kernel';
import type { BillingMode, BillingPeriodType, BillingPlanType, TierType } from './billing-plan.js';
import { type OrderType, fieldsIn, ofFirm, textOf, wholeOf } from '#libs/contexts/codes';

/** Rate for assets from `minAssetValue` up to `maxAssetValue`. */
export interface AssetFeeTier {
  readonly minAssetValue: Money;
  readonly maxAssetValue: Money | 'Infinity';
  readonly basisPoints: string;
}

/** Fees on assets under management ([billing-plan.assetFees]). */
export interface AssetFees {
  readonly assetFeeTiers: readonly AssetFeeTier[];
  readonly billingMode: BillingMode;
  readonly billingPeriodType: BillingPeriodType;
  /** Months 1, 3, 12 or days 30, 60. */
  readonly billingPeriodValue: string;
  /** Charged when assets are below the lowest tier. */
  readonly flatFee?: Money;
  readonly tierType: TierType;
}

/** Fees per folio of a platform plan ([billing-plan.folioFees]). */
export interface FolioFees {
  readonly folioFee: Money;
  readonly folioFeeDiscount?: Money;
  readonly additionalFolioFee?: Money;
  readonly additionalFolioFeeDiscount?: Money;
  readonly baseNumberOfFolios: string;
  /** Months between charges: always 12. */
  readonly chargeFrequency: string;
}

/** Commission on one type of order ([billing-plan.commissionFees]); thresholds are trades per calendar month. */
export interface CommissionFee {
  readonly orderType: OrderType;
  readonly commission?: Money;
  readonly tradeCountThreshold?: string;
  readonly additionalCommission?: Money;
  readonly buyCommission?: Money;
  readonly buyTradeCountThreshold?: string;
  readonly additionalBuyCommission?: Money;
  readonly sellCommission?: Money;
  readonly sellTradeCountThreshold?: string;
  readonly additionalSellCommission?: Money;
}

/** A plan as reported, without the parts that do not apply. */
export interface ReportedPlan {
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

/** A plan as stored in events and documents. */
export type BillingPlan = JsonForm<ReportedPlan>;

/** Events of stream `billingPlans-{firmId}`. The type of a plan never changes. */
export type BillingEvent = EventsOf<
  'billing.PlanDefined' | 'billing.PlanChanged',
  { readonly firmId: string; readonly oid: string; readonly plan: BillingPlan }
>;

const ofPlan = {
  subjects: ofFirm,
  about: (data: EventData) => [{ name: 'billingPlanOid', value: textOf(data, 'oid') }],
  thing: (data: EventData) => textOf(data, 'oid'),
  fields: fieldsIn('plan'),
};

/** Events of streams `billingPlans-{firmId}`. None contains personal data. */
export const billingEvents = defineEvents<BillingEvent>({
  'billing.PlanDefined': { history: { title: 'Billing plan defined', ...ofPlan, begins: true } },
  'billing.PlanChanged': {
    history: {
      title: 'Billing plan changed',
      ...ofPlan,
      fields: wholeOf(['assetFees', 'commissionFees', 'folioFees'], ofPlan.fields),
    },
  },
});
