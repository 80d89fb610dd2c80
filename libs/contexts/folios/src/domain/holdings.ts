import {
  Decimal,
  FieldCode,
  fieldProblem,
  InputReader,
  isTicker,
  parseDecimal,
  type Problem,
  Quantity,
  ruleProblem,
} from '#libs/platform/kernel';
import type { Sent } from './folio-book.commands.js';
import type { Position, TargetWeight } from './folio-book.events.js';

/** Most positions of a folio (own): a list of them stays far below the size of one event. */
const MAX_POSITIONS = 5_000;

/** Most decimals of a weight, and how many are shown at least. */
const WEIGHT_DECIMALS = 6;
const SHOWN_DECIMALS = 2;

/** A list in canonical form with everything wrong in it. */
export interface Checked<Item> {
  readonly items: readonly Item[];
  readonly problems: Problem[];
}

/** Where a list of target weights or positions stands in the body, and what reading that found wrong. */
export interface SentList {
  /** Field of the list; absent where the list is the whole body. */
  readonly field?: string;
  readonly known?: readonly Problem[] | undefined;
}

/**
 * Checks target weights: at least one item, each above 0 with at most six decimals, tickers well-formed and unique, the total
 * exactly 100.00. Answers them in the order sent with two decimals at least. The total is judged when each weight is a number,
 * and none is negative.
 */
export function checkTargetWeights(
  sent: readonly Sent<TargetWeight>[],
  totalRule: string,
  list: SentList = {},
): Checked<TargetWeight> {
  const { known = [] } = list;
  const reader = new InputReader(known);
  checkTickers(sent, reader, list);
  const weights: Decimal[] = [];
  const items: TargetWeight[] = [];
  for (const [index, { ticker, targetWeight }] of sent.entries()) {
    const at = itemOf(reader, list, index);
    if (!at.present('targetWeight', targetWeight)) continue;
    const weight = parseDecimal(targetWeight);
    if (weight !== undefined) weights.push(weight);
    if (!weight?.greaterThan(0) || weight.decimalPlaces() > WEIGHT_DECIMALS) {
      at.problem('targetWeight', FieldCode.Value, 'above 0, with at most six decimals');
    } else if (ticker !== undefined && ticker !== null) {
      const decimals = Math.max(SHOWN_DECIMALS, weight.decimalPlaces());
      items.push({ ticker, targetWeight: weight.toFixed(decimals) });
    }
  }
  const { problems } = reader;
  const readable = weights.length === sent.length && (sent.length > 0 || known.length === 0);
  const total = weights.reduce((sum, weight) => sum.plus(weight), new Decimal(0));
  if (readable && !total.equals(100)) {
    const message = `The target weights add up to ${total.toFixed()}, not to 100.00.`;
    problems.push(ruleProblem(totalRule, message));
  }
  return { items, problems };
}

/**
 * Checks the positions the back office reports: tickers well-formed and unique, quantities above 0. Answers them in order
 * of ticker, so that the order of the feed makes no change.
 */
export function checkPositions(
  sent: readonly Sent<Position>[],
  list: SentList = {},
): Checked<Position> {
  const { known = [] } = list;
  if (sent.length > MAX_POSITIONS) return tooMany('positions', MAX_POSITIONS, known);
  const reader = new InputReader(known);
  checkTickers(sent, reader, list);
  const items: Position[] = [];
  for (const [index, { ticker, shareQuantity }] of sent.entries()) {
    const at = itemOf(reader, list, index);
    if (!at.present('shareQuantity', shareQuantity)) continue;
    const quantity = Quantity.parse(shareQuantity);
    if (!quantity?.isPositive()) {
      at.problem('shareQuantity', FieldCode.Value, 'a decimal number of shares above 0');
    } else if (ticker !== undefined && ticker !== null) {
      items.push({ ticker, shareQuantity: quantity.toString() });
    }
  }
  items.sort((a, b) => (a.ticker < b.ticker ? -1 : 1));
  return { items, problems: reader.problems };
}

function itemOf(reader: InputReader, { field = '' }: SentList, index: number): InputReader {
  return reader.at(`${field}[${index}]`);
}

/** The length alone: an endless list does not get an endless answer. */
function tooMany(field: string, most: number, known: readonly Problem[]): Checked<never> {
  const problem = fieldProblem(field, FieldCode.Length, `At most ${most} items.`);
  return { items: [], problems: [...known, problem] };
}

function checkTickers(
  items: readonly { readonly ticker?: string | null | undefined }[],
  reader: InputReader,
  list: SentList,
): void {
  const seen = new Set<string>();
  for (const [index, { ticker }] of items.entries()) {
    const at = itemOf(reader, list, index);
    if (!at.present('ticker', ticker)) continue;
    if (!isTicker(ticker)) at.problem('ticker', FieldCode.Value, 'not a ticker');
    else if (seen.has(ticker)) {
      at.problem('ticker', FieldCode.Value, `${ticker} is there more than once`);
    }
    seen.add(ticker);
  }
}
