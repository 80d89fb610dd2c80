import {
  FieldCode,
  type InputReader,
  isTicker,
  type Money,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  Decimals,
  DOLLARS,
  knownCategory,
  MAX_CATEGORY,
  MAX_FOLIO_NAME,
  TEXTS,
  TransactionRule,
} from './transaction.codes.js';
import type { TransactionInput } from './transaction.commands.js';
import type { DecimalName, FolioTransaction, TextName } from './transaction.events.js';

const TEXT_NAMES = Object.keys(TEXTS) as TextName[];
const DECIMAL_NAMES = Object.keys(DOLLARS) as DecimalName[];

/**
 * Reads a transaction into canonical form. Undefined only together with a problem.
 * @param now the transaction has happened: its date lies not ahead
 */
export function readTransaction(
  reader: InputReader,
  input: TransactionInput,
  now: Timestamp,
): FolioTransaction | undefined {
  reader.present('date', input.date);
  const categoryName = reader.present('categoryName', input.categoryName)
    ? reader.text('categoryName', input.categoryName, { max: MAX_CATEGORY })
    : null;
  const date = reader.timestamp('date', input.date, now);
  // The name shown is that of the folio itself: a transaction keeps none.
  reader.text('folioName', input.folioName, { max: MAX_FOLIO_NAME });
  const texts = each(TEXT_NAMES, (name) =>
    reader.text(name, input[name], { max: TEXTS[name], lines: name === 'notes' }),
  );
  const { ticker = null } = input;
  if (ticker !== null && !isTicker(ticker)) {
    reader.problem('ticker', FieldCode.Value, 'not a ticker');
  }
  const quantity = reader.quantity('quantity', input.quantity, {
    decimals: Decimals.shares,
    negative: true,
  });
  const decimals = each(DECIMAL_NAMES, (name) => reader.money(name, input[name], DOLLARS[name]));
  const readable = reader.isWrong('categoryName') ? null : categoryName;
  checkMarketValues(reader, readable, decimals);
  if (categoryName === null || date === null) return undefined;
  return {
    categoryName,
    date,
    ticker,
    quantity: quantity?.toString() ?? null,
    ...texts,
    ...each(DECIMAL_NAMES, (name) => decimals[name]?.toString() ?? null),
  };
}

function each<Name extends string, T>(
  names: readonly Name[],
  read: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, T>;
}

/** marketPrice and marketNet: internal transfers only; equal price and net. */
function checkMarketValues(
  reader: InputReader,
  category: string | null,
  decimals: Readonly<Record<DecimalName, Money | null>>,
): void {
  for (const [field, base] of [
    ['marketPrice', 'price'],
    ['marketNet', 'net'],
  ] as const) {
    const [market, plain] = [decimals[field], decimals[base]];
    if (!market) continue;
    // What could not be read has its problem already.
    const unread = reader.problems.some((problem) => problem.field === base);
    const message =
      category !== null && knownCategory(category) !== 'Transfers'
        ? 'Only internal transfers (category Transfers) have market values.'
        : !unread && (plain === null || !market.equals(plain))
          ? `The value differs from ${base}.`
          : undefined;
    if (message !== undefined) {
      reader.rule(TransactionRule.MarketValues, message, field);
    }
  }
}
