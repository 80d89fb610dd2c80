import { Decimal, type Problem, RuleBook } from '#libs/platform/kernel';

/** Share of one security in a folio or in an RTG folio model. */
export interface TargetWeight {
  readonly ticker: string;
  /** Percent: a canonical decimal string above 0 with two to six decimals. */
  readonly targetWeight: string;
}

/** Limits of a target weight, in percent ([folio.weights]). */
export const TARGET_WEIGHT = { decimals: 6, min: '0', moreThanMin: true } as const;

export const targetWeightRules = new RuleBook({
  'folio.target.weights.total.rule': 'The weights do not add up to 100.00',
});

/** Checks that the weights total exactly 100.00; the empty list does not. */
export function totalProblem(weights: readonly TargetWeight[]): Problem | undefined {
  const total = weights.reduce((sum, { targetWeight }) => sum.plus(targetWeight), new Decimal(0));
  if (total.equals(100)) return undefined;
  const message = `The target weights add up to ${total.toFixed()}, not to 100.00.`;
  return targetWeightRules.broken('folio.target.weights.total.rule', message);
}

/** Target weights as stored: in the order sent, with at least two decimals. */
export function canonicalWeights(weights: readonly TargetWeight[]): TargetWeight[] {
  return weights.map(({ ticker, targetWeight }) => {
    const weight = new Decimal(targetWeight);
    const decimals = Math.max(2, weight.decimalPlaces());
    return { ticker, targetWeight: weight.toFixed(decimals) };
  });
}
