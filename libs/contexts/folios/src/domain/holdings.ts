import { Decimal, type Problem } from '#libs/platform/kernel';
import type { ReportedPosition } from './folio-book.commands.js';
import type { Position, TargetWeight } from './folio-book.events.js';
import { folioRules } from './folio-rules.js';

/** Two at least are shown. */
const SHOWN_DECIMALS = 2;

/** What breaks the rule of a total of exactly 100.00, if anything. The empty list does. */
export function totalProblem(weights: readonly TargetWeight[]): Problem | undefined {
  const total = weights.reduce((sum, { targetWeight }) => sum.plus(targetWeight), new Decimal(0));
  if (total.equals(100)) return undefined;
  const message = `The target weights add up to ${total.toFixed()}, not to 100.00.`;
  return folioRules.broken('folio.target.weights.total.rule', message);
}

/** Target weights in the form they are kept in: the order sent, two decimals at least. */
export function canonicalWeights(weights: readonly TargetWeight[]): TargetWeight[] {
  return weights.map(({ ticker, targetWeight }) => {
    const weight = new Decimal(targetWeight);
    const decimals = Math.max(SHOWN_DECIMALS, weight.decimalPlaces());
    return { ticker, targetWeight: weight.toFixed(decimals) };
  });
}

/** Positions in the form they are kept in: in order of ticker, so that the order of the feed makes no change. */
export function canonicalPositions(positions: readonly ReportedPosition[]): Position[] {
  return positions
    .map(({ ticker, shareQuantity }) => ({ ticker, shareQuantity: shareQuantity.toString() }))
    .sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
}
