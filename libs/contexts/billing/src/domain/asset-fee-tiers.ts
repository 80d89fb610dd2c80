import { Money, type Problem } from '#libs/platform/kernel';
import type { AssetFeeTier } from './billing-plan.events.js';
import { billingRules } from './billing-rules.js';

const CENT = Money.of('0.01');

/** Each tier ends above its start and begins where the one before ends, or a cent above that; only the last has no end. */
export function tierProblems(tiers: readonly AssetFeeTier[]): Problem[] {
  const problems: Problem[] = [];
  let end: Money | undefined;
  for (const [index, { minAssetValue: start, maxAssetValue }] of tiers.entries()) {
    const tell = (detail: string): void => {
      const message = `assetFees.assetFeeTiers[${index}]: ${detail}`;
      problems.push(billingRules.broken('billing.asset.fee.tiers.rule', message, 'assetFeeTiers'));
    };
    if (end && !start.equals(end) && !start.equals(end.plus(CENT))) {
      tell('does not begin where the one before ends');
    }
    if (maxAssetValue === 'Infinity') {
      if (index < tiers.length - 1) tell('only the last tier may have no end');
      end = undefined;
    } else {
      end = maxAssetValue;
      if (!end.greaterThan(start)) tell('does not end above its start');
    }
  }
  return problems;
}
