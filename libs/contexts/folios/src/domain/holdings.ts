import {
  FieldCode,
  fieldProblem,
  isNoObject,
  isTicker,
  Percent,
  type Problem,
  Quantity,
  ruleProblem,
} from '#libs/platform/kernel';
import type { Sent } from './folio-book.commands.js';
import type { Position, TargetWeight } from './folio-book.events.js';
import { noteMissing } from './required.js';

/** Most target weights of a folio (decisions §8). */
export const MAX_TARGET_WEIGHTS = 100;
/** Most positions of a folio (own): a list of them stays far below the size of one event. */
export const MAX_POSITIONS = 5_000;

const WEIGHT_DECIMALS = 2;

/** A list in canonical form with everything wrong in it. */
export interface Checked<Item> {
  readonly items: readonly Item[];
  readonly problems: Problem[];
}

/**
 * Checks target weights (decisions §8): 1 to 100 items, each above 0 with at most two decimals, tickers well-formed and
 * unique, the total exactly 100.00. Answers them in the order sent with two decimals each. The total is judged when each
 * weight is a percentage at all.
 * @param known what reading the body found wrong
 */
export function checkTargetWeights(
  sent: readonly Sent<TargetWeight>[],
  totalRule: string,
  known: readonly Problem[] = [],
): Checked<TargetWeight> {
  if (sent.length > MAX_TARGET_WEIGHTS) return tooMany('targetWeights', MAX_TARGET_WEIGHTS, known);
  const problems = [...known];
  checkTickers(sent, problems);
  const percents: Percent[] = [];
  const items: TargetWeight[] = [];
  for (const [index, { ticker, targetWeight }] of sent.entries()) {
    if (isNoObject(known, `[${index}]`)) continue;
    noteMissing(problems, 'targetWeight', targetWeight);
    if (targetWeight === undefined || targetWeight === null) continue;
    const percent = Percent.parse(targetWeight, 15);
    if (percent !== undefined) percents.push(percent);
    const valid = Percent.parse(targetWeight, WEIGHT_DECIMALS);
    if (valid === undefined || valid.isZero()) {
      const message = `[${index}]: above 0 and at most 100, with at most two decimals`;
      problems.push(fieldProblem('targetWeight', FieldCode.Value, message));
    } else if (ticker !== undefined && ticker !== null) {
      items.push({ ticker, targetWeight: valid.toString(WEIGHT_DECIMALS) });
    }
  }
  const readable = percents.length === sent.length && (sent.length > 0 || known.length === 0);
  if (readable && !Percent.addUpToHundred(percents)) {
    const total = Percent.total(percents).toFixed();
    const message = `The target weights add up to ${total}, not to 100.00.`;
    problems.push(ruleProblem(totalRule, message));
  }
  return { items, problems };
}

/**
 * Checks the positions the back office reports: tickers well-formed and unique, quantities above 0. Answers them in order
 * of ticker, so that the order of the feed makes no change.
 * @param known what reading the body found wrong
 */
export function checkPositions(
  sent: readonly Sent<Position>[],
  known: readonly Problem[] = [],
): Checked<Position> {
  if (sent.length > MAX_POSITIONS) return tooMany('positions', MAX_POSITIONS, known);
  const problems = [...known];
  checkTickers(sent, problems);
  const items: Position[] = [];
  for (const [index, { ticker, shareQuantity }] of sent.entries()) {
    if (isNoObject(known, `[${index}]`)) continue;
    noteMissing(problems, 'shareQuantity', shareQuantity);
    if (shareQuantity === undefined || shareQuantity === null) continue;
    const quantity = Quantity.parse(shareQuantity);
    if (!quantity?.isPositive()) {
      const message = `[${index}]: a decimal number of shares above 0`;
      problems.push(fieldProblem('shareQuantity', FieldCode.Value, message));
    } else if (ticker !== undefined && ticker !== null) {
      items.push({ ticker, shareQuantity: quantity.toString() });
    }
  }
  items.sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
  return { items, problems };
}

/** The length alone: an endless list does not get an endless answer. */
function tooMany(field: string, most: number, known: readonly Problem[]): Checked<never> {
  const problem = fieldProblem(field, FieldCode.Length, `At most ${most} items.`);
  return { items: [], problems: [...known, problem] };
}

function checkTickers(
  items: readonly { readonly ticker?: string | null | undefined }[],
  problems: Problem[],
): void {
  const seen = new Set<string>();
  for (const [index, { ticker }] of items.entries()) {
    if (isNoObject(problems, `[${index}]`)) continue;
    noteMissing(problems, 'ticker', ticker);
    if (ticker === undefined || ticker === null) continue;
    if (!isTicker(ticker)) {
      problems.push(fieldProblem('ticker', FieldCode.Value, `[${index}]: not a ticker`));
    } else if (seen.has(ticker)) {
      const message = `[${index}]: ${ticker} is there more than once`;
      problems.push(fieldProblem('ticker', FieldCode.Value, message));
    }
    seen.add(ticker);
  }
}
