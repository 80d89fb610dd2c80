import type { ExpectedRevision, Problem, SentValue } from '#libs/platform/kernel';

/** Numbers come as decimal strings, codes as any text. */
type Texts<Name extends string> = Readonly<Partial<Record<Name, SentValue<string>>>>;

/** `assetFees` as sent. */
export type AssetFeesInput = Texts<
  'billingMode' | 'billingPeriodType' | 'billingPeriodValue' | 'flatFee' | 'tierType'
> & {
  readonly assetFeeTiers?: SentValue<
    readonly Texts<'minAssetValue' | 'maxAssetValue' | 'basisPoints'>[]
  >;
};

/** `folioFees` as sent. */
export type FolioFeesInput = Texts<
  | 'folioFee'
  | 'folioFeeDiscount'
  | 'additionalFolioFee'
  | 'additionalFolioFeeDiscount'
  | 'baseNumberOfFolios'
  | 'chargeFrequency'
>;

/** An item of `commissionFees` as sent. */
export type CommissionFeeInput = Texts<
  | 'orderType'
  | 'commission'
  | 'tradeCountThreshold'
  | 'additionalCommission'
  | 'buyCommission'
  | 'buyTradeCountThreshold'
  | 'additionalBuyCommission'
  | 'sellCommission'
  | 'sellTradeCountThreshold'
  | 'additionalSellCommission'
>;

/** Body of the back office's PUT: the plan as the GET shows it. Either spelling of the type will do, or both alike. */
export type BillingPlanInput = Texts<
  'billingPlanId' | 'billingPlanType' | 'billingType' | 'name' | 'description'
> & {
  readonly assetFees?: SentValue<AssetFeesInput>;
  readonly commissionFees?: SentValue<readonly CommissionFeeInput[]>;
  readonly folioFees?: SentValue<FolioFeesInput>;
};

/** Back office: a plan of a firm, new or changed (decisions §10). The same again changes nothing. */
export interface PutBillingPlan {
  readonly type: 'PutBillingPlan';
  /** Firm and plan of the path. */
  readonly firmId: string;
  readonly oid: string;
  readonly input: BillingPlanInput;
  /** Revision the plan must have, header `If-Match`: the plan's own, not that of the stream. */
  readonly expectedRevision?: ExpectedRevision | undefined;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
  readonly facts: {
    /** The firm of the path with its type (L institutional, G corporate); undefined when there is none. */
    readonly firm: { readonly firmType: string } | undefined;
  };
}

/** What may be asked of the billing plans of a firm. */
export type BillingCommand = PutBillingPlan;
