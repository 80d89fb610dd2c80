import {
  type AccountType,
  businessDate,
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  isTaxable,
  jsonForm,
  omit,
  pathMismatches,
  type Problem,
  refuse,
  RuleBook,
  type Timestamp,
  yearOf,
} from '#libs/platform/kernel';
import type { LotIds, ReportedLot, TaxLot, TaxLotEvent } from './tax-lot.events.js';

/** The rules of tax lots. */
export const taxLotRules = new RuleBook({
  'invalid.for.account.type': 'The account is not taxable',
  'taxlot.lot.relief.rule': 'The strategy does not fit the account',
});

/** Back office: a reported lot, new or corrected ([back-office.reportedtaxlots]). The same again changes nothing. */
export interface PutLot {
  readonly type: 'PutLot';
  /** Of the path, well-formed (`isOid`). */
  readonly ids: LotIds;
  /** The lot as GET shows it; the ids may be left out. */
  readonly report: ReportedLot & Partial<LotIds>;
}

/** Why an account has no reported lots ([tax-lot.non-taxable]); undefined for a taxable one. */
export function nonTaxableProblem(accountType: AccountType): Problem | undefined {
  if (isTaxable(accountType)) return undefined;
  const message = 'Reportable taxes are not available for the non-taxable account.';
  return fieldProblem('accountnumber', FieldCode.OtherAccountType, message);
}

/** Whether lots of a year may be reported and read at a moment: years before the current one in New York only. */
export function isReportable(taxYear: string, now: Timestamp): boolean {
  return Number(taxYear) < yearOf(businessDate(now));
}

function put({ ids, report }: PutLot, before: TaxLot | undefined): Decision<TaxLotEvent> {
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
}

/** Id of the stream and of the document of a lot. */
export function taxLotId(ids: LotIds): string {
  return `${ids.accountNumber}/${ids.originatingTransactionId}/${ids.closingTransactionId}`;
}

/**
 * The rule book of one reported closed tax lot, stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`
 * ([tax-lot.reporting]). A lot that does not exist is undefined.
 */
export const taxLot: Decider<TaxLot | undefined, PutLot, TaxLotEvent> = {
  category: 'taxLot',
  initial: undefined,
  shortLived: true,
  decide: put,
  evolve: (_before, { data }) => data.lot,
};
