import {
  BillingModes,
  BillingPeriods,
  FieldCode,
  Money,
  OrderTypes,
  ruleProblem,
  TierTypes,
} from '#libs/platform/kernel';
import type {
  AssetFeesInput,
  CommissionFeeInput,
  FolioFeesInput,
} from './billing-plan.commands.js';
import {
  type AssetFees,
  type AssetFeeTier,
  COMMISSION_AMOUNTS,
  COMMISSION_COUNTS,
  type CommissionFee,
  type FolioFees,
} from './billing-plan.events.js';
import type { FieldReader } from './field-reader.js';

/** Tiers that overlap, leave a gap or run backwards (own). */
export const TIERS_RULE = 'billing.asset.fee.tiers.rule';

/** `maxAssetValue` of a last tier without end. */
const INFINITE = 'Infinity';

const MAX_TIERS = 100;
const CHARGE_FREQUENCY = '12';
const CENT = Money.of('0.01');

/** Reads `assetFees` (specification, "assetFees"). Undefined only together with a problem. */
export function readAssetFees(reader: FieldReader, sent: AssetFeesInput): AssetFees | undefined {
  const assetFeeTiers = readTiers(reader, sent.assetFeeTiers);
  const billingMode = reader.code(BillingModes, 'billingMode', sent.billingMode);
  const billingPeriodType = reader.code(
    BillingPeriods,
    'billingPeriodType',
    sent.billingPeriodType,
  );
  const period = sent.billingPeriodValue;
  if (reader.required('billingPeriodValue', period) && billingPeriodType !== undefined) {
    const allowed: readonly string[] = BillingPeriods[billingPeriodType];
    if (!allowed.includes(period)) {
      const detail = `${allowed.join(', ')} with billingPeriodType ${billingPeriodType}`;
      reader.problem('billingPeriodValue', FieldCode.Choice, detail);
    }
  }
  const flatFee = reader.money('flatFee', sent.flatFee);
  const tierType = reader.code(TierTypes, 'tierType', sent.tierType);
  if (!assetFeeTiers || !billingMode || !billingPeriodType || !period || !tierType)
    return undefined;
  return {
    assetFeeTiers,
    billingMode,
    billingPeriodType,
    billingPeriodValue: period,
    ...(flatFee !== undefined && { flatFee }),
    tierType,
  };
}

function readTiers(
  reader: FieldReader,
  sent: AssetFeesInput['assetFeeTiers'],
): readonly AssetFeeTier[] | undefined {
  if (!reader.required('assetFeeTiers', sent)) return undefined;
  if (sent.length === 0 || sent.length > MAX_TIERS) {
    const code = sent.length === 0 ? FieldCode.Value : FieldCode.Length;
    reader.problem('assetFeeTiers', code, `1 to ${MAX_TIERS} tiers`);
    return undefined;
  }
  const tiers: AssetFeeTier[] = [];
  sent.forEach((tier, index) => {
    const at = reader.of('assetFees.assetFeeTiers', index);
    for (const field of ['minAssetValue', 'maxAssetValue', 'basisPoints'] as const) {
      at.required(field, tier[field]);
    }
    const minAssetValue = at.money('minAssetValue', tier.minAssetValue);
    const maxAssetValue =
      tier.maxAssetValue === INFINITE ? INFINITE : at.money('maxAssetValue', tier.maxAssetValue);
    const basisPoints = at.basisPoints('basisPoints', tier.basisPoints);
    if (minAssetValue !== undefined && maxAssetValue !== undefined && basisPoints !== undefined) {
      tiers.push({ minAssetValue, maxAssetValue, basisPoints });
    }
  });
  if (tiers.length < sent.length) return undefined;
  checkOrder(reader, tiers);
  return tiers;
}

/** Each tier ends above its start and begins where the one before ends, or a cent above that; only the last has no end. */
function checkOrder(reader: FieldReader, tiers: readonly AssetFeeTier[]): void {
  let end: Money | undefined;
  for (const [index, { minAssetValue, maxAssetValue }] of tiers.entries()) {
    const tell = (detail: string): void => {
      const message = `assetFees.assetFeeTiers[${index}]: ${detail}`;
      reader.problems.push(ruleProblem(TIERS_RULE, message, 'assetFeeTiers'));
    };
    const start = Money.of(minAssetValue);
    if (end && !start.equals(end) && !start.equals(end.plus(CENT))) {
      tell('does not begin where the one before ends');
    }
    if (maxAssetValue === INFINITE) {
      if (index < tiers.length - 1) tell('only the last tier may have no end');
      end = undefined;
    } else {
      end = Money.of(maxAssetValue);
      if (!end.greaterThan(start)) tell('does not end above its start');
    }
  }
}

/** Reads `folioFees` (specification, "folioFees"). Undefined only together with a problem. */
export function readFolioFees(reader: FieldReader, sent: FolioFeesInput): FolioFees | undefined {
  reader.required('folioFee', sent.folioFee);
  reader.required('baseNumberOfFolios', sent.baseNumberOfFolios);
  const folioFee = reader.money('folioFee', sent.folioFee);
  const baseNumberOfFolios = reader.count('baseNumberOfFolios', sent.baseNumberOfFolios);
  const frequency = reader.count('chargeFrequency', sent.chargeFrequency) ?? CHARGE_FREQUENCY;
  if (frequency !== CHARGE_FREQUENCY) {
    reader.problem('chargeFrequency', FieldCode.Choice, `always ${CHARGE_FREQUENCY}`);
  }
  const optional: Partial<Record<keyof FolioFees, string>> = {};
  for (const field of [
    'folioFeeDiscount',
    'additionalFolioFee',
    'additionalFolioFeeDiscount',
  ] as const) {
    const amount = reader.money(field, sent[field]);
    if (amount !== undefined) optional[field] = amount;
  }
  if (folioFee === undefined || baseNumberOfFolios === undefined) return undefined;
  return { ...optional, folioFee, baseNumberOfFolios, chargeFrequency: CHARGE_FREQUENCY };
}

/** Reads `commissionFees` (specification, "commissionFees item"): one item for each type of order at most. */
export function readCommissionFees(
  reader: FieldReader,
  sent: readonly CommissionFeeInput[],
): readonly CommissionFee[] {
  const most = Object.keys(OrderTypes).length;
  if (sent.length > most) {
    reader.problem('commissionFees', FieldCode.Length, `at most ${most} items`);
    return [];
  }
  const seen = new Set<string>();
  const fees: CommissionFee[] = [];
  sent.forEach((item, index) => {
    const at = reader.of('commissionFees', index);
    const orderType = at.code(OrderTypes, 'orderType', item.orderType);
    const fee: Partial<Record<keyof CommissionFee, string>> = {};
    for (const field of COMMISSION_AMOUNTS) {
      const amount = at.money(field, item[field]);
      if (amount !== undefined) fee[field] = amount;
    }
    for (const field of COMMISSION_COUNTS) {
      const count = at.count(field, item[field]);
      if (count !== undefined) fee[field] = count;
    }
    if (orderType === undefined) return;
    if (seen.has(orderType)) at.problem('orderType', FieldCode.Value, 'is there more than once');
    seen.add(orderType);
    fees.push({ ...fee, orderType });
  });
  return fees;
}
