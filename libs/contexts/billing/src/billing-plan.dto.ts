import {
  Amount,
  AmountOrWord,
  Code,
  DecimalString,
  Identifier,
  ListOf,
  ObjectOf,
  ResponseOf,
  sameAs,
  Text,
  unique,
} from '#libs/platform/http';
import { codesOf, defined, FieldCode, type Money, mustBe } from '#libs/platform/kernel';
import {
  type BillingMode,
  BillingModes,
  BillingPeriods,
  type BillingPeriodType,
  type BillingPlanType,
  BillingPlanTypes,
  type TierType,
  TierTypes,
} from './billing-plan.js';
import { type OrderType, OrderTypes } from '#libs/contexts/codes';
import type { BillingPlanDocument } from './billing-plan.document.js';
import type {
  AssetFees,
  AssetFeeTier,
  CommissionFee,
  FolioFees,
  ReportedPlan,
} from './billing-plan.events.js';

const TYPES = codesOf(BillingPlanTypes);

/** Fees may have fractions of a cent, as commissions per share do. */
const FEE = { decimals: 4, min: '0' };

const DOLLARS = { ...FEE, description: 'Dollars' };

const WHOLE = { decimals: 0, min: '0' };

const COUNT = { ...WHOLE, description: 'Trades per calendar month' };

const CHARGE_FREQUENCY = '12';

/** Refuses a part of a plan unless the plan has one of these types. */
const onlyOn = (types: string) => (_part: unknown, _now: string, plan: PutBillingPlanDto) => {
  const type = plan.type();
  return type && !types.includes(type)
    ? { code: 'invalid.for.billing.plan.type', message: `A plan of type ${type} does not have it.` }
    : undefined;
};

class AssetFeeTierDto implements AssetFeeTier {
  @Amount({ ...DOLLARS, required: true, example: '0' })
  minAssetValue!: Money;

  @AmountOrWord(['Infinity'], 'Dollars, or Infinity', {
    ...FEE,
    required: true,
    example: 'Infinity',
  })
  maxAssetValue!: Money | 'Infinity';

  @DecimalString('Rate, hundredths of a percent', {
    required: true,
    ...FEE,
    max: '10000',
    example: '75',
  })
  basisPoints!: string;
}

/** `assetFees` ([billing-plan.assetFees]). */
class AssetFeesDto implements AssetFees {
  @ListOf(() => AssetFeeTierDto, 'Tiers by asset value, without gaps', {
    required: true,
    min: 1,
    max: 100,
  })
  assetFeeTiers!: readonly AssetFeeTierDto[];

  @Code(BillingModes, 'When asset fees are charged, and on which balance', { required: true })
  billingMode!: BillingMode;

  @Code(BillingPeriods, 'M month, D day', { required: true })
  billingPeriodType!: BillingPeriodType;

  @Identifier('1, 3 or 12 with M; 30 or 60 with D', {
    required: true,
    check: (value, _now, { billingPeriodType: type }: Partial<AssetFees>) => {
      const allowed: readonly string[] = type === undefined ? [value] : BillingPeriods[type];
      if (allowed.includes(value)) return undefined;
      const message = mustBe(`one of ${allowed.join(', ')} with billingPeriodType ${type}`);
      return { code: FieldCode.Choice, message };
    },
    example: '3',
  })
  billingPeriodValue!: string;

  @Amount({ ...DOLLARS, example: '25.00' })
  flatFee?: Money;

  @Code(TierTypes, 'How the tiers apply', { required: true })
  tierType!: TierType;
}

/** `folioFees` ([billing-plan.folioFees]). */
class FolioFeesDto implements FolioFees {
  @Amount({ ...DOLLARS, required: true, example: '250.00' })
  folioFee!: Money;

  @Amount({ ...DOLLARS, example: '10.00' })
  folioFeeDiscount?: Money;

  @Amount({ ...DOLLARS, example: '20.00' })
  additionalFolioFee?: Money;

  @Amount({ ...DOLLARS, example: '2.00' })
  additionalFolioFeeDiscount?: Money;

  @DecimalString('Number of folios the fee covers', { required: true, ...WHOLE, example: '3' })
  baseNumberOfFolios!: string;

  @DecimalString('Months, always 12', {
    ...WHOLE,
    check: (months) =>
      months === CHARGE_FREQUENCY
        ? undefined
        : { code: FieldCode.Choice, message: mustBe(CHARGE_FREQUENCY) },
    example: CHARGE_FREQUENCY,
  })
  chargeFrequency = CHARGE_FREQUENCY;
}

/** Item of `commissionFees` ([billing-plan.commissionFees]). */
class CommissionFeeDto implements CommissionFee {
  @Code(OrderTypes, 'Orders to which the commission applies', { required: true, example: 'W' })
  orderType!: OrderType;

  @Amount({ ...DOLLARS, example: '1.25' })
  commission?: Money;

  @DecimalString({ ...COUNT, example: '10', answered: 'maybe' })
  tradeCountThreshold?: string;

  @Amount({ ...DOLLARS, example: '0.50', answered: 'maybe' })
  additionalCommission?: Money;

  @Amount({ ...DOLLARS, example: '2.00', answered: 'maybe' })
  buyCommission?: Money;

  @DecimalString({ ...COUNT, example: '5', answered: 'maybe' })
  buyTradeCountThreshold?: string;

  @Amount({ ...DOLLARS, example: '1.00', answered: 'maybe' })
  additionalBuyCommission?: Money;

  @Amount({ ...DOLLARS, example: '3.00', answered: 'maybe' })
  sellCommission?: Money;

  @DecimalString({ ...COUNT, example: '6', answered: 'maybe' })
  sellTradeCountThreshold?: string;

  @Amount({ ...DOLLARS, example: '1.50', answered: 'maybe' })
  additionalSellCommission?: Money;
}

/** Body of `PUT /backoffice/firms/{firmId}/billingplans/{oid}` ([back-office.billingplans]): the plan as the GET shows it. */
export class PutBillingPlanDto {
  @Identifier('Same as in the path', { example: '2000001' })
  billingPlanId?: string;

  @Code(TYPES, 'A advisory, P platform, B brokerage; this or billingType is required', {
    required: ({ billingType }: PutBillingPlanDto) => billingType === null,
  })
  billingPlanType: BillingPlanType | null = null;

  @Code(TYPES, 'Alias of billingPlanType', { check: sameAs('billingPlanType') })
  billingType: BillingPlanType | null = null;

  @Text('Name of the plan', {
    required: true,
    trim: true,
    max: 100,
    printable: 'line',
    example: 'Advisory',
  })
  name!: string;

  @Text('Description of the plan', {
    min: 0,
    max: 1_000,
    trim: true,
    printable: 'line',
    example: 'Tiered',
  })
  description: string | null = null;

  @ObjectOf(() => AssetFeesDto, 'Not on platform plans', { check: onlyOn('AB') })
  assetFees?: AssetFeesDto;

  @ListOf(() => CommissionFeeDto, 'Advisory plans only', {
    max: codesOf(OrderTypes).length,
    check: (fees, now, plan: PutBillingPlanDto) =>
      onlyOn('A')(fees, now, plan) ?? unique('orderType')(fees),
  })
  commissionFees?: readonly CommissionFeeDto[];

  @ObjectOf(() => FolioFeesDto, 'Platform plans only', { check: onlyOn('P') })
  folioFees?: FolioFeesDto;

  /** The type in either spelling, or undefined if it is invalid. */
  type(): BillingPlanType | undefined {
    return this.billingPlanType ?? this.billingType ?? undefined;
  }

  /** The plan of a valid body. */
  plan(): ReportedPlan {
    const { billingPlanId, billingType, ...plan }: PutBillingPlanDto = this;
    const { description } = this;
    const type = this.type();
    if (type === undefined) throw new Error('the type is missing without a problem');
    return { ...plan, billingPlanType: type, description: description === '' ? null : description };
  }
}

/** A plan as returned by GET, with the type in both spellings ([billing-plan.get]). */
export class BillingPlanResponse extends ResponseOf(PutBillingPlanDto, {
  billingPlanType: 'always',
  billingType: 'always',
  assetFees: 'maybe',
  commissionFees: 'maybe',
  folioFees: 'maybe',
}) {}

/** The plan as returned by GET: both spellings of the type, and only the fees it has ([billing-plan.get], [request.output]). */
export function toBillingPlanResponse({ oid, plan }: BillingPlanDocument): BillingPlanResponse {
  const { billingPlanType, name, description, assetFees, commissionFees, folioFees } = plan;
  return {
    billingPlanId: oid,
    billingPlanType,
    billingType: billingPlanType,
    name,
    description,
    ...defined({ assetFees, commissionFees, folioFees }),
  };
}
