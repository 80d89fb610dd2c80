/** termOfSale ([tax-lot.termOfSale]). `ST` is kept as reported. */
export const SaleTerms = {
  S: 'Short term',
  L: 'Long term',
  U: 'Unknown',
  ST: 'Short term',
} as const;
export type SaleTerm = keyof typeof SaleTerms;

/** covered. */
export const Coverages = { C: 'Covered', N: 'Uncovered', U: 'Unknown' } as const;
export type Coverage = keyof typeof Coverages;

/** lotReliefStrategyIndicator. */
export const LotReliefStrategies = {
  F: 'First in, first out',
  S: 'Specific lot',
  A: 'Average cost: non-taxable accounts only',
} as const;
export type LotReliefStrategy = keyof typeof LotReliefStrategies;

/** Longest free text, in characters (own). */
export const MAX_TEXT = 200;

/** Most decimals of amounts, of prices and of numbers of shares (own). */
export const Decimals = { amount: 4, price: 10, shares: 10 } as const;
