import {
  canonicalCode,
  codesOf,
  TransactionCategories,
  type TransactionCategory,
} from '#libs/platform/kernel';

/** Maximum length of a category name, in characters. */
export const MAX_CATEGORY = 40;

/** The known category of this name, ignoring letter case, or undefined. */
export function knownCategory(name: string): TransactionCategory | undefined {
  return canonicalCode(codesOf(TransactionCategories), name);
}

/** Maximum length of each free text, in characters (`subCategoryName`: [folio-transaction.categories]; the others are our own). */
export const TEXTS = {
  subCategoryName: 40,
  transactionCode: 40,
  transactionType: 40,
  transactionDesc: 200,
  symbolName: 200,
  notes: 1000,
} as const;

/**
 * Categories whose `transactionDesc` is system-generated text about a security or idle cash. In others it may name a person: who
 * paid, who was paid, why something was corrected.
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

/** Maximum decimals of amounts, prices and numbers of shares (own). */
export const Decimals = { amount: 4, price: 10, shares: 10 } as const;

/** Maximum length of a folio name ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;
