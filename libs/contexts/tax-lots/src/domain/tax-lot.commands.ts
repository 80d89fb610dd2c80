import type { AccountType, Problem, SentValue } from '#libs/platform/kernel';
import type { AMOUNTS, DATES, TEXTS } from './tax-lot.codes.js';

type Texts<Name extends string> = Readonly<Partial<Record<Name, SentValue<string>>>>;

/** Body of the back office's PUT: the lot as GET shows it. */
export type TaxLotInput = Texts<
  | 'taxYear'
  | 'termOfSale'
  | 'accountNumber'
  | 'netSaleAmount'
  | 'closingTransactionId'
  | 'originatingTransactionId'
  | 'withholdingCountry'
  | 'withholdingState'
  | 'covered'
  | 'reportableGainLoss'
  | 'salePrice'
  | 'shareQuantity'
  | 'lotReliefStrategyIndicator'
  | (typeof AMOUNTS)[number]
  | (typeof DATES)[number]
  | (typeof TEXTS)[number]
> & { readonly security?: SentValue<Texts<'ticker' | 'cusip' | 'id'>> };

/** Back office: a reported lot, new or corrected (decisions §10). The same again changes nothing. */
export interface PutLot {
  readonly type: 'PutLot';
  /** Ids of the path, well-formed (`isOid`). */
  readonly accountNumber: string;
  readonly originatingTransactionId: string;
  readonly closingTransactionId: string;
  readonly input: TaxLotInput;
  /**
   * What is already known to be wrong with the body. A field that could not be read is left out of the input and named
   * here, so that the answer holds every problem at once, each of them once.
   */
  readonly problems?: readonly Problem[] | undefined;
  readonly facts: { readonly accountType: AccountType };
}
