import {
  canonicalCode,
  codesOf,
  TransactionCategories,
  type TransactionCategory,
} from '#libs/platform/kernel';

/** Longest name of a category, in characters. */
export const MAX_CATEGORY = 40;

/** The known category that a name means, whatever its letter case; undefined: another one. */
export function knownCategory(name: string): TransactionCategory | undefined {
  return canonicalCode(codesOf(TransactionCategories), name);
}

/** Longest of each free text, in characters (`subCategoryName`: [folio-transaction.categories]; the others are our own). */
export const TEXTS = {
  subCategoryName: 40,
  transactionCode: 40,
  transactionType: 40,
  transactionDesc: 200,
  symbolName: 200,
  notes: 1000,
} as const;

/**
 * Categories whose `transactionDesc` says what became of a security or of idle cash, in the words of a system. That of the others may
 * name a person: who paid in, who was paid, why something was put right.
 */
const IMPERSONAL_CATEGORIES: ReadonlySet<TransactionCategory | undefined> = new Set([
  'Trades',
  'Dividends',
  'Interest',
  'CashSweep',
] as const);

/** Whether `transactionDesc` of a category may name a person. */
export function mayNamePersons(categoryName: string): boolean {
  return !IMPERSONAL_CATEGORIES.has(knownCategory(categoryName));
}

/** Most decimals of amounts, of prices and of numbers of shares (own). */
export const Decimals = { amount: 4, price: 10, shares: 10 } as const;

/** Longest name of a folio ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;
