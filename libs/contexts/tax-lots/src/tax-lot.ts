import {
  businessDate,
  type Decider,
  equalJson,
  FieldCode,
  fieldProblem,
  jsonForm,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  RuleBook,
  type Timestamp,
  yearOf,
} from '#libs/platform/kernel';
import { type AccountType, isTaxable } from '#libs/contexts/codes';
import type { LotIds, ReportedLot, TaxDataEvent, TaxLot, TaxLotEvent } from './tax-lot.events.js';

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

export const taxLotRules = new RuleBook({
  'invalid.for.account.type': 'The account is not taxable',
  'taxlot.lot.relief.rule': 'The strategy does not fit the account',
});

/** Back office: reports or corrects a lot ([back-office.reportedtaxlots]). Idempotent. */
export interface PutLot {
  readonly type: 'PutLot';
  /** From the path, well-formed (`isOid`). */
  readonly ids: LotIds;
  /** The lot as GET shows it; the ids are optional. */
  readonly report: ReportedLot & Partial<LotIds>;
}

/** Returns a problem unless the account type is taxable ([tax-lot.non-taxable]). */
export function nonTaxableProblem(accountType: AccountType): Problem | undefined {
  if (isTaxable(accountType)) return undefined;
  const message = 'Reportable taxes are not available for the non-taxable account.';
  return fieldProblem('accountnumber', FieldCode.OtherAccountType, message);
}

/** Whether lots of a year may be reported and read: only years before the current one in New York. */
export function isReportable(taxYear: string, now: Timestamp): boolean {
  return Number(taxYear) < yearOf(businessDate(now));
}

/** Id of a lot's stream and document. */
export function taxLotId(ids: LotIds): string {
  return `${ids.accountNumber}/${ids.originatingTransactionId}/${ids.closingTransactionId}`;
}

/** Rules of a reported lot, stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` ([tax-lot.reporting]). */
export const taxLot: Decider<TaxLot | undefined, PutLot, TaxLotEvent> = {
  category: 'taxLot',
  initial: undefined,
  shortLived: true,

  decide({ ids, report }, before) {
    const problems = pathMismatches(ids, report);
    if (report.lotReliefStrategyIndicator === 'A') {
      const message = 'Average cost is for non-taxable accounts, which have no reported lots.';
      const field = 'lotReliefStrategyIndicator';
      problems.push(taxLotRules.broken('taxlot.lot.relief.rule', message, field));
    }
    if (problems.length > 0) return refuse(...problems);
    const lot = jsonForm(
      omit(report, 'accountNumber', 'originatingTransactionId', 'closingTransactionId'),
    );
    const data = { ...ids, lot };
    if (!before) return [{ type: 'taxLot.LotReported', data }];
    return equalJson(lot, before) ? [] : [{ type: 'taxLot.LotCorrected', data }];
  },

  evolve: (_before, { data }) => data.lot,
};

/** Back office: makes an account's tax data available or unavailable ([back-office.taxdata]). Idempotent. */
export interface SwitchTaxData {
  readonly type: 'SwitchTaxData';
  readonly accountNumber: string;
  readonly available: boolean;
}

/** Whether tax data is available after an event. Shared by state and document. */
export function availableAfter({ type }: Pick<TaxDataEvent, 'type'>): boolean {
  return type === 'taxLot.TaxDataResumed';
}

/** The switch of an account, stream `taxData-{accountNumber}`; initially on. */
export const taxData: Decider<boolean, SwitchTaxData, TaxDataEvent> = {
  category: 'taxData',
  initial: true,
  decide({ accountNumber, available }, before) {
    if (available === before) return [];
    const type = available ? 'taxLot.TaxDataResumed' : 'taxLot.TaxDataSuspended';
    return [{ type, data: { accountNumber } }];
  },
  evolve: (_before, event) => availableAfter(event),
};
