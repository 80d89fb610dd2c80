import {
  BillingModes,
  BillingPeriods,
  FieldCode,
  type InputReader,
  Money,
  OrderTypes,
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

/** Tiers that overlap, leave a gap or run backwards (own). */
export const TIERS_RULE = 'billing.asset.fee.tiers.rule';

/** `maxAssetValue` of a last tier without end. */
const INFINITE = 'Infinity';

const MAX_TIERS = 100;
const CHARGE_FREQUENCY = '12';
const CENT = Money.of('0.01');
/** Fractions of a cent are allowed in fees: commissions per share have them. */
const DOLLARS = { decimals: 4 };
const BASIS_POINTS = { decimals: 4, most: 10_000 };
const WHOLE = { decimals: 0, most: Infinity };

/** Reads `assetFees` (specification, "assetFees"). Undefined only together with a problem. */
export function readAssetFees(reader: InputReader, sent: AssetFeesInput): AssetFees | undefined {
  const assetFeeTiers = readTiers(reader, sent.assetFeeTiers);
  const billingMode = reader.requiredCode(BillingModes, 'billingMode', sent.billingMode);
  const billingPeriodType = reader.requiredCode(
    BillingPeriods,
    'billingPeriodType',
    sent.billingPeriodType,
  );
  const period = sent.billingPeriodValue;
  if (reader.present('billingPeriodValue', period) && billingPeriodType !== null) {
    const allowed: readonly string[] = BillingPeriods[billingPeriodType];
    if (!allowed.includes(period)) {
      const detail = `${allowed.join(', ')} with billingPeriodType ${billingPeriodType}`;
      reader.problem('billingPeriodValue', FieldCode.Choice, detail);
    }
  }
  const flatFee = reader.money('flatFee', sent.flatFee, DOLLARS)?.toString();
  const tierType = reader.requiredCode(TierTypes, 'tierType', sent.tierType);
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
  reader: InputReader,
  sent: AssetFeesInput['assetFeeTiers'],
): readonly AssetFeeTier[] | undefined {
  if (!reader.present('assetFeeTiers', sent)) return undefined;
  if (sent.length === 0 || sent.length > MAX_TIERS) {
    const code = sent.length === 0 ? FieldCode.Value : FieldCode.Length;
    reader.problem('assetFeeTiers', code, `1 to ${MAX_TIERS} tiers`);
    return undefined;
  }
  const tiers: AssetFeeTier[] = [];
  sent.forEach((tier, index) => {
    const at = reader.at(`assetFees.assetFeeTiers[${index}]`);
    for (const field of ['minAssetValue', 'maxAssetValue', 'basisPoints'] as const) {
      at.present(field, tier[field]);
    }
    const minAssetValue = at.money('minAssetValue', tier.minAssetValue, DOLLARS)?.toString();
    const maxAssetValue =
      tier.maxAssetValue === INFINITE
        ? INFINITE
        : at.money('maxAssetValue', tier.maxAssetValue, DOLLARS)?.toString();
    const basisPoints = at.number('basisPoints', tier.basisPoints, BASIS_POINTS);
    if (minAssetValue !== undefined && maxAssetValue !== undefined && basisPoints !== null) {
      tiers.push({ minAssetValue, maxAssetValue, basisPoints });
    }
  });
  if (tiers.length < sent.length) return undefined;
  checkOrder(reader, tiers);
  return tiers;
}

/** Each tier ends above its start and begins where the one before ends, or a cent above that; only the last has no end. */
function checkOrder(reader: InputReader, tiers: readonly AssetFeeTier[]): void {
  let end: Money | undefined;
  for (const [index, { minAssetValue, maxAssetValue }] of tiers.entries()) {
    const at = reader.at(`assetFees.assetFeeTiers[${index}]`);
    const tell = (detail: string): void => at.rule(TIERS_RULE, detail, 'assetFeeTiers');
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
export function readFolioFees(reader: InputReader, sent: FolioFeesInput): FolioFees | undefined {
  reader.present('folioFee', sent.folioFee);
  reader.present('baseNumberOfFolios', sent.baseNumberOfFolios);
  const folioFee = reader.money('folioFee', sent.folioFee, DOLLARS)?.toString();
  const baseNumberOfFolios = reader.number('baseNumberOfFolios', sent.baseNumberOfFolios, WHOLE);
  const sentFrequency = reader.number('chargeFrequency', sent.chargeFrequency, WHOLE);
  const frequency = sentFrequency ?? CHARGE_FREQUENCY;
  if (frequency !== CHARGE_FREQUENCY) {
    reader.problem('chargeFrequency', FieldCode.Choice, `always ${CHARGE_FREQUENCY}`);
  }
  const optional: Partial<Record<keyof FolioFees, string>> = {};
  for (const field of [
    'folioFeeDiscount',
    'additionalFolioFee',
    'additionalFolioFeeDiscount',
  ] as const) {
    const amount = reader.money(field, sent[field], DOLLARS)?.toString();
    if (amount !== undefined) optional[field] = amount;
  }
  if (folioFee === undefined || baseNumberOfFolios === null) return undefined;
  return { ...optional, folioFee, baseNumberOfFolios, chargeFrequency: CHARGE_FREQUENCY };
}

/** Reads `commissionFees` (specification, "commissionFees item"): one item for each type of order at most. */
export function readCommissionFees(
  reader: InputReader,
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
    const at = reader.at(`commissionFees[${index}]`);
    const orderType = at.requiredCode(OrderTypes, 'orderType', item.orderType);
    const fee: Partial<Record<keyof CommissionFee, string>> = {};
    for (const field of COMMISSION_AMOUNTS) {
      const amount = at.money(field, item[field], DOLLARS)?.toString();
      if (amount !== undefined) fee[field] = amount;
    }
    for (const field of COMMISSION_COUNTS) {
      const count = at.number(field, item[field], WHOLE);
      if (count !== null) fee[field] = count;
    }
    if (orderType === null) return;
    if (seen.has(orderType)) at.problem('orderType', FieldCode.Value, 'is there more than once');
    seen.add(orderType);
    fees.push({ ...fee, orderType });
  });
  return fees;
}
