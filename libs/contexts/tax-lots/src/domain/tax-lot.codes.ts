/** termOfSale ([tax-lot.termOfSale]). `ST` is stored as reported. */
export const SaleTerms = {
  S: 'Short term',
  L: 'Long term',
  U: 'Unknown',
  ST: 'Short term',
} as const;
export type SaleTerm = keyof typeof SaleTerms;

/** Codes of `covered` ([tax-lot.covered]). */
export const Coverages = { C: 'Covered', N: 'Uncovered', U: 'Unknown' } as const;
export type Coverage = keyof typeof Coverages;

/** Codes of `lotReliefStrategyIndicator` ([tax-lot.lotReliefStrategyIndicator]). */
export const LotReliefStrategies = {
  F: 'First in, first out',
  S: 'Specific lot',
  A: 'Average cost: non-taxable accounts only',
} as const;
export type LotReliefStrategy = keyof typeof LotReliefStrategies;

/** Maximum length of free texts, in characters (own). */
export const MAX_TEXT = 200;

/** Maximum decimals of amounts, prices and numbers of shares (own). */
export const Decimals = { amount: 4, price: 10, shares: 10 } as const;
